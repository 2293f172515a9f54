package fetch

import (
	"net/http"
	"net/url"
	"strings"
)

// accept is what browsers send when a reader follows a link: some servers
// answer anything else with 406.
const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// headers sets the header fields of each request by its host. It looks at each
// hop by itself: net/http forwards a field that was set on the first request to
// whatever host a redirect names, and the site's fields may be secrets.
type headers struct {
	next      http.RoundTripper
	site      origins
	userAgent string
	own       http.Header
	further   func(*url.URL) []Header // nil is none
	github    GitHub
}

func newHeaders(next http.RoundTripper, site origins, opt Options) *headers {
	return &headers{
		next: next, site: site, userAgent: opt.UserAgent, own: fields(opt.Headers),
		further: opt.HeadersFor, github: opt.GitHub,
	}
}

// fields are header fields as net/http keeps them.
func fields(list []Header) http.Header {
	header := http.Header{}
	for _, h := range list {
		header.Add(h.Name, h.Value)
	}
	return header
}

func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", h.userAgent)
	req.Header.Set("Accept", accept)
	// User info of the URL has become this field already, and goes before.
	if h.github.takes(origin(req)) && req.Header.Get("Authorization") == "" {
		req.Header.Set("Authorization", "Bearer "+h.github.Token)
	}
	if h.site[origin(req)] {
		addOwn(req, h.own)
	}
	if h.further != nil {
		addOwn(req, fields(h.further(req.URL)))
	}
	return h.next.RoundTrip(req)
}

// addOwn sets the fields that the user gave for a host. They replace ours, but
// for cookies, which add up.
func addOwn(req *http.Request, own http.Header) {
	for name, values := range own {
		switch name {
		case "Host":
			// net/http takes the Host field from the request, never from its header.
			req.Host = values[len(values)-1]
		case "Cookie":
			req.Header.Set(name, strings.Join(append(req.Header[name], values...), "; "))
		default:
			req.Header[name] = values
		}
	}
}

// origin returns the origin of req, written as weburl.URL.Origin does.
func origin(req *http.Request) string {
	return req.URL.Scheme + "://" + req.URL.Host
}

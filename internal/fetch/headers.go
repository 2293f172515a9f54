package fetch

import (
	"net/http"
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
}

func newHeaders(next http.RoundTripper, site origins, opt Options) *headers {
	own := http.Header{}
	for _, h := range opt.Headers {
		own.Add(h.Name, h.Value)
	}
	return &headers{next: next, site: site, userAgent: opt.UserAgent, own: own}
}

func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", h.userAgent)
	req.Header.Set("Accept", accept)
	if h.site[origin(req)] {
		h.addOwn(req)
	}
	return h.next.RoundTrip(req)
}

// addOwn sets the fields that the user gave for the site. They replace ours,
// but for cookies, which add up.
func (h *headers) addOwn(req *http.Request) {
	for name, values := range h.own {
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

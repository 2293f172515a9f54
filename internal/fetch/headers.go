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
	github    GitHub
}

func newHeaders(next http.RoundTripper, site origins, opt Options) *headers {
	return &headers{
		next: next, site: site, userAgent: opt.UserAgent, own: fields(opt.Headers),
		github: opt.GitHub,
	}
}

// fields puts headers as net/http has them.
func fields(headers []Header) http.Header {
	all := http.Header{}
	for _, h := range headers {
		all.Add(h.Name, h.Value)
	}
	return all
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
		addFields(req, h.own)
	}
	if special := specialOf(req.Context()); len(special.Headers) > 0 {
		addFields(req, fields(special.Headers))
	}
	return h.next.RoundTrip(req)
}

// addFields sets fields that the user gave for where req goes. They replace
// those that it has, but for cookies, which add up.
func addFields(req *http.Request, fields http.Header) {
	for name, values := range fields {
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

package transport

import (
	"net/http"
	"strings"
)

// accept is what browsers send when a reader follows a link. Some servers answer any
// other value with 406.
const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// Header is a header field to send.
type Header struct{ Name, Value string }

// headers sets the header fields of each request by its origin. net/http forwards a field
// of the first request to any host that a redirect names, and these may be secrets: so each
// hop is a separate request.
type headers struct {
	next http.RoundTripper
	opt  *Options
}

// RoundTrip sends a request with the fields for its origin. Previews on Vercel are read
// without the toolbar, whose scripts Vercel puts into their pages:
// https://vercel.com/docs/vercel-toolbar/managing-toolbar
func (h *headers) RoundTrip(req *http.Request) (*http.Response, error) {
	origin := req.URL.Scheme + "://" + req.URL.Host // as weburl.URL.Origin writes it
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", h.opt.UserAgent)
	req.Header.Set("Accept", accept)
	if strings.HasSuffix(req.URL.Hostname(), ".vercel.app") {
		req.Header.Set("X-Vercel-Skip-Toolbar", "1")
	}
	// User info of the URL has become this field already, and comes first.
	if h.opt.Token != "" && h.opt.TokenOrigins[origin] && req.Header.Get("Authorization") == "" {
		req.Header.Set("Authorization", "Bearer "+h.opt.Token)
	}
	if h.opt.Site[origin] {
		addFields(req, h.opt.Headers)
	}
	addFields(req, tryOf(req.Context()).Fields)
	return h.next.RoundTrip(req)
}

// addFields sets fields of the user. They replace those that the request has, except for
// cookies, which add up.
func addFields(req *http.Request, fields []Header) {
	all := http.Header{}
	for _, field := range fields {
		all.Add(field.Name, field.Value)
	}
	for name, values := range all {
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

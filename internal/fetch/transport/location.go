package transport

import "net/http"

// Location hides the Location field of an answer from http.Client, which parses it with
// net/url even when it follows no redirect. It fails the whole answer for a URL that
// browsers accept.
type Location struct{ Next http.RoundTripper }

var _ http.RoundTripper = (*Location)(nil)

// locationKey is no valid field name, so that no server can send it.
const locationKey = ":location"

// RoundTrip sends a request.
func (l *Location) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.Next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if values, ok := resp.Header["Location"]; ok {
		delete(resp.Header, "Location")
		resp.Header[locationKey] = values
	}
	return resp, nil
}

// LocationOf returns the URL reference to which an answer redirects. It is false for an
// answer that is no redirect, or that has no Location.
func LocationOf(resp *http.Response) (string, bool) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if values := resp.Header[locationKey]; len(values) > 0 && values[0] != "" {
			return values[0], true
		}
	}
	return "", false
}

package fetch

import "net/http"

// hiddenLocation moves the Location field of an answer out of http.Client's
// sight: even when told to follow nothing, it parses the field with net/url, and
// fails the whole answer on a URL that browsers accept.
type hiddenLocation struct{ next http.RoundTripper }

// locationKey is no valid field name, so that no server can send it.
const locationKey = ":location"

func (h *hiddenLocation) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := h.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if values, ok := resp.Header["Location"]; ok {
		delete(resp.Header, "Location")
		resp.Header[locationKey] = values
	}
	return resp, nil
}

// location returns the URL reference to which resp redirects. It is false for
// an answer that is no redirect, and for one that does not say where to.
func location(resp *http.Response) (string, bool) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if values := resp.Header[locationKey]; len(values) > 0 && values[0] != "" {
			return values[0], true
		}
	}
	return "", false
}

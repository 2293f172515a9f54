// Package fetchtest is for tests alone: it answers requests without a network, so that
// time may be virtual.
package fetchtest

import (
	"io"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// RoundTrip is an http.RoundTripper of a test.
type RoundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f RoundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Response returns a response with status and header fields "Name: value".
func Response(req *http.Request, status int, fields ...string) *http.Response {
	resp := &http.Response{
		StatusCode: status, Header: http.Header{}, Request: req,
		Body: io.NopCloser(strings.NewReader("")),
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		resp.Header.Set(name, value)
	}
	return resp
}

// URL is the start page of an external host.
var URL = weburl.URL{Scheme: "https", Host: "example.test", Path: "/"}

// At returns the URL of a path of that host.
func At(path string) weburl.URL {
	u := URL
	u.Path = path
	return u
}

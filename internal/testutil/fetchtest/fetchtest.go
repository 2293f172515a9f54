// Package fetchtest is for tests alone: it answers requests without a network, so that
// time may be virtual.
package fetchtest

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"strings"
	"syscall"

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

// URLOf returns the URL of a path of that host.
func URLOf(path string) weburl.URL {
	u := URL
	u.Path = path
	return u
}

// Hosts answers requests in memory, by the host of their URL. A host that is not in it
// refuses connections.
type Hosts map[string]http.HandlerFunc

// RoundTrip answers a request.
func (h Hosts) RoundTrip(req *http.Request) (*http.Response, error) {
	answer := h[req.URL.Host]
	if answer == nil {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	}
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil {
		trace.ConnectStart("tcp", req.URL.Host)
		trace.GotConn(httptrace.GotConnInfo{})
	}
	w := httptest.NewRecorder()
	answer(w, req)
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	resp := w.Result()
	resp.Request = req
	return resp, nil
}

// Silence answers nothing until the client gives up.
func Silence(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }

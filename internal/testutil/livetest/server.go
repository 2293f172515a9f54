package livetest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// Site is what a server of a test answers, by path and query; anything else
// does not exist.
type Site map[string]http.HandlerFunc

// Answer answers a request by its path alone.
func (s Site) Answer(w http.ResponseWriter, r *http.Request) {
	if answer := s[r.URL.Path]; answer != nil {
		answer(w, r)
		return
	}
	http.NotFound(w, r)
}

// Or answers a request by its path alone, and all other paths with one answer.
func (s Site) Or(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if handle := s[r.URL.Path]; handle != nil {
			handle(w, r)
			return
		}
		answer(w, r)
	}
}

// Refusing is an origin whose port refuses connections. Nothing ever listens there, while the
// port of a server that was closed may be another test's a moment later.
const Refusing = "http://127.0.0.1:1"

// Server serves a site on a loopback port and records what it is asked.
type Server struct {
	*httptest.Server
	// Conns is the number of connections that were made.
	Conns atomic.Int64

	mu       sync.Mutex
	requests []*http.Request
}

// Serve serves the pages of a site until the end of the test.
func Serve(t *testing.T, pages Site) *Server {
	t.Helper()
	s := &Server{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		if answer := pages[r.RequestURI]; answer != nil {
			answer(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.Conns.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// ServeWithOrigin adds an answer that needs the server's own URL.
func (s *Server) ServeWithOrigin(pages Site, path string, answer func(origin string) http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages[path] = answer(s.URL)
}

// Asked returns how often the server got each request, such as "GET /a".
func (s *Server) Asked() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := map[string]int{}
	for _, r := range s.requests {
		asked[r.Method+" "+r.RequestURI]++
	}
	return asked
}

// WithHeader returns the requests that bore a header field.
func (s *Server) WithHeader(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []string
	for _, r := range s.requests {
		if r.Header.Get(name) != "" {
			found = append(found, r.Method+" "+r.RequestURI)
		}
	}
	return found
}

// Never fails the test when the server got one of the requests.
func (s *Server) Never(t *testing.T, requests ...string) {
	t.Helper()
	asked := s.Asked()
	for _, request := range requests {
		if asked[request] > 0 {
			t.Errorf("%s was asked for %d times", request, asked[request])
		}
	}
}

// Once fails the test unless the server got each request exactly once.
func (s *Server) Once(t *testing.T, requests ...string) {
	t.Helper()
	asked := s.Asked()
	for _, request := range requests {
		if asked[request] != 1 {
			t.Errorf("%s was asked for %d times, want once", request, asked[request])
		}
	}
}

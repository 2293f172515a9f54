package main

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// silent is a server that takes requests and answers none.
type silent struct {
	url   string
	asked chan struct{} // closed at the first request
}

func newSilent(t *testing.T) *silent {
	t.Helper()
	s := &silent{asked: make(chan struct{})}
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(s.asked) })
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	s.url = server.URL + "/silent"
	return s
}

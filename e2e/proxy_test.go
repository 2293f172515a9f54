package e2e

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// proxy starts a proxy that leads to an address what is for a host. A request for any other
// host fails the script.
func proxy(ts *testscript.TestScript, host, address string) {
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Host != host+":443" {
			testOf(ts).Errorf("a request to %s", req.Host)
			http.Error(w, "", http.StatusForbidden)
			return
		}
		server, err := (&net.Dialer{}).DialContext(req.Context(), "tcp", address)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		client, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			_ = server.Close()
			return
		}
		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
		var both sync.WaitGroup
		both.Go(func() { join(server, buffered) })
		both.Go(func() { join(client, server) })
		both.Wait()
	}))
	ts.Defer(p.Close)
	ts.Setenv("HTTPS_PROXY", p.URL)
}

// join copies all that comes from one side to the other one, and closes that.
func join(to net.Conn, from io.Reader) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
}

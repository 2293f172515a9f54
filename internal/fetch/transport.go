package fetch

import (
	"net/http"
	"time"
)

const (
	// idleTimeout closes connections that no request has used for a while.
	idleTimeout = 60 * time.Second
	// maxHeaderBytes bounds the header of an answer, at what Chrome reads of one. Its
	// fields take several times as much memory, for each request in flight.
	maxHeaderBytes = 256 << 10
	// idlePerSlot bounds all idle connections, as a multiple of the semaphore: a
	// site with links to thousands of hosts must not run out of files.
	idlePerSlot = 4
)

// newTransport returns the one transport of a client. Its pool lets each
// request of a full semaphore keep its connection, even when all of them go to
// one host.
func newTransport(opt Options, g *guard) *http.Transport {
	return &http.Transport{
		Proxy:               g.proxy,
		DialContext:         g.dial,
		ForceAttemptHTTP2:   true, // a DialContext of one's own turns it off otherwise
		MaxIdleConns:        idlePerSlot * opt.Concurrency,
		MaxIdleConnsPerHost: opt.Concurrency,
		// A body gives its slot back a moment before its connection is free. Who
		// comes then waits for that one, rather than to open another.
		MaxConnsPerHost:        opt.Concurrency,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    opt.Timeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

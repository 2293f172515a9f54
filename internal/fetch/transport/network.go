// Package transport sends one attempt of a request. Each http.RoundTripper has a file:
// headers by origin (headers.go), the Location field (location.go), the limits of the host
// (hostconcurrency.go, hostrate.go), the semaphore (concurrency.go), the timeout
// (timeout.go), the count of requests (counter.go) and the address guard (addressguard.go).
// Below them are the connections (dialer.go, conn.go).
package transport

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
	// idlePerRequest bounds all idle connections, as a multiple of the requests in
	// flight: a site with links to thousands of hosts must not run out of files.
	idlePerRequest = 4
)

// Base returns the transport that sends the requests which pass the guard. Its pool is
// large enough that all requests in flight keep their connections, even to one host.
// maxConnections bounds those that are open or being made; 0 is no bound.
func (g *Guard) Base(concurrency, maxConnections int) *http.Transport {
	base := &http.Transport{
		Proxy:               g.proxy,
		DialContext:         g.dialer.dial,
		ForceAttemptHTTP2:   true, // a DialContext turns it off otherwise
		MaxIdleConns:        idlePerRequest * concurrency,
		MaxIdleConnsPerHost: concurrency,
		// The semaphore is released a moment before the connection is free. The next
		// request waits for that one then, and does not open another.
		MaxConnsPerHost:        concurrency,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    g.dialer.timeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
	g.next = newVersion(base)
	if maxConnections > 0 {
		g.dialer.limit = limitConnections(base, g.next.CloseIdleConnections, maxConnections)
	}
	return base
}

package fetch

import (
	"errors"
	"net/http"
	"sync/atomic"
)

// newChain puts the RoundTrippers around base, the innermost first.
//
// The order matters. A turn at the host is waited for before a slot of the
// semaphore is taken, so that a slow host keeps no slot from the others; the
// timeout is innermost, so that it does not run while a request waits for
// either. Redirects and retries are outside of it all, so that each hop and
// each try takes its own turn, and none is held while waiting to retry.
//
// No type of the chain has a CloseIdleConnections method, and so
// http.Client.CloseIdleConnections finds nothing to close: retryablehttp calls
// it after each request that failed for good, and each dead link would cost all
// healthy hosts their warm connections.
func newChain(opt Options, base http.RoundTripper, sent *atomic.Int64) http.RoundTripper {
	site := newOrigins(opt.Site)
	var rt http.RoundTripper
	rt = &counted{next: base, sent: sent}
	rt = &timed{next: rt, limit: opt.Timeout}
	slots := newSlots(rt, opt.Concurrency)
	if opt.MaxConnections > 0 {
		slots.late.reserved = max(0, maxLate-max(0, opt.MaxConnections-opt.Concurrency))
	}
	rt = slots
	rt = newTurns(rt, site, opt)
	rt = newHeaders(rt, site, opt)
	return &hiddenLocation{next: rt}
}

// counted counts the requests that are sent.
type counted struct {
	next http.RoundTripper
	sent *atomic.Int64
}

func (c *counted) RoundTrip(req *http.Request) (*http.Response, error) {
	c.sent.Add(1)
	resp, err := c.next.RoundTrip(req)
	var private *privateError
	if errors.As(err, &private) {
		// The guard kept it from being sent at all.
		c.sent.Add(-1)
	}
	return resp, err
}

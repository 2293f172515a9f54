package transport

import (
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// Semaphore bounds the requests in flight over all hosts, except for late ones.
type Semaphore struct {
	free *semaphore.Weighted
	late lateness
}

// NewSemaphore returns a Semaphore for n requests. maxConnections bounds the connections
// that are open or being made, late requests included; 0 is no bound.
func NewSemaphore(n, maxConnections int) *Semaphore {
	s := &Semaphore{free: semaphore.NewWeighted(int64(n))}
	if maxConnections > 0 {
		s.late.reserved = max(0, maxLate-max(0, maxConnections-n))
	}
	return s
}

// Concurrency holds the semaphore from sending a request until its body is closed or has
// come to its end, or until the request is late.
type Concurrency struct {
	Next      http.RoundTripper
	Semaphore *Semaphore
	Waiting   *host.Waiting
	// Unproven is the progress of a request to a host that did not answer the last one.
	// Only such a request may become late; nil for the others.
	Unproven *Progress
}

var _ http.RoundTripper = (*Concurrency)(nil)

// RoundTrip sends a request.
func (c *Concurrency) RoundTrip(req *http.Request) (*http.Response, error) {
	c.Waiting.End()
	if err := c.Semaphore.free.Acquire(req.Context(), 1); err != nil {
		return nil, err
	}
	if c.Unproven == nil {
		resp, err := c.Next.RoundTrip(req)
		return hold(resp, err, func() { c.Semaphore.free.Release(1) })
	}
	release := sync.OnceFunc(func() { c.Semaphore.free.Release(1) })
	watched := c.Semaphore.late.watch(c.Unproven, func() {
		release()
		c.Waiting.Begin()
	})
	resp, err := c.Next.RoundTrip(req)
	watched.answered()
	c.Waiting.End()
	return hold(resp, err, func() {
		watched.end()
		release()
	})
}

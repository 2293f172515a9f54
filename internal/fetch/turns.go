package fetch

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// turns bounds the requests in flight to one external host, and how many are
// begun a second. The site's own origins pass.
type turns struct {
	next    http.RoundTripper
	site    origins
	perHost int64
	rate    float64

	mu    sync.Mutex
	hosts map[string]*host
}

// host is what turns knows of one external host.
type host struct {
	free *semaphore.Weighted
	rate *rate.Limiter // nil when there is no bound
}

func newTurns(next http.RoundTripper, site origins, perHost int, perSecond float64) *turns {
	return &turns{
		next: next, site: site, perHost: int64(perHost), rate: perSecond,
		hosts: map[string]*host{},
	}
}

func (t *turns) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.site[origin(req)] {
		return t.next.RoundTrip(req)
	}
	h := t.host(hostOf(req, t.rate))
	return holding(h.free, paced{next: t.next, rate: h.rate}, req)
}

func (t *turns) host(name string, perSecond float64) *host {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.hosts[name]
	if h == nil {
		h = &host{free: semaphore.NewWeighted(t.perHost)}
		if perSecond > 0 {
			h.rate = rate.NewLimiter(rate.Limit(perSecond), 1)
		}
		t.hosts[name] = h
	}
	return h
}

// paced sends a request when its host's rate allows it.
type paced struct {
	next http.RoundTripper
	rate *rate.Limiter
}

func (p paced) RoundTrip(req *http.Request) (*http.Response, error) {
	if p.rate != nil {
		if err := waitTurn(req.Context(), p.rate); err != nil {
			return nil, err
		}
	}
	return p.next.RoundTrip(req)
}

// waitTurn waits for the next free moment of r. Unlike r.Wait it fails with
// ctx's own error and no other.
func waitTurn(ctx context.Context, r *rate.Limiter) error {
	turn := r.Reserve()
	timer := time.NewTimer(turn.Delay())
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		turn.Cancel()
		return ctx.Err()
	}
}

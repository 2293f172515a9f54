package fetch

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// initialHostConcurrency is how many requests may be in flight to an external
// host that was silent so far: one that never answers is found out by these.
const initialHostConcurrency = 2

// turns bounds the requests in flight to one external host, and sees that each
// host is asked at the pace that it bears. The site's own origins may have any
// number in flight, and have a pace of their own kind: see siteState.
type turns struct {
	next    http.RoundTripper
	own     map[string]*host // by origin; never changed
	perHost int64
	rate    float64
	pause   time.Duration

	mu    sync.Mutex
	hosts map[string]*host
}

// host is what turns knows of one host.
type host struct {
	free *semaphore.Weighted // nil when there is no bound
	pace *pace
	// grow lets it have all its turns from now on.
	grow func()
	// proven is whether the last request was answered.
	proven atomic.Bool
}

func newTurns(next http.RoundTripper, site origins, opt Options) *turns {
	t := &turns{
		next: next, perHost: int64(opt.HostConcurrency), rate: opt.HostRate, pause: 2 * opt.RetryWait,
		own: map[string]*host{}, hosts: map[string]*host{},
	}
	for name := range site {
		t.own[name] = &host{pace: newSitePace(t.pause)}
	}
	return t
}

func (t *turns) RoundTrip(req *http.Request) (*http.Response, error) {
	if h := t.own[origin(req)]; h != nil {
		return paced{next: t.next, pace: h.pace}.RoundTrip(req)
	}
	h := t.host(hostOf(req, t.rate))
	if isSecondLook(req.Context()) {
		// How many links ask a silent host then is decided before: see circuits.
		h.grow()
	}
	if !h.proven.Load() {
		req = req.WithContext(context.WithValue(req.Context(), unprovenKey{}, new(noted)))
	}
	resp, err := holding(h.free, paced{next: t.next, pace: h.pace}, req)
	h.learn(err)
	return resp, err
}

// learn notes what became of a request. Only silence keeps the host small: one that
// fails at once takes nobody's time.
func (h *host) learn(err error) {
	switch {
	case err == nil:
		h.proven.Store(true)
		h.grow()
	case tookAllTime(err):
		h.proven.Store(false)
	default:
		h.grow()
	}
}

func (t *turns) host(name string, perSecond float64) *host {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.hosts[name]
	if h == nil {
		free, kept := semaphore.NewWeighted(t.perHost), max(t.perHost-initialHostConcurrency, 0)
		// Never refused, as nobody else has it yet.
		free.TryAcquire(kept)
		h = &host{free: free, pace: newPace(perSecond, t.pause), grow: sync.OnceFunc(func() { free.Release(kept) })}
		t.hosts[name] = h
	}
	return h
}

// paced sends a request when its host's pace allows it.
type paced struct {
	next http.RoundTripper
	pace *pace
}

func (p paced) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := p.pace.wait(req.Context()); err != nil {
		return nil, err
	}
	sent := time.Now()
	resp, err := p.next.RoundTrip(req)
	if err == nil {
		p.pace.learn(resp, sent)
		if by, ok := req.Context().Value(pacedKey{}).(**pace); ok {
			*by = p.pace
		}
	}
	return resp, err
}

// pacedKey marks the context of a request with where to put the pace of the host that
// answered it.
type pacedKey struct{}

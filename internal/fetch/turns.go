package fetch

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// strangersTurns is how many requests may be in flight to an external host that
// has neither answered nor failed yet. Were it more, a few that never answer
// would take all slots.
const strangersTurns = 2

// turns bounds the requests in flight to one external host, and sees that each
// host is asked at the pace that it bears. The site's own origins may have any
// number in flight, but bear no more than others when they say so.
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
	// met lets it have all its turns from now on.
	met func()
}

func newTurns(next http.RoundTripper, site origins, opt Options) *turns {
	t := &turns{
		next: next, perHost: int64(opt.HostConcurrency), rate: opt.HostRate, pause: 2 * opt.RetryWait,
		own: map[string]*host{}, hosts: map[string]*host{},
	}
	for name := range site {
		own := newPace(0, t.pause)
		own.site = true
		t.own[name] = &host{pace: own}
	}
	return t
}

func (t *turns) RoundTrip(req *http.Request) (*http.Response, error) {
	if h := t.own[origin(req)]; h != nil {
		return paced{next: t.next, pace: h.pace}.RoundTrip(req)
	}
	h := t.host(hostOf(req, t.rate))
	resp, err := holding(h.free, paced{next: t.next, pace: h.pace}, req)
	h.met()
	return resp, err
}

func (t *turns) host(name string, perSecond float64) *host {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.hosts[name]
	if h == nil {
		free, kept := semaphore.NewWeighted(t.perHost), max(t.perHost-strangersTurns, 0)
		// Never refused, as nobody else has it yet.
		free.TryAcquire(kept)
		h = &host{free: free, pace: newPace(perSecond, t.pause), met: sync.OnceFunc(func() { free.Release(kept) })}
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
	}
	return resp, err
}

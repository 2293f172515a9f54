// Package host knows how each host wants to be asked: how often, by how many requests at
// once, with which cookies and methods, and whether it is worth asking at all. It sends
// nothing.
package host

import (
	"context"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// initialHostConcurrency is how many requests may be in flight to an external host that
// was silent so far: they are enough to find out that it never answers.
const initialHostConcurrency = 2

// Limits are those of each external host.
type Limits struct {
	// Concurrency bounds the requests in flight.
	Concurrency int
	// SiteConcurrency bounds those to an origin of the site.
	SiteConcurrency int
	// Rate is the number of requests a second. 0 is no bound.
	Rate float64
	// Pause is the first pause after a refusal that names none.
	Pause time.Duration
}

// Hosts are the hosts of a run. The site's own origins have a special bound of requests in
// flight, and a special rate limiter.
type Hosts struct {
	limits Limits
	site   map[string]*Host // by origin; never changed

	mu       sync.Mutex
	external map[string]*Host
}

// NewHosts returns the hosts of a run for the site's own origins.
func NewHosts(site map[string]bool, limits Limits) *Hosts {
	hs := &Hosts{limits: limits, site: map[string]*Host{}, external: map[string]*Host{}}
	for origin := range site {
		hs.site[origin] = &Host{Limiter: newSiteRateLimiter(limits.Pause), site: newSiteConcurrency(limits.SiteConcurrency)}
	}
	return hs
}

// Of returns the host of u. If urlRate is not 0, u counts apart from the host's other URLs.
func (hs *Hosts) Of(u *url.URL, urlRate float64) *Host {
	if h := hs.site[u.Scheme+"://"+u.Host]; h != nil {
		return h
	}
	name, perSecond := u.Host, hs.limits.Rate
	if urlRate > 0 {
		name, perSecond = u.Host+" "+strconv.FormatFloat(urlRate, 'g', -1, 64), urlRate
	}
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.external[name]
	if h == nil {
		h = newExternalHost(int64(hs.limits.Concurrency), newRateLimiter(perSecond, hs.limits.Pause))
		hs.external[name] = h
	}
	return h
}

// Host is what a run knows of one host, for the requests to it.
type Host struct {
	// Limiter decides how often the host is asked.
	Limiter *RateLimiter

	site        *siteConcurrency    // nil for other hosts
	concurrency *semaphore.Weighted // nil for the site
	// grow allows the full concurrency from now on.
	grow func()
	// proven is whether the last request was answered.
	proven atomic.Bool
}

func newExternalHost(concurrency int64, limiter *RateLimiter) *Host {
	free, kept := semaphore.NewWeighted(concurrency), max(concurrency-initialHostConcurrency, 0)
	// This succeeds: the semaphore is new.
	free.TryAcquire(kept)
	return &Host{Limiter: limiter, concurrency: free, grow: sync.OnceFunc(func() { free.Release(kept) })}
}

// IsProven reports whether the host answered the last request. Those of the site always
// count as proven.
func (h *Host) IsProven() bool { return h.concurrency == nil || h.proven.Load() }

// Acquire waits until one more request to the host may be in flight, up to the call of
// release. The circuit breaker decides how many deferred retries ask a silent host.
func (h *Host) Acquire(ctx context.Context, deferred bool, waiting *Waiting) (release func(), err error) {
	if h.site != nil {
		// More work for the site would wait as well.
		return sync.OnceFunc(h.site.release), h.site.acquire(ctx)
	}
	if h.concurrency == nil {
		return func() {}, nil
	}
	if deferred {
		h.grow()
	}
	if !h.concurrency.TryAcquire(1) {
		waiting.Begin()
		if err := h.concurrency.Acquire(ctx, 1); err != nil {
			return nil, err
		}
	}
	return sync.OnceFunc(func() { h.concurrency.Release(1) }), nil
}

// Sent is what became of a request.
type Sent struct {
	// Answered is whether there is an answer, and KeepsConnection whether the next request can use
	// its connection.
	Answered, KeepsConnection bool
	// Silent is whether it used up its time.
	Silent bool
	// IsStrained is whether to connect took long or failed: the host may have too many connections
	// to accept.
	IsStrained bool
}

// Done records what became of a request. Only silence keeps the concurrency of an external host
// low: a request that fails at once does not make others wait.
func (h *Host) Done(sent Sent) {
	switch {
	case h.site != nil:
		h.site.learn(sent)
	case h.concurrency == nil:
	case sent.Answered:
		h.proven.Store(true)
		h.grow()
	case sent.Silent:
		h.proven.Store(false)
	default:
		h.grow()
	}
}

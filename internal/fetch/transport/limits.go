package transport

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// hostLimit sends a request when its host may be asked, which learns from what became of it. The
// request is in flight until its body is closed.
type hostLimit struct{ next http.RoundTripper }

// RoundTrip sends a request.
func (h hostLimit) RoundTrip(req *http.Request) (*http.Response, error) {
	t := tryOf(req.Context())
	release, err := t.Host.Acquire(req.Context(), t.Request.Request)
	if err != nil {
		return nil, err
	}
	sent := time.Now()
	resp, err := h.next.RoundTrip(req)
	t.Host.Learn(t.Request.Request, host.Sent{
		At: sent, Answer: resp, Silent: err != nil && UsedAllTime(err),
		IsStrained: t.slow.Load() || err != nil && StageOf(err) == Connecting,
	})
	if err != nil {
		release()
		return nil, err
	}
	t.atClose(release)
	return resp, nil
}

const (
	// lateAfter is how long a request to a host that is not proven holds the semaphore without
	// an answer: the time of most first answers. The more requests are late, the shorter it is,
	// but never less than minLateAfter: each of a thousand silent hosts may cost only a little.
	lateAfter    = 250 * time.Millisecond
	minLateAfter = 10 * time.Millisecond
	// lateHalves is how many late requests halve that time.
	lateHalves = 16
	// lateAfterLookup is lateAfter while a name is looked up: the semaphore protects the name
	// servers too.
	lateAfterLookup = time.Second
	// maxLate bounds the late requests, as each has a connection and an open file. One more
	// keeps holding the semaphore.
	maxLate = 2048
)

// concurrency bounds the requests in flight over all hosts. A request holds its semaphore until its
// body is closed, or until it is late: its host has answered nothing so far, and to wait for it
// takes neither the network nor a processor. The semaphore is for hosts that answer.
type concurrency struct {
	next       http.RoundTripper
	free, late *semaphore.Weighted
	lateNow    atomic.Int64
}

func newConcurrency(next http.RoundTripper, n int) *concurrency {
	return &concurrency{next: next, free: semaphore.NewWeighted(int64(n)), late: semaphore.NewWeighted(maxLate)}
}

// RoundTrip sends a request.
func (l *concurrency) RoundTrip(req *http.Request) (*http.Response, error) {
	t := tryOf(req.Context())
	t.Waiting.End()
	if err := l.free.Acquire(req.Context(), 1); err != nil {
		return nil, err
	}
	release := func() { l.free.Release(1) }
	answered := func() {}
	if !t.Host.IsProven() {
		answered, release = l.watch(t)
	}
	resp, err := l.next.RoundTrip(req)
	answered()
	if err != nil {
		release()
		return nil, err
	}
	t.atClose(release)
	return resp, nil
}

// watch releases the semaphore when a request becomes late, which it cannot after answered was
// called. At its end the caller calls release.
func (l *concurrency) watch(t *try) (answered, release func()) {
	var mu sync.Mutex
	var timer *time.Timer
	isDone, isLate, begun := false, false, time.Now()
	mu.Lock()
	defer mu.Unlock()
	patience := max(lateAfter*lateHalves/time.Duration(lateHalves+l.lateNow.Load()), minLateAfter)
	timer = time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		switch left := lateAfterLookup - time.Since(begun); {
		case isDone:
		case t.stage() <= Resolving && left > 0:
			timer.Reset(min(left, lateAfter/4))
		case l.late.TryAcquire(1):
			isLate = true
			l.lateNow.Add(1)
			l.free.Release(1)
			t.Waiting.Begin()
		}
	})
	answered = func() {
		mu.Lock()
		defer mu.Unlock()
		timer.Stop()
		isDone = true
		t.Waiting.End()
	}
	release = func() {
		if isLate {
			l.lateNow.Add(-1)
			l.late.Release(1)
		} else {
			l.free.Release(1)
		}
	}
	return answered, release
}

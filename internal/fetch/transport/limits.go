package transport

import (
	"context"
	"net/http"
	"slices"
	"sync"
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
	minLateAfter = 5 * time.Millisecond
	// lateHalves is how many late requests halve that time.
	lateHalves = 16
	// lateAfterLookup is lateAfter while a name is looked up: the semaphore protects the name
	// servers too.
	lateAfterLookup = time.Second
	// maxLate bounds the late requests, each of which has a connection.
	maxLate = 4096
	// lateFiles is the part of the files that may be open which late requests may have.
	lateFiles = 4
)

// concurrency bounds the requests in flight over all hosts. A request holds its semaphore until its
// body is closed, or until it is late: its host has answered nothing so far, and to wait for it
// takes neither the network nor a processor. The semaphore is for hosts that answer. When too many
// are late, the first of them is cut off, and left to the deferred retry: a host that answers may
// come after thousands that do not.
type concurrency struct {
	next    http.RoundTripper
	free    *semaphore.Weighted
	maxLate int

	mu   sync.Mutex
	late []*watched // in the order in which they became so
}

func newConcurrency(next http.RoundTripper, opt Options) *concurrency {
	return &concurrency{next: next, free: semaphore.NewWeighted(int64(opt.Concurrency)), maxLate: min(maxLate, opt.Files/lateFiles)}
}

// RoundTrip sends a request.
func (l *concurrency) RoundTrip(req *http.Request) (*http.Response, error) {
	t := tryOf(req.Context())
	t.Waiting.End()
	if err := l.free.Acquire(req.Context(), 1); err != nil {
		return nil, err
	}
	if t.Host.IsProven() {
		resp, err := l.next.RoundTrip(req)
		if err != nil {
			l.free.Release(1)
			return nil, err
		}
		t.atClose(func() { l.free.Release(1) })
		return resp, nil
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	w := l.watch(t, cancel)
	resp, err := l.next.RoundTrip(req.WithContext(ctx))
	l.answered(w)
	if err != nil {
		l.release(w)
		return nil, err
	}
	t.atClose(func() { l.release(w) })
	return resp, nil
}

// watched is a request to a host that is not proven.
type watched struct {
	*try
	begun              time.Time
	timer              *time.Timer
	isAnswered, isLate bool
	cancel             context.CancelCauseFunc
}

func (l *concurrency) watch(t *try, cancel context.CancelCauseFunc) *watched {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := &watched{try: t, begun: time.Now(), cancel: cancel}
	patience := max(lateAfter*lateHalves/time.Duration(lateHalves+len(l.late)), minLateAfter)
	w.timer = time.AfterFunc(patience, func() { l.becomeLate(w) })
	return w
}

// becomeLate releases the semaphore of a request that has no answer yet. A deferred retry neither
// cuts others off nor is cut off: it keeps the semaphore when too many are late.
func (l *concurrency) becomeLate(w *watched) {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := lateAfterLookup - time.Since(w.begun)
	switch {
	case w.isAnswered:
		return
	case w.stage() <= Resolving && left > 0:
		w.timer.Reset(min(left, lateAfter/4))
		return
	case len(l.late) >= l.maxLate:
		i := slices.IndexFunc(l.late, func(other *watched) bool { return other.Probes == 0 })
		if w.Probes > 0 || i < 0 {
			return
		}
		first := l.late[i]
		l.late = slices.Delete(l.late, i, i+1)
		first.cancel(&TimeoutError{Limit: time.Since(first.begun).Round(time.Millisecond)})
	}
	w.isLate = true
	l.late = append(l.late, w)
	l.free.Release(1)
	w.Waiting.Begin()
}

// answered ends the time in which w can become late.
func (l *concurrency) answered(w *watched) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.timer.Stop()
	w.isAnswered = true
	w.Waiting.End()
}

// release ends w.
func (l *concurrency) release(w *watched) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !w.isLate {
		l.free.Release(1)
	} else if i := slices.Index(l.late, w); i >= 0 {
		l.late = slices.Delete(l.late, i, i+1)
	}
	w.cancel(context.Canceled)
}

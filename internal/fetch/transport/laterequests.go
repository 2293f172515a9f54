package transport

import (
	"sync"
	"time"
)

const (
	// lateAfter is how long a request to an unproven host holds the semaphore without
	// an answer: the time of most first answers. The more requests are late, the shorter
	// it is, but never less than minLateAfter: each of a thousand silent hosts may cost
	// only a little.
	lateAfter    = 250 * time.Millisecond
	minLateAfter = 10 * time.Millisecond
	// lateHalves is how many late requests halve that time.
	lateHalves = 16
	// lateAfterLookup is lateAfter while a name is looked up: the semaphore protects
	// the name servers too.
	lateAfterLookup = time.Second
	// maxLate bounds the late requests, as each has a connection and an open file. One more
	// would keep holding the semaphore.
	maxLate = 2048
)

// lateness counts the late requests: they are in flight and do not hold the semaphore,
// because their hosts have answered nothing so far. To wait for them takes neither the
// network nor a processor, and the semaphore is for hosts that answer.
type lateness struct {
	mu sync.Mutex
	n  int
	// reserved is how many of maxLate there is no connection for.
	reserved int
}

// patience is how long the next request may take before it is late.
func (l *lateness) patience() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(lateAfter*lateHalves/time.Duration(lateHalves+l.n), minLateAfter)
}

// watch calls onLate when a request with that progress becomes late.
func (l *lateness) watch(progress *Progress, onLate func()) *watched {
	w := &watched{all: l, progress: progress, onLate: onLate, begun: time.Now()}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(l.patience(), w.timeUp)
	return w
}

// watched is one request that may become late.
type watched struct {
	all      *lateness
	progress *Progress
	onLate   func()
	begun    time.Time

	mu    sync.Mutex
	timer *time.Timer
	late  bool
	done  bool // answered, or failed
}

// timeUp is called when the request has had its time.
func (w *watched) timeUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch left := lateAfterLookup - time.Since(w.begun); {
	case w.done:
		return
	case w.progress.stage() <= Resolving && left > 0:
		w.timer.Reset(min(left, lateAfter/4))
		return
	case !w.all.add():
		return
	}
	w.late = true
	w.onLate()
}

// answered is called when the request is answered or has failed, and cannot become late
// any more.
func (w *watched) answered() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.done = true
}

// end is called when the request is over.
func (w *watched) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.late {
		w.late = false
		w.all.remove()
	}
}

// add counts a late request, unless there are too many.
func (l *lateness) add() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n >= maxLate-l.reserved {
		return false
	}
	l.n++
	return true
}

func (l *lateness) remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n--
}

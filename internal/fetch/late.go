package fetch

import (
	"sync"
	"time"
)

const (
	// lateAfter is how long a request to an unproven host keeps its slot of the
	// semaphore while nothing is answered: the time of most first answers. The more
	// requests are late, the less of it, but never less than lateAtLeast: of a
	// thousand silent hosts each may cost only a little.
	lateAfter   = 250 * time.Millisecond
	lateAtLeast = 10 * time.Millisecond
	// lateHalves is how many late requests halve that time.
	lateHalves = 16
	// lookupPatience is lateAfter while a name is looked up: name servers take no
	// more questions at once than the semaphore lets through.
	lookupPatience = time.Second
	// maxLate bounds the late requests, each of which has a connection, and so a
	// file. A request that would be one too many keeps its slot.
	maxLate = 2048
)

// unprovenKey marks the context of a request to a host that has not answered yet,
// or not the last time. Its value is the *noted that tells how far the try is.
type unprovenKey struct{}

// lateness are the requests in flight that gave their slot of the semaphore back
// because their hosts, which have answered nothing so far, keep silent. Waiting
// for them takes neither the network nor a processor, and slots are for hosts
// that answer.
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
	return max(lateAfter*lateHalves/time.Duration(lateHalves+l.n), lateAtLeast)
}

// watch calls onLate when a request turns out to be late. at tells how far it has come.
func (l *lateness) watch(at *noted, onLate func()) *watched {
	w := &watched{all: l, at: at, onLate: onLate, begun: time.Now()}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(l.patience(), w.look)
	return w
}

// watched is one request that may come to be late.
type watched struct {
	all    *lateness
	at     *noted
	onLate func()
	begun  time.Time

	mu    sync.Mutex
	timer *time.Timer
	late  bool
	done  bool // answered, or failed
}

// look is called when the request has had its time.
func (w *watched) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch left := lookupPatience - time.Since(w.begun); {
	case w.done:
		return
	case w.at.stage() <= resolving && left > 0:
		w.timer.Reset(min(left, lateAfter/4))
		return
	case !w.all.add():
		return
	}
	w.late = true
	w.onLate()
}

// answered is called when the request is answered or has failed: it will not be
// late any more.
func (w *watched) answered() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.done = true
}

// end is called when the request is done with.
func (w *watched) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.late {
		w.late = false
		w.all.remove()
	}
}

// add counts a late request, if there may be one more.
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

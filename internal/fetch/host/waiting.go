package host

import "sync"

// Waiting tells the caller of a request when the request only waits, for a host or for
// another request. A nil Waiting does nothing.
type Waiting struct {
	mu    sync.Mutex
	begin func() (end func()) // nil when the request is over
	end   func()              // nil while there is work
}

// NewWaiting returns a Waiting that calls begin when the waiting begins, and what that
// returned when it ends. It is nil when begin is.
func NewWaiting(begin func() (end func())) *Waiting {
	if begin == nil {
		return nil
	}
	return &Waiting{begin: begin}
}

// Begin says that the request waits. Calling it twice is the same as once.
func (w *Waiting) Begin() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.end == nil && w.begin != nil {
		w.end = w.begin()
	}
}

// End says that the request does not wait any more.
func (w *Waiting) End() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.endLocked()
}

// Finish says that the request is over: Begin does nothing from now on.
func (w *Waiting) Finish() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.endLocked()
	w.begin = nil
}

func (w *Waiting) endLocked() {
	if w.end != nil {
		w.end()
		w.end = nil
	}
}

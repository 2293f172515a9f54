package fetch

import (
	"bytes"
	"context"
	"sync"
)

// roomBytes is how much memory the bodies of a client may take at once beyond
// the first megabyte of each: compressed ones are small on the way here, and 64
// of them would otherwise take gigabytes.
const roomBytes = 256 << 20

// room bounds the memory of bodies. Who wants more than is left waits until
// another body is done with, but for one at a time: whatever each of them holds,
// that one comes to its end.
type room struct {
	limit int

	mu    sync.Mutex
	taken int
	over  *bytes.Buffer // the body that may go on; nil when none has to
	// freed is closed when memory is given back; nil when nobody waits for that.
	freed chan struct{}
}

// counts is what a body of that many bytes counts.
func counts(size int) int { return max(size-firstBytes, 0) }

// enter counts a buffer that is in use from now on, which is never kept waiting.
func (r *room) enter(buf *bytes.Buffer) {
	if n := counts(buf.Cap()); n > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.taken += n
	}
}

// leave takes enter back, and all that grow has counted.
func (r *room) leave(buf *bytes.Buffer) {
	n := counts(buf.Cap())
	if n == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken -= n
	if r.over == buf {
		r.over = nil
	}
	if r.freed != nil {
		close(r.freed)
		r.freed = nil
	}
}

// grow gives buf memory for size bytes once that may be had. waits is called
// when that is not at once, and what it returns when it is. The error is ctx's.
func (r *room) grow(ctx context.Context, buf *bytes.Buffer, size int, waits func() (over func())) error {
	wait := r.tryGrow(buf, size)
	if wait == nil {
		return nil
	}
	defer waits()()
	for wait != nil {
		select {
		case <-wait:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		wait = r.tryGrow(buf, size)
	}
	return nil
}

// tryGrow is grow without waiting: for that it returns a channel.
func (r *room) tryGrow(buf *bytes.Buffer, size int) <-chan struct{} {
	if more := counts(size) - counts(buf.Cap()); more > 0 {
		if wait := r.claim(buf, more); wait != nil {
			return wait
		}
	}
	// Grow of a buffer would at least double it, for a body that is only a little
	// larger.
	larger := make([]byte, buf.Len(), size)
	copy(larger, buf.Bytes())
	*buf = *bytes.NewBuffer(larger)
	return nil
}

// claim counts more bytes for buf, or returns a channel to wait for.
func (r *room) claim(buf *bytes.Buffer, more int) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.taken+more > r.limit && r.over != buf {
		if r.over != nil {
			if r.freed == nil {
				r.freed = make(chan struct{})
			}
			return r.freed
		}
		r.over = buf
	}
	r.taken += more
	return nil
}

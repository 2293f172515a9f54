package body

import (
	"bytes"
	"context"
	"sync"
)

// MaxMemory is how much memory all bodies may take at once beyond the first megabyte of
// each. Compressed bodies are small on the network: 64 of them could otherwise take
// gigabytes. It is what one of the largest takes, beside which another may come in.
const MaxMemory = 64 << 20

// budget bounds the memory of bodies. A body that needs more memory than is free waits
// until another is released. One body at a time may exceed the limit, so that it is read to
// its end, however much memory the others hold.
type budget struct {
	limit int

	mu    sync.Mutex
	taken int
	over  *bytes.Buffer // the body that may continue; nil when none has to
	// freed is closed when memory is given back; nil when no body waits for that.
	freed chan struct{}
}

// counted is how much of a body of that many bytes counts.
func counted(size int) int { return max(size-firstBytes, 0) }

// add counts a buffer that is in use from now on. It never waits.
func (b *budget) add(buf *bytes.Buffer) {
	if n := counted(buf.Cap()); n > 0 {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.taken += n
	}
}

// remove takes back what add and grow have counted.
func (b *budget) remove(buf *bytes.Buffer) {
	n := counted(buf.Cap())
	if n == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken -= n
	if b.over == buf {
		b.over = nil
	}
	if b.freed != nil {
		close(b.freed)
		b.freed = nil
	}
}

// grow gives buf memory for size bytes once there is enough. It calls waits when it has
// to wait, and what that returned afterwards. The error is ctx's.
func (b *budget) grow(ctx context.Context, buf *bytes.Buffer, size int, waits func() (over func())) error {
	wait := b.tryGrow(buf, size)
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
		wait = b.tryGrow(buf, size)
	}
	return nil
}

// tryGrow is grow without waiting: instead it returns a channel to wait for.
func (b *budget) tryGrow(buf *bytes.Buffer, size int) <-chan struct{} {
	if more := counted(size) - counted(buf.Cap()); more > 0 {
		if wait := b.claim(buf, more); wait != nil {
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
func (b *budget) claim(buf *bytes.Buffer, more int) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken+more > b.limit && b.over != buf {
		if b.over != nil {
			if b.freed == nil {
				b.freed = make(chan struct{})
			}
			return b.freed
		}
		b.over = buf
	}
	b.taken += more
	return nil
}

package site

import "sync"

// buffers are those that no Reader has at the moment. Some pages are read again
// when all were read, to say more of what is wrong on them, and buffers that hold
// the largest page of a site are a good part of what a check of it takes.
type buffers struct {
	mu   sync.Mutex
	free [][]byte
}

// take returns a buffer of any size; nil when there is none.
func (b *buffers) take() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := len(b.free) - 1
	if last < 0 {
		return nil
	}
	buf := b.free[last]
	b.free = b.free[:last]
	return buf
}

// give takes a buffer back.
func (b *buffers) give(buf []byte) {
	if cap(buf) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, buf)
}

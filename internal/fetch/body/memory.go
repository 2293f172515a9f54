package body

import (
	"bytes"
	"context"
	"math/bits"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

const (
	// firstBytes bounds the memory that a Content-Length alone can claim. Up to there a body
	// need not wait for memory.
	firstBytes = 1 << 20
	// mediumBytes is the size up to which bodies share the memory. A larger one is read alone.
	mediumBytes = 8 << 20
	// trust bounds the next claim of memory: this many times the bytes that have come.
	trust = 8
	// unknownBytes is the memory that a body of unknown length begins with.
	unknownBytes = 64 << 10
	// maxPooled is the largest buffer that is kept for another body.
	maxPooled = 256 << 10
)

// MaxMemory is how much memory all bodies of up to 8 MiB may take at once beyond the first megabyte
// of each. Compressed bodies are small on the network: 64 of them could otherwise take gigabytes.
const MaxMemory = 64 << 20

// Memory gives bodies their buffers.
type Memory struct {
	// pools keep buffers by the power of two that they have room for: otherwise each would grow
	// to the size of the largest body.
	pools [24]sync.Pool
	// shared is the memory of the bodies that are larger than firstBytes, and large is held by
	// the one that is larger than mediumBytes. Each body waits for them in this order, once.
	shared, large *semaphore.Weighted
}

// NewMemory returns a Memory of limit bytes for the bodies of one run.
func NewMemory(limit int64) *Memory {
	return &Memory{shared: semaphore.NewWeighted(max(limit, mediumBytes)), large: semaphore.NewWeighted(1)}
}

// Buffer holds a body.
type Buffer struct {
	bytes.Buffer
	memory        *Memory
	shared, large int64 // what it holds of the memory's semaphores
}

// Take returns an empty buffer for the body of resp, which is read up to limit bytes. Release
// gives it back.
func (m *Memory) Take(resp *http.Response, limit int64) *Buffer {
	size := unknownBytes
	if length := resp.ContentLength; length >= 0 {
		// A read needs memory beyond the end to see that there is one.
		size = int(min(length, limit, firstBytes)) + bytes.MinRead
	}
	class := bits.Len(uint(size - 1))
	if kept, ok := m.pools[class].Get().(*bytes.Buffer); ok {
		return &Buffer{Buffer: *kept, memory: m}
	}
	if 1<<class <= maxPooled {
		size = 1 << class
	}
	return &Buffer{Buffer: *bytes.NewBuffer(make([]byte, 0, size)), memory: m}
}

// Release gives the buffer back.
func (b *Buffer) Release() {
	b.memory.shared.Release(b.shared)
	b.memory.large.Release(b.large)
	b.shared, b.large = 0, 0
	if kept := b.Buffer; kept.Cap() <= maxPooled {
		kept.Reset()
		b.memory.pools[bits.Len(uint(kept.Cap()))-1].Put(&kept)
	}
	b.Buffer = bytes.Buffer{}
}

// grow gives the buffer memory for size bytes once there is enough. The error is ctx's.
func (b *Buffer) grow(ctx context.Context, resp *http.Response, size int64) error {
	if size > firstBytes+bytes.MinRead && b.shared == 0 {
		n := int64(mediumBytes)
		if resp.ContentLength >= 0 {
			n = min(n, resp.ContentLength)
		}
		if err := b.memory.shared.Acquire(ctx, n); err != nil {
			return err
		}
		b.shared = n
	}
	if size > mediumBytes+bytes.MinRead && b.large == 0 {
		if err := b.memory.large.Acquire(ctx, 1); err != nil {
			return err
		}
		b.large = 1
	}
	// Grow of a buffer would at least double it, for a body that is only a little larger.
	larger := make([]byte, b.Len(), size)
	copy(larger, b.Bytes())
	b.Buffer = *bytes.NewBuffer(larger)
	return nil
}

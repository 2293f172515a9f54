package fetch

import (
	"bytes"
	"slices"
	"sync"
)

// shelfBytes is how much memory a shelf keeps: the bodies of a site that come in
// at once take more, but most of that is soon free, and the garbage collector
// counts what is kept as in use.
const shelfBytes = 2 << 20

// shelf keeps the memory of bodies for the next ones, up to shelfBytes. Unlike a
// sync.Pool it knows sizes: were any buffer good for any body, each would grow to
// the size of the largest. The zero value is empty.
type shelf struct {
	mu sync.Mutex
	// kept are in the order in which they were put, and bytes is their memory.
	kept  []*bytes.Buffer
	bytes int
}

// take returns an empty buffer with room for size bytes: the smallest that is
// kept, unless that is far too large, or one made to measure.
func (s *shelf) take(size int) *bytes.Buffer {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := -1
	for i, buf := range s.kept {
		if n := buf.Cap(); n >= size && n <= 2*(size+unknownBytes) && (best < 0 || n < s.kept[best].Cap()) {
			best = i
		}
	}
	if best < 0 {
		return bytes.NewBuffer(make([]byte, 0, size))
	}
	buf := s.kept[best]
	s.remove(best)
	return buf
}

// put keeps buf for another body. Those that have not served for long make room
// for it.
func (s *shelf) put(buf *bytes.Buffer) {
	if buf.Cap() > shelfBytes {
		return
	}
	buf.Reset()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, buf)
	s.bytes += buf.Cap()
	for s.bytes > shelfBytes {
		s.remove(0)
	}
}

func (s *shelf) remove(i int) {
	s.bytes -= s.kept[i].Cap()
	s.kept = slices.Delete(s.kept, i, i+1)
}

// takeBuffer returns an empty buffer with room for size bytes, for putBuffer to
// give back.
func (c *Client) takeBuffer(size int) *bytes.Buffer {
	buf := c.buffers.take(size)
	c.room.enter(buf)
	return buf
}

func (c *Client) putBuffer(buf *bytes.Buffer) {
	c.room.leave(buf)
	c.buffers.put(buf)
}

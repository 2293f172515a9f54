package body

import (
	"bytes"
	"slices"
	"sync"
)

// maxPooled is how much memory a pool keeps. The bodies of a site that are read at once
// take more, but most of that is soon free, and the garbage collector counts what is kept
// as in use.
const maxPooled = 4 << 20

// pool keeps buffers for the next bodies, up to maxPooled bytes. Unlike a sync.Pool it
// selects them by size: otherwise each would grow to the size of the largest body. The
// zero value is empty.
type pool struct {
	mu sync.Mutex
	// kept are in the order in which they were put, and bytes is their memory.
	kept  []*bytes.Buffer
	bytes int
}

// take returns an empty buffer for size bytes: the smallest kept one that is large
// enough, or a new one where that is far too large.
func (p *pool) take(size int) *bytes.Buffer {
	p.mu.Lock()
	defer p.mu.Unlock()
	best := -1
	for i, buf := range p.kept {
		if n := buf.Cap(); n >= size && n <= 2*(size+unknownBytes) && (best < 0 || n < p.kept[best].Cap()) {
			best = i
		}
	}
	if best < 0 {
		return bytes.NewBuffer(make([]byte, 0, size))
	}
	buf := p.kept[best]
	p.remove(best)
	return buf
}

// put keeps buf for another body, in the place of those that were put longest ago.
func (p *pool) put(buf *bytes.Buffer) {
	if buf.Cap() > maxPooled {
		return
	}
	buf.Reset()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = append(p.kept, buf)
	p.bytes += buf.Cap()
	for p.bytes > maxPooled {
		p.remove(0)
	}
}

func (p *pool) remove(i int) {
	p.bytes -= p.kept[i].Cap()
	p.kept = slices.Delete(p.kept, i, i+1)
}

package check

import "sync"

// backlogBytes is how much of documents may wait for a processor before no
// further one is asked for: enough to be busy for longer than an answer takes,
// and little beside what a large site's targets take.
const backlogBytes = 4 << 20

// backlog keeps a fast server from filling the memory with documents that no
// processor has got to yet. It holds back requests and not answers, so that a
// slow answer never keeps others from being read, and nobody's time runs out.
type backlog struct {
	mu    sync.Mutex
	free  sync.Cond
	bytes int
}

func newBacklog() *backlog {
	b := &backlog{}
	b.free.L = &b.mu
	return b
}

// wait waits until a further document may be asked for.
func (b *backlog) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.bytes >= backlogBytes {
		b.free.Wait()
	}
}

// add counts a document of n bytes that came in, or with a negative n one that
// was read.
func (b *backlog) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes += n
	if n < 0 && b.bytes < backlogBytes {
		b.free.Broadcast()
	}
}

package target

import "sync"

const (
	// maxQueuedBytes is how much of documents may wait for a processor or be on its
	// way before no further one is asked for: enough to be busy for longer than an
	// answer takes, and little beside what a large site's targets take.
	maxQueuedBytes = 4 << 20
	// idleBytes is what has to wait for that: while processors have little to do, a
	// slow server is asked for as much as it is allowed to be.
	idleBytes = maxQueuedBytes / 4
	// recentDocuments is how many documents predict the size of the next ones.
	recentDocuments = 16
)

// documentQueue keeps a fast server from filling the memory with documents that no
// processor has got to yet. It holds back requests and not answers, so that a
// slow answer never keeps others from being read, and no request times out. As
// it counts in what was asked for and has not come, the documents come in a
// steady stream, rather than all at once after a time without any.
type documentQueue struct {
	mu   sync.Mutex
	free sync.Cond
	// bytes is the size of the documents that are there, and asked the number of
	// those that have been asked for.
	bytes, asked int
	// usual is the size of a document, on a moving average.
	usual int
}

func newDocumentQueue() *documentQueue {
	b := &documentQueue{}
	b.free.L = &b.mu
	return b
}

// ask waits until a further document may be asked for, and counts it as asked
// for. Each call is followed by one of come.
func (b *documentQueue) ask() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.isFull() {
		b.free.Wait()
	}
	b.asked++
	b.wake()
}

// come counts a document of n bytes that came in after it was asked for; 0 when
// there is none.
func (b *documentQueue) come(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked--
	switch {
	case b.usual == 0:
		b.usual = n
	case n > 0:
		b.usual += (n - b.usual) / recentDocuments
	}
	b.bytes += n
	b.wake()
}

// add counts a document of n bytes that is there without having been asked for,
// or with a negative n one that was read.
func (b *documentQueue) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes += n
	b.wake()
}

func (b *documentQueue) isFull() bool {
	return b.bytes >= idleBytes && b.bytes+b.asked*b.usual >= maxQueuedBytes
}

// wake lets one of those that wait continue, who then wakes the next.
func (b *documentQueue) wake() {
	if !b.isFull() {
		b.free.Signal()
	}
}

package target

import "sync"

const (
	// maxQueuedBytes is the size of the documents that may wait for a processor or be in
	// transit before requests for further ones wait. It is work for longer than one answer
	// takes, and little compared to the memory of a large site's targets.
	maxQueuedBytes = 4 << 20
	// idleBytes is the size of the documents that have to wait before requests wait. While
	// processors are idle, a slow server gets as many requests as the limits allow.
	idleBytes = maxQueuedBytes / 4
	// recentDocuments is how many documents predict the size of the next ones.
	recentDocuments = 16
)

// documentQueue keeps a fast server from filling the memory with documents that wait for a
// processor. It delays requests and not answers, so that a slow answer never blocks others,
// and no request times out. It also counts documents in transit, so that documents come in
// a steady stream and not all at once after a pause.
type documentQueue struct {
	mu   sync.Mutex
	free sync.Cond
	// bytes is the size of the documents that wait, and asked the number of those that were
	// requested and have not come.
	bytes, asked int
	// usual is the size of a document, on a moving average.
	usual int
}

func newDocumentQueue() *documentQueue {
	b := &documentQueue{}
	b.free.L = &b.mu
	return b
}

// ask waits until a further document may be requested, and counts it. Each call is followed
// by one of come.
func (b *documentQueue) ask() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.isFull() {
		b.free.Wait()
	}
	b.asked++
	b.wake()
}

// come counts a requested document of n bytes that has come; 0 when there is none.
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

// add counts a document of n bytes that waits without a request, or with a negative n one
// that was read.
func (b *documentQueue) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes += n
	b.wake()
}

func (b *documentQueue) isFull() bool {
	return b.bytes >= idleBytes && b.bytes+b.asked*b.usual >= maxQueuedBytes
}

// wake lets one waiting caller continue, which then wakes the next.
func (b *documentQueue) wake() {
	if !b.isFull() {
		b.free.Signal()
	}
}

package dir

import "sync"

// queue hands out the files to read, some at a time. Files that follow each other are
// mostly in one directory, and a worker keeps what it knows of that directory.
type queue struct {
	mu      sync.Mutex
	files   []int32
	workers int
}

// maxAtOnce bounds how many files a worker takes at once.
const maxAtOnce = 64

// fill begins anew with files for so many workers.
func (q *queue) fill(files []int32, workers int) {
	q.files, q.workers = files, workers
}

// take returns the next files for one worker; none when there are no more. The
// fewer are left, the fewer it takes, so that all workers end at about the same
// time.
func (q *queue) take() []int32 {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(max(1, len(q.files)/(4*q.workers)), maxAtOnce, len(q.files))
	taken := q.files[:n]
	q.files = q.files[n:]
	return taken
}

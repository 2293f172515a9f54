package git

import (
	"cmp"
	"container/heap"
)

// maxCommits bounds how many commits [objects.mergeBase] meets.
const maxCommits = 20_000

// The marks of a commit: which of the two commits build on it, and whether a commit
// does that both build on.
const (
	ofBase uint8 = 1 << iota
	ofHead
	ofCommon
)

// parting returns the merge base of two commits, and base itself when it finds none.
func (o *objects) parting(base, head string) string {
	if found := o.mergeBase(base, head); found != "" {
		return found
	}
	return base
}

// mergeBase returns the merge base of two commits: the last commit that both build on.
// It is empty when there is none, or when the history here does not reach back to it.
//
// The walk goes back from both commits, newest first, and marks each commit with those
// that build on it. It ends when all commits that still wait lie behind a common one.
// The times of commits can be wrong or equal, so one common commit can lie behind
// another: with several candidates the walk continues until one is left, or to the end
// of the history. A commit is read once and waits at most once for each of its marks,
// so the work is proportional to the history, but for the order of what waits.
//
// The walk also ends when it has met maxCommits commits, or when the run ends. The
// result is then the first common commit that does not lie behind another one, as far
// as is known, and empty where there is none. It can be another commit than the merge
// base: then the files that differ from it include some that only the base branch
// changed.
func (o *objects) mergeBase(base, head string) string {
	w := walk{objects: o, numbers: map[string]int32{}}
	w.mark(w.number(base), ofBase)
	w.mark(w.number(head), ofHead)
	for len(w.queue) > 0 && !w.full && (w.leads > 0 || w.candidates > 1) && !o.hasEnded() {
		w.step()
	}
	for _, i := range w.common {
		if known := &w.seen[i]; known.marks&ofCommon == 0 {
			return known.name
		}
	}
	return ""
}

// walk is a search for a merge base.
type walk struct {
	*objects
	// seen are the commits that the walk has met, by their numbers.
	seen    []seenCommit
	numbers map[string]int32
	queue   commitQueue
	// leads is how many commits wait that lie behind no common one, as far as is known.
	leads int
	// common are the commits that both build on, in the order in which they were found;
	// candidates is how many of them lie behind no other one, as far as is known.
	common     []int32
	candidates int
	// full is set when there are more than maxCommits commits.
	full bool
}

// seenCommit is a commit that a walk has met. Its parents are numbers, because a stranger
// can give each commit thousands of them.
type seenCommit struct {
	name    string
	at      int64
	parents []int32
	marks   uint8
	// read, waiting and common are set when it was read, is in the queue, and is in the
	// list of common commits.
	read, waiting, common bool
}

// number returns the number of a commit, or -1 when there are too many.
func (w *walk) number(name string) int32 {
	if i, ok := w.numbers[name]; ok {
		return i
	}
	if len(w.seen) == maxCommits {
		w.full = true
		return -1
	}
	i := int32(len(w.seen))
	w.numbers[name] = i
	w.seen = append(w.seen, seenCommit{name: name})
	return i
}

// mark adds marks to a commit. One with new marks has to be looked at, again if need be.
func (w *walk) mark(i int32, marks uint8) {
	if i < 0 {
		return
	}
	known := &w.seen[i]
	added := marks &^ known.marks
	if added == 0 {
		return
	}
	known.marks |= marks
	if added&ofCommon != 0 && known.common {
		w.candidates--
	}
	if known.waiting {
		if added&ofCommon != 0 {
			w.leads--
		}
		return
	}
	if !known.read && !w.read(i) {
		return
	}
	known = &w.seen[i] // reading it made room for its parents
	known.waiting = true
	if known.marks&ofCommon == 0 {
		w.leads++
	}
	heap.Push(&w.queue, queuedCommit{i, known.at})
}

// read reads a commit. The history ends at one that is not here, as in a shallow clone.
func (w *walk) read(i int32) bool {
	c, err := w.commit(w.seen[i].name)
	if err != nil {
		return false
	}
	parents := make([]int32, 0, len(c.parents))
	for _, name := range c.parents {
		if parent := w.number(name); parent >= 0 {
			parents = append(parents, parent)
		}
	}
	known := &w.seen[i]
	known.at, known.parents, known.read = c.at, parents, true
	return true
}

// step looks at the newest commit that waits.
func (w *walk) step() {
	next := heap.Pop(&w.queue).(queuedCommit).number
	known := &w.seen[next]
	known.waiting = false
	marks := known.marks
	if marks&ofCommon == 0 {
		w.leads--
	}
	if marks&ofBase != 0 && marks&ofHead != 0 {
		if !known.common {
			known.common = true
			w.common = append(w.common, next)
			if marks&ofCommon == 0 {
				w.candidates++
			}
		}
		marks |= ofCommon
	}
	for _, parent := range known.parents {
		w.mark(parent, marks)
	}
}

// queuedCommit is the number of a commit that waits, and its time.
type queuedCommit struct {
	number int32
	at     int64
}

// commitQueue gives out the newest commit first; of one time, the one met first.
type commitQueue []queuedCommit

// Len returns how many commits wait.
func (q commitQueue) Len() int { return len(q) }

// Less reports whether one commit comes before another.
func (q commitQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[j].at, q[i].at), cmp.Compare(q[i].number, q[j].number)) < 0
}

// Swap swaps two commits.
func (q commitQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push adds a commit.
func (q *commitQueue) Push(c any) { *q = append(*q, c.(queuedCommit)) }

// Pop removes the last commit.
func (q *commitQueue) Pop() any {
	c := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return c
}

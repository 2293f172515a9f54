package check

import (
	"context"

	"golang.org/x/sync/semaphore"
)

const (
	// LargePages is the size in bytes that the large documents in work may have
	// together. A larger one is read alone. The text, the links and the anchors of a
	// document take up to nine times its size: windows-1252 becomes three bytes for
	// each, which are copied as they grow.
	LargePages = 32 << 20
	// SmallPages is the size that all others may have together.
	SmallPages = 16 << 20
)

// PageBudget bounds the memory of the documents that are in work at once: large ones wait
// for each other, and small ones never wait.
//
// No deadlock is possible. A worker that waits for the budget holds none of it: each
// document is admitted once, for the most that it may need, and no document needs more than
// the whole budget. A worker that holds some of it waits only for scratch memory and short
// locks. Scratch memory is only held by workers that were admitted before, or read small
// documents.
type PageBudget struct {
	free *semaphore.Weighted
	// small is the size up to which a document does not take part: even if each worker
	// has one of these, they keep within smallPages.
	small int64
}

// NewPageBudget returns the budget of a run with so many workers.
func NewPageBudget(workers int) *PageBudget {
	return &PageBudget{free: semaphore.NewWeighted(LargePages), small: SmallPages / int64(max(workers, 1))}
}

// Admit waits until a document of that size may be read, and returns how much of the
// budget it holds then, for leave to give back. The error is that of ctx.
func (b *PageBudget) Admit(ctx context.Context, size int64) (held int64, err error) {
	if size <= b.small {
		return 0, nil
	}
	held = min(size, LargePages)
	if b.free.Acquire(ctx, held) != nil {
		return 0, context.Cause(ctx)
	}
	return held, nil
}

// Release gives back what a document held.
func (b *PageBudget) Release(held int64) {
	if held > 0 {
		b.free.Release(held)
	}
}

package check

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/link"
)

// Three limits keep a run small, besides the time limit: the memory limit of the process
// (GOMEMLIMIT), MaxPlaces, and the size up to which one document is read. A stranger's page
// can hold a million links to nothing, and a directory any number of such pages.

// MaxPlaces is how many findings a report lists, and how many places of them beside the
// first of each. More than these take longer to put in order and to write than a run has
// that was ended by a signal.
const MaxPlaces = 200_000

// Bounds end a run that needs too much memory, and count the places that no report lists.
// They are safe for concurrent use.
type Bounds struct {
	max     int64
	further atomic.Int64
}

// NewBounds returns the bounds of a run.
func NewBounds(job *Job) *Bounds {
	return &Bounds{max: int64(job.maxPlaces())}
}

// WithEnd returns a context that ends with ctx, or when what the run keeps needs three
// quarters of the memory limit: the rest is for documents that are read, and for the report.
func (b *Bounds) WithEnd(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	over := new(atomic.Bool)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		endAtMemory(limit/4*3, over, end)
	}
	return ctx, func() {
		over.Store(true)
		end(nil)
	}
}

// endAtMemory ends a run that is not over when a garbage collection leaves more than most
// bytes. One comes in time: near its memory limit the process collects all the time.
func endAtMemory(most int64, over *atomic.Bool, end context.CancelCauseFunc) {
	// The marker is not reachable, so the next collection calls the cleanup. Its pointer
	// keeps it out of the allocator's blocks of tiny objects, which are freed together.
	type marker struct{ _ *byte }
	runtime.AddCleanup(&marker{}, func(most int64) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		switch {
		case over.Load():
		case live[0].Value.Uint64() > uint64(most):
			end(fmt.Errorf("its pages and links need more than %d MiB of memory; set a larger GOMEMLIMIT, or exclude a part of the site", most>>20))
		default:
			endAtMemory(most, over, end)
		}
	}, most)
}

// AddOccurrence notes one more place of a finding, beside the first, and reports whether
// there is room for it.
func (b *Bounds) AddOccurrence() bool { return b.further.Add(1) <= b.max }

// ReportOmitted says in a report how many places of findings were not kept. A run that
// compares places with a baseline, or writes one, is incomplete without them.
func (b *Bounds) ReportOmitted(j *Job, r *link.Report) {
	n, most := int(max(0, b.further.Load()-b.max)), strconv.FormatInt(b.max, 10)
	if j.Config.UsesPlaces() {
		r.Problem(uncomparedPlaces.Of(n, nil, most))
	} else {
		r.Note(unlistedPlaces.Of(n, nil, most))
	}
}

const (
	// LargePages is the size in bytes that the large documents in work may have together; a
	// larger one is read alone. The text, links and anchors of a document take up to nine
	// times its size: windows-1252 becomes three bytes for each, copied as they grow.
	LargePages = 32 << 20
	// SmallPages is the size that all others may have together.
	SmallPages = 16 << 20
)

// PageBudget lets large documents wait for each other: two of the size up to which one is
// read need more than a gigabyte. Small ones never wait.
//
// No deadlock is possible. A worker that waits holds nothing: each document is admitted
// once, for the most that it may need, and none needs more than the whole budget. A worker
// that was admitted waits only for scratch memory and short locks.
type PageBudget struct {
	free *semaphore.Weighted
	// small is the size up to which a document does not take part: even if each worker
	// has one of these, they keep within SmallPages.
	small int64
}

// NewPageBudget returns the budget of a run with so many workers.
func NewPageBudget(workers int) *PageBudget {
	return &PageBudget{free: semaphore.NewWeighted(LargePages), small: SmallPages / int64(max(workers, 1))}
}

// Admit waits until a document of that size may be read, and returns what Release has to
// give back. The error is that of ctx.
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
func (b *PageBudget) Release(held int64) { b.free.Release(held) }

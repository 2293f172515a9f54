package check

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
)

// Run is one run of a job, in either mode, with the report that it makes.
type Run struct {
	// Job is a copy of the caller's, which counts what this run uses.
	Job    *Job
	Report *link.Report
	// InWork bounds the memory of the documents that are read at once.
	InWork *PageBudget
	// Fill completes what the report shows of a link, directory mode; nil when
	// occurrences are complete.
	Fill func(*link.Occurrence, OccurrenceRef)
	// AddsElements reports whether scripts may add elements to the page that the report
	// calls so.
	AddsElements func(page string) bool
	// IsCovered reports whether the links of a page of the site were checked, or the page is
	// no more; nil when no page is left out of a complete run.
	IsCovered func(page string) bool

	// unlisted is how many findings are counted and not listed, and further how many places of
	// findings there are beside the first of each.
	unlisted int
	further  atomic.Int64
	// mu guards the problems and notes of the report.
	mu sync.Mutex
}

// NewRun starts a run.
func NewRun(j *Job, mode link.Mode) *Run {
	own := *j
	own.patterns = patternsOf(&own.Config)
	return &Run{Job: &own, Report: own.NewReport(mode), InWork: NewPageBudget(own.Config.Jobs)}
}

// Problem adds a problem to the report; an empty one is none. It is safe for concurrent use.
func (run *Run) Problem(text string) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.Report.Problem(text)
}

// Note adds a note to the report; an empty one is none. It is safe for concurrent use.
func (run *Run) Note(text string) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.Report.Note(text)
}

// Step does one step of the run, and reports whether it came to its end. One that goes wrong by a
// mistake of ours is a problem of the run, and costs nothing but itself. It is safe for concurrent
// use.
func (run *Run) Step(step, input string, do func()) bool {
	problem := contain.Panic(step, input, do)
	run.Problem(problem)
	return problem == ""
}

// Begin returns the context of the run, which ends with ctx, or when what the run keeps needs three
// quarters of the memory limit: the rest is for documents that are read, and for the report. late
// is that of the steps after the reading. The caller calls end.
func Begin(ctx context.Context) (run, late context.Context, end func()) {
	run, cancel := context.WithCancelCause(ctx)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		go endAtMemory(run, uint64(limit/4*3), cancel)
	}
	late, stop := Late(run, Grace)
	return run, late, func() {
		stop()
		cancel(nil)
	}
}

// endAtMemory ends a run when a garbage collection leaves more than most bytes. Near its memory
// limit the process collects all the time.
func endAtMemory(run context.Context, most uint64, end context.CancelCauseFunc) {
	for live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}; ; {
		if metrics.Read(live); live[0].Value.Uint64() > most {
			end(fmt.Errorf("its pages and links need more than %d MiB of memory; set a larger GOMEMLIMIT, or exclude a part of the site", most>>20))
		}
		select {
		case <-run.Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Conclude ends the report when all is judged: compare adds what comes of the comparison with the
// old site, unless it is nil, and advise suggestions. ctx is the context of the run, and late that
// of the steps after the reading.
func (run *Run) Conclude(ctx, late context.Context, compare Comparer, site Visitor, advise func(ctx context.Context)) *link.Report {
	if compare != nil {
		run.Step("compare the site with the old one", "", func() { compare(ctx, site, run) })
	}
	run.noteOmitted()
	run.finish(ctx)
	run.Step("find suggestions", "", func() { advise(late) })
	return run.Report
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

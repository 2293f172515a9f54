// Package check is the run: it takes the pages of a site, resolves their links,
// finds out what became of each target, and builds the report. It prints
// nothing and reads no settings of its own.
package check

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Client asks for URLs, as a *fetch.Client does.
type Client interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
	Requests() int64
}

// Cache is what is kept between runs of the targets that were ok, as a
// *cache.Store keeps it. It need not be safe for concurrent use.
type Cache interface {
	Find(url string) (cache.Entry, bool)
	Keep(cache.Entry)
	Forget(url string)
}

// Checkout answers for pages that show files of the repository which is checked
// out here, as a *git.Checkout does. It need not be safe for concurrent use.
type Checkout interface {
	Look(u weburl.URL) (git.Answer, bool)
}

// Job is what one run needs to know.
type Job struct {
	// Config holds the checked settings.
	Config config.Config
	// Fails reports whether the setting fail-on names a finding; nil for none.
	Fails func(*link.Finding) bool
	// Scope tells the site's URLs from others.
	Scope site.Scope
	// Inferred is whether the place of the site is what its pages say, and not what
	// the caller said.
	Inferred bool
	// Notes are what the report says besides what the run finds out.
	Notes []string
	// Sitemap is the answer of a live site for its usual sitemap, when it was requested
	// before the run; else nil.
	Sitemap *fetch.Sitemap
	// Client asks for external targets, and in live mode for the site itself.
	Client Client
	// Cache keeps what was ok of other sites; nil is none.
	Cache Cache
	// Checkout answers for links to files of the repository here; nil is none.
	Checkout Checkout
	// Settled is when all parts of the deployment should have arrived; zero when the run
	// saw none begin.
	Settled time.Time
	// Version is linkvet's own, for the report.
	Version string
	// Known are the places that the baseline lists; nil is none.
	Known baseline.Places
	// Progress is counted up while the run continues; it must not be nil.
	Progress *Progress
	// Served learns which paths the site has; nil when the caller does not ask.
	Served *Served
	// Rules say what holds for some targets alone; nil is nothing.
	Rules *Rulebook
	// OnPage is called with each page of the site that was read, its URL and its text in UTF-8,
	// by several goroutines at once; nil is not called. Both are good until it returns.
	OnPage func(u weburl.URL, text []byte, page *scan.Page)
	// Started is when the run began.
	Started time.Time
	// Redact returns a text as outputs show it, without the secrets of the run; nil
	// returns it as it is.
	Redact func(string) string

	// MaxPlaces bounds what the report lists; zero is the constant MaxPlaces.
	MaxPlaces int
	// patterns know what they matched in this run; nil before it.
	patterns []patterns
}

// ForRun returns a copy of the job for one run, which counts what the run uses. The job
// itself stays as the caller made it.
func (j *Job) ForRun() *Job {
	run := *j
	run.patterns = patternsOf(&run.Config)
	return &run
}

func (j *Job) maxPlaces() int { return cmp.Or(j.MaxPlaces, MaxPlaces) }

// NewReport starts the report that both modes fill.
func (j *Job) NewReport(mode link.Mode) *link.Report {
	return &link.Report{
		Schema:   link.Schema,
		Version:  j.Version,
		Target:   weburl.Redact(j.Config.Target),
		Mode:     mode,
		SiteURL:  j.Scope.URL(),
		Started:  j.Started.UTC().Truncate(time.Second),
		Notes:    slices.Clone(j.Notes),
		FailOn:   j.Config.FailOn,
		Findings: []link.Finding{},
		Skips:    map[link.Reason]int{},
	}
}

// workersPerRequest is how many workers there are for each request that may be in
// flight: a worker that waits to retry sends none, and must not keep others from
// sending theirs.
const workersPerRequest = 2

// Workers is how many targets are worked on at once.
func (j *Job) Workers() int { return workersPerRequest * j.Config.Concurrency }

// Progress counts what a run has done so far. It may be read at any time.
type Progress struct {
	Pages atomic.Int64
	Links atomic.Int64

	broken, unverified atomic.Int64
}

// Record counts a target whose outcome was before and is now another.
func (p *Progress) Record(before, now *Outcome) {
	p.add(before, -1)
	p.add(now, 1)
}

func (p *Progress) add(o *Outcome, n int64) {
	switch o.Verdict {
	case link.Broken:
		p.broken.Add(n)
	case link.Unverified:
		p.unverified.Add(n)
	}
}

// Found returns how many targets are broken, and how many unverified, as far as that is known:
// where no host is found at all, those that are not found count as unverified in the end.
func (p *Progress) Found() (broken, unverified int64) { return p.broken.Load(), p.unverified.Load() }

// Steps are the steps of a run that went wrong by a mistake of ours. Each is a
// problem of the run, and costs nothing but itself.
type Steps struct {
	mu       sync.Mutex
	problems []string
}

// Do does one step, and reports whether it came to its end.
func (m *Steps) Do(step, input string, do func()) bool {
	problem := contain.Panic(step, input, do)
	if problem != "" {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.problems = append(m.problems, problem)
	}
	return problem == ""
}

// TakeProblems are the problems since the last call, in order.
func (m *Steps) TakeProblems() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	problems := m.problems
	m.problems = nil
	slices.Sort(problems)
	return problems
}

// Grace is how long the steps after the reading continue once the run has ended. Most are
// done by then, so the report shows the findings like in any other run.
const Grace = 500 * time.Millisecond

// Late returns a context that ends when grace is over after the end of ctx, for the steps
// that finish the report. The caller has to stop it.
func Late(ctx context.Context, grace time.Duration) (late context.Context, stop func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(late, func() { timer.Stop() })
	})
	return late, func() {
		unhook()
		cancel()
	}
}

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

// Package check is the run: it takes the pages of a site, resolves their links,
// finds out what became of each target, and builds the report. It prints
// nothing and reads no settings of its own.
package check

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/config"
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

	// MaxFindings bounds what the report lists; zero is the constant of that name.
	MaxFindings int
	// patterns know what they matched in this run; nil before it.
	patterns []patterns
}

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
type Progress struct{ Pages, Links atomic.Int64 }

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

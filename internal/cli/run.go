// Package cli is the program: it gathers the settings, runs the check and delivers the report.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
)

// Run runs the program and returns its exit status. ctx ends the run early: what
// is known by then is reported.
func Run(ctx context.Context, p Process) (status int) {
	late, stop := check.Late(ctx, streamPatience)
	defer stop()
	p.Stdout, p.Stderr = newStream(p.Stdout, late), newStream(p.Stderr, late)
	p.Environ = config.WithInputs(p.Environ)
	p = p.prepared()
	defer lastResort(p, &status)
	cfg, err := loadConfig(p)
	if err == nil && (cfg.Help != "" || cfg.Version || cfg.Print != "") {
		return p.print(cfg)
	}
	var s *session
	if err == nil {
		s, err = newSession(ctx, p, cfg)
	}
	if err != nil {
		return p.failToStart(ctx, cfg, err)
	}
	defer s.close()
	s.prepareOutputs()
	s.publisher.start(ctx, s)
	r, late := s.check(ctx)
	return s.deliver(ctx, late, r)
}

// session is one run.
type session struct {
	process  Process
	workflow *github.Workflow
	// api is the client of GitHub's API.
	api  func() (*github.Client, error)
	site checkedSite
	// markdown is what was listed to choose the target; nil when that was not needed.
	markdown *markdown.Repository
	// cfg holds the settings, and notes what the report says of them and of the target.
	// Both are complete once the session is.
	cfg   config.Config
	notes []string
	// known, rules, checkout, progress, started and cache are those of the job.
	known    *baseline.Places
	rules    *check.Rulebook
	checkout *git.Checkout
	progress *check.Progress
	started  time.Time
	cache    check.Cache
	// publisher shows on GitHub how the run ended; nil when nothing is to be shown.
	publisher *publisher
	// out takes the report. In a workflow it passes no commands, and log is the same
	// stream. flush writes what is held back there; call it before writing past that.
	out, log io.Writer
	flush    func() error
	// repository opens the work tree around the working directory at the first call; it
	// returns nil without one.
	repository func() *git.Tree
	// isOtherCheckout is true when the work tree holds another commit than the one under
	// test.
	isOtherCheckout bool
	// changedFiles are the paths of the files that the pull request changes, once they are known.
	changedFiles map[string]bool
	// unwritable holds the errors of the outputs that cannot be written, by report path or by
	// variable of the runner, as far as they were known before the check.
	unwritable map[string]error
	// client, waiting and scope are what the progress line and the rules of requests look at
	// while the check runs: the client, what was seen of a start page that the run waits for, and
	// where the site is as far as that is known.
	client  atomic.Pointer[fetch.Client]
	waiting atomic.Pointer[string]
	scope   atomic.Pointer[site.Scope]
	// settled is when all parts of a deployment should have arrived that the run saw begin;
	// zero when it saw none.
	settled time.Time
	// fixes are what can be fixed; nil when the run does not ask for that, or cannot.
	fixes *fix.Plan
	// comparison compares the site with an old one; nil for none.
	comparison *compare.Comparison
	comparer   check.Comparer
	// closers end what the run has open.
	closers []func() error
}

// newSession prepares a run. Its errors are errors of the call.
func newSession(ctx context.Context, p Process, cfg config.Config) (*session, error) {
	cfg.Token = p.token(cfg)
	p.secrets.Add(cfg)
	p.useOwnPaths(&cfg)
	if err := errors.Join(p.checkPathsInside(cfg), checkStdout(cfg)); err != nil {
		return nil, err
	}
	s := &session{
		process: p, out: p.Stdout, log: p.Stderr, progress: &check.Progress{}, unwritable: map[string]error{}, flush: func() error { return nil },
		repository: sync.OnceValue(repository), api: sync.OnceValues(func() (*github.Client, error) { return p.api(cfg.Token) }),
	}
	s.openWorkflow(cfg)
	if cfg.From != "" {
		return s, s.openEarlier(ctx, cfg)
	}
	if err := checkOldSite(&cfg); err != nil {
		return nil, err
	}
	target, err := s.chooseTarget(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Target = target; cfg.Shard.Count > 0 && isURL(target) {
		return nil, errors.New("could not use shard: it shares out the external links of a directory, and the target is a URL; remove shard, or set target to a directory")
	}
	s.notes = append(s.notes, s.compareCheckout(ctx)...)
	if err := p.checkHeaders(&cfg); err != nil {
		return nil, err
	}
	cfg.Headers = s.withLogin(cfg)
	p.secrets.Add(cfg)
	if cfg.UserAgent == "" {
		cfg.UserAgent = p.userAgent()
	}
	if s.known, err = s.readBaseline(ctx, cfg); err != nil {
		return nil, err
	}
	s.cfg, s.rules, s.started = cfg, check.NewRulebook(cfg.Rules), time.Now()
	if err := s.openPublisher(cfg); err != nil {
		return nil, err
	}
	s.notes = slices.Concat(s.notes, s.sharedAddressNotes(), s.settingsNotes(), cfg.Ineffective())
	s.checkout = git.OpenCheckout(cfg.Sources, p.getenv, s.workflow.Event().DefaultBranch, suggest.NearestFile)
	s.openComparison()
	s.site, err = s.openSite(ctx, cfg)
	return s, err
}

// atEnd has the end of the run close something that is only read from.
func (s *session) atEnd(closeIt func() error) { s.closers = append(s.closers, closeIt) }

func (s *session) close() {
	for _, closeIt := range s.closers {
		_ = closeIt() // nothing was written there
	}
	if client := s.client.Load(); client != nil {
		client.Close()
	}
}

// check runs the check within the time limit, and shows its progress. late ends a little
// after a run that ends early: then no more suggestions, sources and lines are looked up.
func (s *session) check(process context.Context) (r *link.Report, late context.Context) {
	s.limitMemory()
	ctx := process
	if limit := s.cfg.TimeLimit; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.started.Add(limit), fmt.Errorf("the time limit of %v was reached", limit))
		defer cancel()
	}
	late, stop := check.Late(ctx, check.Grace)
	title := "linkvet: checking " + s.cfg.Target
	if s.cfg.From != "" {
		title = "linkvet: reading the report " + s.cfg.From
	}
	s.workflow.Group(s.process.secrets.Text(title))
	endProgress := s.showProgress()
	r, job := s.checkCached(ctx)
	r.AddProblem(endProgress())
	if s.cfg.From == "" {
		s.mapSources(late, job, r)
		s.judgeChanged(late, r)
		s.fixSources(late, job, r)
		r.DurationMS = time.Since(s.started).Milliseconds()
	}
	if cause := context.Cause(ctx); cause != nil && r.Complete {
		r.AddProblem(fmt.Sprintf("the run ended early (%v): all links were checked, but suggestions and source lines may be missing", cause))
	}
	if ctx.Err() == nil {
		// The time limit does not apply to the reports.
		stop()
		late, _ = check.Late(process, check.Grace)
	}
	s.workflow.EndGroup()
	s.noteBaseline(r)
	return r, late
}

// contained does one step of a run. A panic there is a problem of the report, and costs that step
// alone.
func contained(r *link.Report, step, input string, do func()) {
	r.AddProblem(contain.Panic(step, input, do))
}

// cachePatience is how long a run that has ended may write its cache. A very large cache
// takes longer, and then stays as it was.
const cachePatience = 500 * time.Millisecond

// checkCached checks the site with the cached results of external links, and writes the new ones.
// An error of the cache costs only requests: it is a note of the report. A run that has already
// ended sends no requests, and needs no cache.
func (s *session) checkCached(ctx context.Context) (*link.Report, *check.Job) {
	if s.cfg.Cache == "" || ctx.Err() != nil {
		return s.checkSite(ctx)
	}
	store, err := cache.Open(ctx, s.cfg.Cache, s.cfg.CacheTTL, s.started)
	if store == nil {
		s.notes = append(s.notes, err.Error())
		return s.checkSite(ctx)
	}
	s.cache = store
	r, job := s.checkSite(ctx)
	late, cancel := check.Late(ctx, cachePatience)
	defer cancel()
	for _, err := range []error{err, store.Write(late, s.process.secrets.Holds)} {
		if err != nil {
			r.Notes = append(r.Notes, err.Error())
		}
	}
	return r, job
}

// checkSite checks the site. After a panic the report has only the problem, and is
// delivered as usual.
func (s *session) checkSite(ctx context.Context) (r *link.Report, job *check.Job) {
	problem := contain.Panic("check", s.cfg.Target, func() { r, job = s.site.check(ctx, s) })
	if problem == "" {
		return r, job
	}
	var at place
	if scope := s.scope.Load(); scope != nil {
		at.scope = *scope
	}
	job = s.newJob(at)
	r = crawl.Unreachable(context.WithoutCancel(ctx), job, errors.New(problem))
	if !isURL(s.cfg.Target) {
		r.Mode = link.Directory
	}
	return r, job
}

const (
	// memoryLimit is the memory in bytes from which on garbage is collected more often. The
	// memory in use stays below that for any site.
	memoryLimit = 768 << 20
	// manyFiles is the number of files from which on a directory is collected at manyFilesGC
	// percent: a million take 0.46 GB so, and 0.58 GB at Go's 100 percent in the same time.
	manyFiles   = 200_000
	manyFilesGC = 50
)

// limitMemory sets what the garbage collector aims at, unless the user has set it by GOMEMLIMIT or
// GOGC.
func (s *session) limitMemory() {
	if s.process.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if d, isDirectory := s.site.(*directorySite); isDirectory && d.dir.Len() > manyFiles && s.process.getenv("GOGC") == "" {
		debug.SetGCPercent(manyFilesGC)
	}
}

// Package cli is the program: it gathers the settings, runs the check and delivers the report.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
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
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
)

// Process is the process that the program runs in: its arguments, environment and
// standard streams.
type Process struct {
	// Version is for reports and for the user agent.
	Version string
	// Build is what --version prints: the version, and what else is known of the build.
	Build string
	// Args are the arguments without the program's name.
	Args []string
	// Environ holds the environment as KEY=value.
	Environ []string
	// Stdout takes the report, Stderr what is wrong with the call and progress.
	Stdout, Stderr io.Writer
	// IgnoreSIGPIPE makes a write to a pipe without a reader an error instead of the
	// end of the process; nil where it is one already. It is called for a check, as
	// that has more readers than the one who went away, and for a status that has to
	// be right; what only prints ends like any filter.
	IgnoreSIGPIPE func()

	// secrets are nil before Run collects them, and phases before it begins.
	secrets *redact.Secrets
	phases  *phase.Clock
	// patience is how long the run may wait for GitHub's API.
	patience *github.Patience
}

// getenv looks a variable up; the last of several counts.
func (p Process) getenv(name string) string {
	for _, v := range slices.Backward(p.Environ) {
		if key, value, _ := strings.Cut(v, "="); key == name {
			return value
		}
	}
	return ""
}

// inWorkflow reports whether the process runs in a workflow, where people write
// inputs and not flags.
func (p Process) inWorkflow() bool { return p.getenv("GITHUB_ACTIONS") == "true" }

// target is what messages call the site to check.
func (p Process) target() string {
	if p.inWorkflow() {
		return "input `target`"
	}
	return "TARGET"
}

// option is how a setting is given: as an input in a workflow, else as a flag.
func (p Process) option(name, value string) string {
	if p.inWorkflow() {
		return "`" + report.Option(true, name, value) + "`"
	}
	return report.Option(false, name, value)
}

// userAgent is that of requests, where no setting says another one.
func (p Process) userAgent() string {
	return fmt.Sprintf("linkvet/%s (+https://github.com/linkvet/linkvet)", p.Version)
}

// redacted returns p with the secrets of its call. Its standard error shows none.
func (p Process) redacted() Process {
	p.secrets = redact.OfCall(p.Args, p.Environ)
	p.Stderr = redact.NewWriter(p.Stderr, p.secrets.Text)
	return p
}

// warn writes lines to the standard error, as plain text.
func (p Process) warn(text string) {
	for line := range strings.SplitSeq("linkvet: "+text, "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(report.Clean(line, 0)))
	}
}

// Run runs the program and returns its exit status. ctx ends the run early: what
// is known by then is reported.
func Run(ctx context.Context, p Process) (status int) {
	p.phases = new(phase.Clock)
	p.phases.Begin(phase.Settings)
	p.patience = github.NewPatience()
	late, stop := check.Late(ctx, streamPatience)
	defer stop()
	p.Stdout, p.Stderr = newStream(p.Stdout, late), newStream(p.Stderr, late)
	p.Environ = config.WithInputs(p.Environ)
	p = p.redacted()
	defer lastResort(p, &status)
	cfg, err := loadConfig(p)
	if err == nil && (cfg.Help != "" || cfg.Version || cfg.Print != "") {
		return p.print(cfg)
	}
	if p.IgnoreSIGPIPE != nil {
		p.IgnoreSIGPIPE()
	}
	if err != nil {
		return p.failToStart(ctx, cfg, err)
	}
	cfg.Token = p.token(cfg)
	p.secrets.Add(cfg)
	s, err := newSession(ctx, p, cfg)
	if err != nil {
		return p.failToStart(ctx, cfg, err)
	}
	defer s.close()
	s.prepareOutputs()
	if s.publisher != nil {
		p.phases.Begin(phase.Start)
	}
	s.publisher.start(ctx, s)
	defer s.publisher.abandon(ctx)
	r, late := s.check(ctx)
	return s.deliver(ctx, late, r)
}

// print prints what a call asks for that checks nothing.
func (p Process) print(cfg config.Config) int {
	var err error
	switch {
	case cfg.Help != "":
		err = config.Usage(p.Stdout, cfg.Help)
	case cfg.Version:
		_, err = fmt.Fprintf(p.Stdout, "linkvet %s\n", p.Build)
	default:
		err = config.Print(p.Stdout, cfg.Print, p.Version)
	}
	if err != nil {
		p.warn(fmt.Sprintf("could not write to standard output: %v", err))
	}
	return exitStatus(nil, nil, err)
}

// session is one run.
type session struct {
	process  Process
	workflow *github.Workflow
	site     checkedSite
	// markdown is what was listed to choose the target; nil when that was not needed.
	markdown *markdown.Repository
	// cfg holds the settings, and notes what the report says of them and of the target.
	// Both are complete once the session is.
	cfg   config.Config
	notes []string
	// known, rules, checkout, progress and started are those of the job.
	known    *baseline.Places
	rules    *check.Rulebook
	checkout *git.Checkout
	progress *check.Progress
	started  time.Time
	// cache holds the results of earlier runs; nil for none, and before the check begins.
	cache check.Cache
	// publisher shows on GitHub how the run ended; nil when nothing is to be shown.
	publisher *publisher
	// out takes the report. In a workflow it passes no commands, and log is the same
	// stream, because the runner does not keep the order of two.
	out, log io.Writer
	// guard wraps both in a workflow; it is nil otherwise.
	guard *github.Guarded
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
	// client is set once the check begins, and then read by the progress line.
	client atomic.Pointer[fetch.Client]
	// settled is when all parts of a deployment should have arrived that the run saw begin;
	// zero when it saw none.
	settled time.Time
	// fixes are what can be fixed; nil when the run does not ask for that, or cannot.
	fixes *fix.Plan
	// waiting is what was seen of a start page that the run waits for; nil when it does not
	// wait.
	waiting atomic.Pointer[string]
	// comparison compares the site with an old one; nil for none. endComparison lets go of
	// what that needs.
	comparison    *compare.Comparison
	endComparison func()
	// scope is where the site is as far as it is known by now, for the rules of requests.
	scope atomic.Pointer[site.Scope]
}

// errLiveShard says what the setting shard needs.
var errLiveShard = errors.New("could not use shard: it shares out the external links of a directory, and the target is a URL; remove shard, or set target to a directory")

// newSession prepares a run. Its errors are errors of the call.
func newSession(ctx context.Context, p Process, cfg config.Config) (*session, error) {
	p.useOwnPaths(&cfg)
	if err := errors.Join(p.checkPathsInside(cfg), checkStdout(cfg)); err != nil {
		return nil, err
	}
	s := &session{
		process: p, out: p.Stdout, log: p.Stderr, repository: sync.OnceValue(repository),
		progress: &check.Progress{Phases: p.phases}, unwritable: map[string]error{},
	}
	s.openWorkflow(cfg)
	if cfg.Fix == config.FixDiff && cfg.From == "" && !s.workflow.Active() {
		s.out = p.Stderr
	}
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
		return nil, errLiveShard
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

func (s *session) close() {
	if client := s.client.Load(); client != nil {
		client.Close()
	}
	if s.endComparison != nil {
		s.endComparison()
	}
	s.site.close()
}

// check runs the check within the time limit, and shows its progress. late ends a little
// after a run that ends early: then no more suggestions, sources and lines are looked up.
func (s *session) check(ctx context.Context) (r *link.Report, late context.Context) {
	s.limitMemory()
	process := ctx
	if limit := s.cfg.TimeLimit; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.started.Add(limit), fmt.Errorf("the time limit of %v was reached", limit))
		defer cancel()
	}
	late, stop := check.Late(ctx, check.Grace)
	s.workflow.Group(s.title())
	progress := startProgress(s)
	r, job := s.checkCached(ctx)
	r.AddProblem(progress.stop())
	if s.cfg.From == "" {
		s.process.phases.Begin(phase.Sources)
		s.mapSources(late, job, r)
		s.judgeChanged(late, r)
	}
	s.process.phases.Begin(phase.Judging)
	s.fixSources(late, job, r)
	if cause := context.Cause(ctx); cause != nil && r.Complete {
		r.AddProblem(fmt.Sprintf("the run ended early (%v): all links were checked, but suggestions and source lines may be missing", cause))
	}
	if ctx.Err() == nil {
		// The time limit does not apply to the reports.
		stop()
		late, _ = check.Late(process, check.Grace)
	}
	s.workflow.EndGroup()
	if s.cfg.From == "" {
		r.DurationMS = time.Since(s.started).Milliseconds()
	}
	s.noteBaseline(r)
	return r, late
}

// title is that of the log of the check.
func (s *session) title() string {
	if s.cfg.From != "" {
		return "linkvet: reading the report " + s.process.secrets.Text(s.cfg.From)
	}
	return "linkvet: checking " + s.process.secrets.Text(s.cfg.Target)
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
	// memory in use stays below that for any site, but garbage as large as that once more would be
	// past a gigabyte.
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

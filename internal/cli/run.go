// Package cli is the program: it gathers the settings, runs the check and delivers the report.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

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
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
)

// Run runs the program and returns its exit status. ctx ends the run early: what
// is known by then is reported.
func Run(ctx context.Context, p Process) (status int) {
	late, stop := check.Late(ctx, patience)
	defer stop()
	p.Stdout, p.Stderr = newStream(p.Stdout, late), newStream(p.Stderr, late)
	p.Environ = config.WithInputs(p.Environ)
	p = p.prepared()
	defer lastResort(p, &status)
	cfg, err := loadConfig(p)
	if err == nil && cfg.Print != "" {
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
	return s.deliver(ctx, s.check(ctx))
}

// session is one run.
type session struct {
	process  Process
	workflow *github.Workflow
	api      func() (*github.Client, error) // the client of GitHub's API
	site     checkedSite
	// cfg holds the settings, and notes what the report says of them and of the target.
	// Both are complete once the session is.
	cfg   config.Config
	notes []string
	// job has what is known of the job before its site is.
	job check.Job
	// checkout is the one around the sources; nil when there is none.
	checkout *git.Checkout
	// publisher shows on GitHub how the run ended; nil when nothing is to be shown.
	publisher *publisher
	// out takes the report. In a workflow it passes no commands, and log is the same
	// stream. flush writes what is held back there; call it before writing past that.
	out, log io.Writer
	flush    func() error
	// repository opens the work tree around the working directory at the first call; nil without
	// one. isOtherCheckout is true when it holds another commit than the one under test.
	repository      func() *git.Tree
	isOtherCheckout bool
	// changedFiles are the paths of the files that the pull request changes, once they are known.
	changedFiles map[string]bool
	// undelivered are the errors of the outputs that cannot be written, as known before the check.
	undelivered []error
	// client, waiting and scope are what the progress line and the rules of requests look at
	// while the check runs: the client, what was seen of a start page that the run waits for, and
	// where the site is as far as that is known.
	client  atomic.Pointer[fetch.Client]
	waiting atomic.Pointer[string]
	scope   atomic.Pointer[site.Scope]
	// fixes are what can be fixed; nil when the run does not ask for that, or cannot.
	fixes *fix.Plan
	// comparison compares the site with an old one; nil for none.
	comparison *compare.Comparison
	comparer   check.Comparer
	// closers end what the run has open.
	closers []func()
}

// newSession prepares a run. Its errors are errors of the call.
func newSession(ctx context.Context, p Process, cfg config.Config) (*session, error) {
	cfg.Token = p.token(cfg)
	p.secrets.Add(cfg)
	p.useContainerPaths(&cfg)
	if err := p.checkPathsInside(cfg); err != nil {
		return nil, err
	}
	s := &session{
		process: p, out: p.Stdout, log: p.Stderr, flush: func() error { return nil },
		job:        check.Job{Version: p.Version, Progress: &check.Progress{}, Served: &check.Served{}, Redact: p.secrets.Mask},
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
	if s.job.Known, err = s.readBaseline(ctx, cfg); err != nil {
		return nil, err
	}
	s.cfg, s.job.Rules, s.job.Started = cfg, check.NewRulebook(cfg.Rules), time.Now()
	if err := s.openPublisher(cfg); err != nil {
		return nil, err
	}
	s.notes = slices.Concat(s.notes, s.sharedAddressNotes(), s.settingsNotes(), cfg.Ineffective())
	s.checkout = git.OpenCheckout(cfg.Sources, p.getenv, s.workflow.Event().DefaultBranch, suggest.NearestFile)
	s.openComparison()
	if s.site == nil {
		s.site, err = s.openSite(ctx, cfg)
	}
	return s, err
}

func (s *session) close() {
	for _, closeIt := range s.closers {
		closeIt()
	}
	if client := s.client.Load(); client != nil {
		client.Close()
	}
}

// check runs the check within the time limit, and shows its progress.
func (s *session) check(ctx context.Context) *link.Report {
	s.limitMemory()
	if limit := s.cfg.TimeLimit; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.job.Started.Add(limit), fmt.Errorf("the time limit of %v was reached", limit))
		defer cancel()
	}
	// A little after a run that ends early, no more suggestions, sources and lines are looked up.
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	title := "linkvet: checking " + s.cfg.Target
	if s.cfg.From != "" {
		title = "linkvet: reading the report " + s.cfg.From
	}
	s.workflow.Group(s.process.secrets.Text(title))
	endProgress := s.showProgress()
	r, job := s.checkCached(ctx)
	r.Problem(endProgress())
	if s.cfg.From == "" {
		s.mapSources(late, job, r)
		s.judgeChanged(late, r)
		s.fixSources(late, job, r)
		r.DurationMS = time.Since(s.job.Started).Milliseconds()
	}
	if cause := context.Cause(ctx); cause != nil && r.Complete {
		r.Problem(fmt.Sprintf("the run ended early (%v): all links were checked, but suggestions and source lines may be missing", cause))
	}
	s.workflow.EndGroup()
	s.noteBaseline(r)
	return r
}

// contained does one step of a run. A panic there is a problem of the report, and costs that step
// alone.
func contained(r *link.Report, step, input string, do func()) {
	r.Problem(contain.Panic(step, input, do))
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
	store, err := cache.Open(ctx, s.cfg.Cache, s.cfg.CacheTTL, s.job.Started)
	if store == nil {
		s.notes = append(s.notes, err.Error())
		return s.checkSite(ctx)
	}
	s.job.Cache = store
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
	// memoryLimit is the memory in bytes from which on garbage is collected more often.
	memoryLimit = 768 << 20
	// manyFiles is the number of files from which on a directory is collected at manyFilesGC
	// percent: a million take 0.46 GB so, and 0.58 GB at Go's 100 percent in the same time. One of
	// fewFiles or less, such as Python's documentation, takes a twentieth less time at fewFilesGC.
	manyFiles, manyFilesGC = 200_000, 50
	fewFiles, fewFilesGC   = 2_000, 200
)

// limitMemory sets what the garbage collector aims at, unless the user has set it by GOMEMLIMIT or
// GOGC.
func (s *session) limitMemory() {
	if s.process.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if d, isDirectory := s.site.(*directorySite); isDirectory && s.process.getenv("GOGC") == "" {
		switch n := d.dir.Len(); {
		case n > manyFiles:
			debug.SetGCPercent(manyFilesGC)
		case n <= fewFiles:
			debug.SetGCPercent(fewFilesGC)
		}
	}
}

// Process is the process that the program runs in: its arguments, environment and
// standard streams.
type Process struct {
	// Version is for reports and for the user agent, and Build what --version prints.
	Version, Build string
	// Args are the arguments without the program's name, and Environ the environment as KEY=value.
	Args, Environ []string
	// Stdout takes the report, Stderr what is wrong with the call and progress.
	Stdout, Stderr io.Writer

	// secrets are nil before Run collects them.
	secrets *redact.Secrets
}

// prepared returns p with the secrets of its call, which its standard error does not show.
func (p Process) prepared() Process {
	p.secrets = redact.OfCall(p.Args, p.Environ)
	p.Stderr = redact.NewWriter(p.Stderr, p.secrets.Text)
	return p
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

// warn writes lines to the standard error, as plain text.
func (p Process) warn(text string) {
	for line := range strings.SplitSeq("linkvet: "+text, "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(report.Clean(line, 0)))
	}
}

// print prints what a call asks for that checks nothing.
func (p Process) print(cfg config.Config) int {
	err := config.Print(p.Stdout, cfg.Print, p.Version, p.Build)
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		p.warn(fmt.Sprintf("could not write to standard output: %v", err))
	}
	return exitStatus(nil, nil, err)
}

// commands is the stream for the commands of a workflow, and for all else that is printed in one,
// because the runner does not keep the order of two: standard output, unless a program reads the
// report there.
func (p Process) commands(cfg config.Config) io.Writer {
	if cfg.Format != report.FormatText {
		return unwrapped(p.Stderr)
	}
	return p.Stdout
}

// runner is that stream for the workflow. A mask has to name its secret; no other command does.
func (p Process) runner(cfg config.Config) io.Writer {
	return redact.NewWriter(p.commands(cfg), func(command string) string {
		if strings.HasPrefix(command, "::add-mask::") {
			return command
		}
		return p.secrets.Text(command)
	})
}

// unwrapped is the stream of the process itself.
func unwrapped(w io.Writer) io.Writer {
	if wrapped, ok := w.(*redact.Writer); ok {
		return wrapped.Unwrap()
	}
	return w
}

// colour reports whether the stream of the report wants colors. NO_COLOR turns them off
// (https://no-color.org), and FORCE_COLOR turns them on where there is no terminal
// (https://force-color.org).
func (p Process) colour(w io.Writer) bool {
	switch {
	case p.getenv("NO_COLOR") != "":
		return false
	case p.getenv("FORCE_COLOR") != "":
		return p.getenv("FORCE_COLOR") != "0"
	}
	return isTerminal(w) && p.getenv("TERM") != "dumb"
}

// isTerminal reports whether w is a terminal that understands escape sequences.
func isTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd())) && understandsSequences(f.Fd())
}

// ReadBuild describes the build of this program: its version without a v, or "dev", and a line with
// that, the hash of the source, when it was built in UTC, and Go. The arguments are what the linker
// was told about a release. Without that, `go install …@VERSION` and Go's look at the checkout give
// the version. An image that a runner builds has neither, but its environment names the ref of the
// action.
func ReadBuild(version, commit, date string, getenv func(string) string) (number, line string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(version, commit, date, info, getenv)
}

func describe(version, commit, date string, info *debug.BuildInfo, getenv func(string) string) (number, line string) {
	vcs := map[string]string{}
	for _, s := range info.Settings {
		vcs[s.Key] = s.Value
	}
	action := ""
	if getenv("GITHUB_ACTION_REPOSITORY") == "linkvet/linkvet" {
		action = getenv("GITHUB_ACTION_REF")
	}
	number = strings.TrimPrefix(cmp.Or(version, strings.TrimPrefix(info.Main.Version, "(devel)"), action, "dev"), "v")
	var known []string
	if commit = cmp.Or(commit, vcs["vcs.revision"]); commit != "" {
		known = append(known, "commit "+commit)
		if vcs["vcs.modified"] == "true" {
			known[0] += " modified"
		}
	}
	for _, part := range []string{cmp.Or(date, vcs["vcs.time"]), info.GoVersion} {
		if part != "" {
			known = append(known, part)
		}
	}
	return number, number + " (" + strings.Join(known, ", ") + ")"
}

// How often the signs of life change: on a terminal quickly, in a log seldom.
const (
	screenInterval = 100 * time.Millisecond
	logInterval    = 10 * time.Second
)

// showProgress shows that the run continues: one line that changes on a terminal, a new line now
// and then in a log. stop ends that, wipes the line, and returns the problem that showing it had.
func (s *session) showProgress() (stop func() (problem string)) {
	if s.cfg.Quiet {
		return func() string { return "" }
	}
	interval, before, after := logInterval, "", "\n"
	if isTerminal(s.log) {
		interval, before, after = screenInterval, "\r\x1b[K", ""
	}
	ticker, done, problem := time.NewTicker(interval), make(chan struct{}), make(chan string, 1)
	tick := func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				fmt.Fprint(s.log, before+s.progressLine()+after)
			}
		}
	}
	go func() { problem <- contain.Panic("show the progress", "", tick) }()
	return func() string {
		ticker.Stop()
		close(done)
		defer fmt.Fprint(s.log, before)
		return <-problem
	}
}

// progressLine says how far the run is.
func (s *session) progressLine() string {
	since := time.Since(s.job.Started).Truncate(time.Second)
	if seen := s.waiting.Load(); seen != nil {
		return fmt.Sprintf("%s, for %v", *seen, since)
	}
	var requests int64
	if client := s.client.Load(); client != nil {
		requests = client.Requests()
	}
	pages, links := s.job.Progress.Pages.Load(), s.job.Progress.Links.Load()
	return fmt.Sprintf("checking: %s, %s, %s (%v)", link.Count(pages, "page"), link.Count(links, "link"), link.Count(requests, "request"), since)
}

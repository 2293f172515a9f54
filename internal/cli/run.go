// Package cli is the program: it gathers the settings, runs the check and hands
// the report to those who read it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/forge"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// The exit statuses.
const (
	// exitClean: checked to the end, nothing that fail-on names.
	exitClean = 0
	// exitFailed: checked to the end, something that fail-on names.
	exitFailed = 1
	// exitUsage: the call is wrong.
	exitUsage = 2
	// exitIncomplete: the site could not be checked to its end.
	exitIncomplete = 3
)

// Process is all that the program sees of the world around it but for files and
// the network.
type Process struct {
	// Version is shown by --version and sent in the user agent.
	Version string
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

	// secrets are what no output shows; nil before Run knows any.
	secrets *secrets
}

// getenv looks a variable up; the last of several counts.
func (p Process) getenv(name string) string {
	for i := len(p.Environ) - 1; i >= 0; i-- {
		if key, value, _ := strings.Cut(p.Environ[i], "="); key == name {
			return value
		}
	}
	return ""
}

// Run runs the program and returns its exit status. ctx ends the run early: what
// is known by then is reported.
func Run(ctx context.Context, p Process) (status int) {
	p.Stdout, p.Stderr = patiently(ctx, p.Stdout), patiently(ctx, p.Stderr)
	p = p.guarded()
	defer lastResort(p, &status)
	if refuseTooFewFiles(p) {
		return exitIncomplete
	}
	cfg, err := loadConfig(p)
	if onlyPrints := err == nil && (cfg.Help || cfg.Version || cfg.Dump); !onlyPrints && p.IgnoreSIGPIPE != nil {
		p.IgnoreSIGPIPE()
	}
	if err != nil {
		return complain(p, cfg, err)
	}
	switch {
	case cfg.Help:
		return printed(p, config.Usage(p.Stdout))
	case cfg.Version:
		_, err := fmt.Fprintf(p.Stdout, "linkvet %s\n", p.Version)
		return printed(p, err)
	}
	p.learn(cfg)
	s, err := newSession(ctx, p, cfg)
	if err != nil {
		return complain(p, cfg, err)
	}
	defer s.close()
	if cfg.Dump {
		return s.dump(ctx)
	}
	s.prepareFiles()
	r, late := s.check(ctx)
	return s.deliver(ctx, late, r)
}

// printed is the exit status of a call that only prints.
func printed(p Process, err error) int {
	if err != nil {
		fmt.Fprintf(p.Stderr, "linkvet: could not write to standard output: %v\n", err)
		return exitIncomplete
	}
	return exitClean
}

// session is one run.
type session struct {
	process  Process
	workflow *actions.Workflow
	site     subject
	job      check.Job
	// out takes the report. In a workflow it lets no command through, and log is
	// the same stream, as the runner keeps no order between two.
	out, log io.Writer
	// repository is the work tree around the working directory, looked for when it is
	// first asked for; nil where there is none.
	repository func() *git.Tree
	// guard is what stands before them in a workflow; nil elsewhere.
	guard *actions.Guarded
	// unwritable says of the paths of reports why nothing can be written there, as far
	// as that was known before the check.
	unwritable map[string]error
	// fits is how much the run may do at once with the files that it can open.
	fits atOnce
	// client is set once the check begins, and then read by the progress line.
	client atomic.Pointer[fetch.Client]
	// space is that of the job, for requests that go on while it is settled.
	space atomic.Pointer[site.Space]
}

// newSession makes ready all that a run needs; what is missing or wrong is an
// error of the call.
func newSession(ctx context.Context, p Process, cfg config.Config) (*session, error) {
	if err := errors.Join(p.keepInside(cfg), keepApart(cfg)); err != nil {
		return nil, err
	}
	s := &session{process: p, out: p.Stdout, log: p.Stderr, repository: sync.OnceValue(repository)}
	s.openWorkflow(cfg)
	target, err := s.chooseTarget(cfg.Target)
	if err != nil {
		return nil, err
	}
	cfg.Target = target
	if err := p.holdHeaders(&cfg); err != nil {
		return nil, err
	}
	cfg.Headers = s.withLogin(cfg)
	p.learn(cfg)
	if cfg.UserAgent == "" {
		cfg.UserAgent = fmt.Sprintf("linkvet/%s (+https://github.com/linkvet/linkvet)", p.Version)
	}
	known, err := s.readBaseline(ctx, cfg.Baseline)
	if err != nil {
		return nil, err
	}
	s.job = check.Job{
		Config: cfg, Version: p.Version, Known: known, Rules: check.NewRulebook(cfg.Rules),
		Progress: &check.Progress{}, Served: &check.Served{}, Started: time.Now(), Redact: p.secrets.mask,
		Notes: slices.Concat(unreadSettings(&cfg), fileNotes(p, &cfg), idleSettings(&cfg)),
	}
	if checkout := forge.Open(cfg.Sources, p.getenv, s.workflow.DefaultBranch()); checkout != nil {
		s.job.Checkout = checkout
	}
	s.fitOpenFiles()
	s.site, err = s.openSubject(ctx, cfg)
	return s, err
}

// check runs the check within the time limit, with signs of life. late ends a little
// after the run has ended early: those who show more than was found do no more then.
func (s *session) check(ctx context.Context) (r *link.Report, late context.Context) {
	defer collectAt(s.site.garbage(), s.process)()
	defer limitMemory(s.process)()
	process := ctx
	if limit := s.job.Config.TimeLimit; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.job.Started.Add(limit), fmt.Errorf("the time limit of %v is over", limit))
		defer cancel()
	}
	late, stop := check.Late(ctx, check.Grace)
	s.workflow.Group("linkvet: checking " + s.process.secrets.Text(s.job.Config.Target))
	progress := startProgress(s)
	r = s.withCache(ctx, func() *link.Report { return s.checkSite(ctx) })
	r.AddProblem(progress.stop())
	s.mapSources(late, r)
	if client := s.client.Load(); client != nil {
		client.Close() // reports may need the files that idle connections are
	}
	noteEarlyEnd(ctx, r)
	if ctx.Err() == nil {
		// The time limit is none for those who write of it.
		stop()
		late, _ = check.Late(process, check.Grace)
	}
	s.workflow.EndGroup()
	r.DurationMS = time.Since(s.job.Started).Milliseconds()
	for _, file := range s.job.Config.Reports {
		if err := s.unwritable[file.Path]; err != nil {
			r.AddProblem(problemOf(err))
		}
	}
	s.process.secrets.report(r)
	s.nameReports(r)
	return r, late
}

// noteEarlyEnd says of a run that was ended after its check that the report may lack
// suggestions and lines.
func noteEarlyEnd(ctx context.Context, r *link.Report) {
	if cause := context.Cause(ctx); cause != nil && r.Complete {
		r.AddProblem(fmt.Sprintf("the run ended early (%v): all links were checked, but suggestions and lines of the sources may be missing", cause))
	}
}

// use makes client the one that all requests go through.
func (s *session) use(client *fetch.Client) {
	s.client.Store(client)
	s.job.Client = client
}

func (s *session) close() {
	if client := s.client.Load(); client != nil {
		client.Close()
	}
	s.site.close()
}

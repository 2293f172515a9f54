// Package cli is the program: it gathers the settings, runs the check and hands
// the report to those who read it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/forge"
	"github.com/linkvet/linkvet/internal/gcpercent"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/phase"
)

// Run runs the program and returns its exit status. ctx ends the run early: what
// is known by then is reported.
func Run(ctx context.Context, p Process) (status int) {
	p.phases = new(phase.Clock)
	p.phases.Begin(phase.Settings)
	streamsEnd := sync.OnceValue(func() context.Context {
		late, _ := check.Late(ctx, output.StreamPatience)
		return late
	})
	p.Stdout, p.Stderr = output.Stream(p.Stdout, streamsEnd), output.Stream(p.Stderr, streamsEnd)
	p.Environ = config.WithInputs(p.Environ)
	p = p.redacted()
	defer lastResort(p, &status)
	if refuseTooFewFiles(p) {
		return exitIncomplete
	}
	cfg, err := loadConfig(p)
	if onlyPrints := err == nil && (cfg.Help || cfg.Version || cfg.Print != "" || cfg.Dump); !onlyPrints && p.IgnoreSIGPIPE != nil {
		p.IgnoreSIGPIPE()
	}
	if err != nil {
		return publishStop(ctx, p, cfg, err, failToStart(p, cfg, err))
	}
	switch {
	case cfg.Help:
		return printStatus(p, config.Usage(p.Stdout))
	case cfg.Version:
		_, err := fmt.Fprintf(p.Stdout, "linkvet %s\n", p.Build)
		return printStatus(p, err)
	case cfg.Print != "":
		return printStatus(p, printFile(p, cfg.Print))
	}
	cfg.Token = p.token(cfg)
	p.secrets.Add(cfg)
	s, err := newSession(ctx, p, cfg)
	if err != nil {
		return publishStop(ctx, p, cfg, err, failToStart(p, cfg, err))
	}
	defer s.close()
	if cfg.Dump {
		return s.dump(ctx)
	}
	s.prepareFiles()
	if s.publisher != nil {
		p.phases.Begin(phase.Start)
	}
	s.notes = append(s.notes, s.publisher.start(ctx)...)
	defer s.publisher.abandon(ctx)
	r, late := s.check(ctx)
	return s.deliver(ctx, late, r)
}

// errLiveShard says what the setting shard needs.
var errLiveShard = errors.New("could not use shard: it shares out the external links of a directory, and the target is a URL; remove shard, or set target to a directory")

// newSession prepares a run. Its errors are errors of the call.
func newSession(ctx context.Context, p Process, cfg config.Config) (*session, error) {
	p.useOwnPaths(&cfg)
	if err := errors.Join(p.checkPathsInside(cfg), checkDistinctPaths(cfg), checkStdout(cfg)); err != nil {
		return nil, err
	}
	s := &session{process: p, out: p.Stdout, log: p.Stderr, repository: sync.OnceValue(repository)}
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
	target, err := s.chooseTarget(&cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Target = target; cfg.Shard.Count > 0 && isURL(target) {
		return nil, errLiveShard
	}
	s.noteEnvironment(&cfg)
	s.compareCheckout(ctx)
	if err := p.checkHeaders(&cfg); err != nil {
		return nil, err
	}
	cfg.Headers = s.withLogin(cfg)
	p.secrets.Add(cfg)
	if cfg.UserAgent == "" {
		cfg.UserAgent = p.userAgent()
	}
	known, missing, err := s.readBaseline(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s.cfg, s.known, s.rules, s.progress, s.started = cfg, known, check.NewRulebook(cfg.Rules), &check.Progress{Phases: p.phases}, time.Now()
	publisher, unpublished, err := newPublisher(p, cfg, s.workflow)
	if err != nil {
		return nil, err
	}
	s.publisher = publisher
	s.notes = slices.Concat(s.targetNotes, missing, s.sharedAddressNotes(&cfg), unpublished, unreadSettings(&cfg), settingsInTarget(p, &cfg), fileNotes(p, &cfg), cfg.Ineffective())
	s.checkout = forge.Open(cfg.Sources, p.getenv, s.workflow.Event().DefaultBranch)
	s.fitOpenFiles()
	s.openComparison()
	s.site, err = s.openSite(ctx, cfg)
	return s, err
}

// check runs the check within the time limit, and shows its progress. late ends a little
// after a run that ends early: then no more suggestions, sources and lines are looked up.
func (s *session) check(ctx context.Context) (r *link.Report, late context.Context) {
	defer gcpercent.Set(s.site.gcPolicy(), s.process.getenv("GOGC"))()
	defer limitMemory(s.process)()
	process := ctx
	if limit := s.cfg.TimeLimit; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, s.started.Add(limit), fmt.Errorf("the time limit of %v was reached", limit))
		defer cancel()
	}
	late, stop := check.Late(ctx, check.Grace)
	s.workflow.Group(s.title())
	progress := startProgress(s)
	var job *check.Job
	r = s.withCache(ctx, func() *link.Report {
		var r *link.Report
		r, job = s.checkSite(ctx)
		return r
	})
	r.AddProblem(progress.stop())
	if s.cfg.From == "" {
		s.process.phases.Begin(phase.Sources)
		s.mapSources(late, job, r)
		s.judgeChanged(late, r)
	}
	s.process.phases.Begin(phase.Judging)
	s.fixSources(late, job, r)
	if client := s.client.Load(); client != nil {
		client.Close() // reports may need the files that idle connections are
	}
	noteEarlyEnd(ctx, r)
	if ctx.Err() == nil {
		// The time limit does not apply to the reports.
		stop()
		late, _ = check.Late(process, check.Grace)
	}
	s.workflow.EndGroup()
	s.checked = r.Complete
	if s.cfg.From == "" {
		r.DurationMS = time.Since(s.started).Milliseconds()
	}
	for _, file := range s.cfg.Reports {
		if err := s.unwritable[file.Path]; err != nil {
			r.AddProblem(problemOf(err))
		}
	}
	s.noteBaseline(r)
	s.process.secrets.Redact(r)
	s.nameReports(r)
	return r, late
}

// title is that of the log of the check.
func (s *session) title() string {
	if s.cfg.From != "" {
		return "linkvet: reading the report " + s.process.secrets.Text(s.cfg.From)
	}
	return "linkvet: checking " + s.process.secrets.Text(s.cfg.Target)
}

// noteEarlyEnd adds a problem to the report of a run that ended after all links were
// checked: suggestions and lines may be missing.
func noteEarlyEnd(ctx context.Context, r *link.Report) {
	if cause := context.Cause(ctx); cause != nil && r.Complete {
		r.AddProblem(fmt.Sprintf("the run ended early (%v): all links were checked, but suggestions and source lines may be missing", cause))
	}
}

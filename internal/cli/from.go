package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/earlier"
	"github.com/linkvet/linkvet/internal/gcpercent"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/report"
)

// openEarlier prepares a run that delivers an earlier report and checks no site. Its errors
// are errors of the call.
func (s *session) openEarlier(ctx context.Context, cfg config.Config) error {
	if cfg.Target != "" && cfg.InFile("target") == "" {
		return fmt.Errorf("could not use from together with %s: from reads no site; remove one of them", s.process.target())
	}
	for _, file := range cfg.Reports {
		switch file.Format {
		case report.FormatPages:
			return reportError(file.Path, errNoPages)
		case report.FormatRedirects:
			return reportError(file.Path, errNoRedirects)
		}
	}
	// The settings of a check have no effect: see Config.Ineffective.
	cfg.Target, cfg.Cache, cfg.Headers = "", "", nil
	known, missing, err := s.readBaseline(ctx, cfg)
	if err != nil {
		return err
	}
	s.process.phases.Begin(phase.Earlier)
	r, err := earlier.Read(ctx, cfg.From)
	if ctx.Err() != nil {
		r, err = unreadReport(ctx), nil
	}
	if err != nil {
		return err
	}
	s.cfg, s.known, s.progress, s.started = cfg, known, &check.Progress{Phases: s.process.phases}, time.Now()
	// The pull request and the commit under test are those of the event, never of the report.
	publisher, unpublished, err := newPublisher(s.process, cfg, s.workflow)
	s.publisher = publisher
	s.compareCheckout(ctx)
	s.notes = slices.Concat(missing, unpublished, fileNotes(s.process, &cfg), cfg.Ineffective())
	s.site = &earlierSite{r}
	return err
}

// unreadReport is the report of a run that ended before it had read the earlier one.
func unreadReport(ctx context.Context) *link.Report {
	r := &link.Report{Schema: link.Schema, Mode: link.Directory, Findings: []link.Finding{}, Skips: map[link.Reason]int{}}
	r.AddProblem(check.EarlyEnd(context.Cause(ctx)))
	return r
}

// earlierSite is a site that an earlier run has checked.
type earlierSite struct{ report *link.Report }

// check returns the report of the earlier run as the settings of this run judge it.
func (e *earlierSite) check(_ context.Context, s *session) (*link.Report, *check.Job) {
	r := e.report
	claimed := r.Complete && r.Failed
	(&check.Job{Config: s.cfg, Known: s.known}).Rejudge(r)
	// What fail-on counted in the earlier run is no note of this one.
	r.Notes = slices.DeleteFunc(r.Notes, func(note string) bool { return strings.HasPrefix(note, "with fail-on: ") })
	r.Notes = slices.Concat(s.notes, r.Notes)
	if claimed && r.Complete && !r.Failed {
		r.Notes = append(r.Notes, "the earlier run failed, and by the settings of this run it passes: compare fail-on and baseline of both")
	}
	return r, nil
}

func (e *earlierSite) dump(context.Context, *session, func(page.Sighting)) []string {
	return []string{errDumpFrom.Error()}
}

// The errors of what an earlier report cannot give.
var (
	errNoPages     = errors.New("an earlier report does not list the pages; write it in the run that checks the site")
	errNoRedirects = errors.New("an earlier report has no redirects; write them in the run that compares the sites")
	errDumpFrom    = errors.New("could not list the links: from reads no site; remove from")
)

func (e *earlierSite) gcPolicy() gcpercent.Policy { return gcpercent.Directory }

// close has nothing to release.
func (e *earlierSite) close() {}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

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

// render writes r in one of the formats. A panic costs that format alone.
func (s *session) render(w io.Writer, format string, r *link.Report, text report.TextOptions) (err error) {
	opt := report.Options{
		Text: text,
		HTML: func() report.HTMLOptions {
			return report.HTMLOptions{Link: s.workflow.Lines(r, s.repositoryFiles(r)), Line: text.Line}
		},
	}
	problem := contain.Panic("write the report as", format, func() { err = report.Write(w, format, r, opt) })
	if problem == "" {
		return err
	}
	return errors.New(problem)
}

// contained runs one step of the delivery. A panic becomes an error of that step.
func contained(step string, do func() error) (err error) {
	if problem := contain.Panic(step, "", func() { err = do() }); problem != "" {
		return errors.New(problem)
	}
	return err
}

// lastResort turns a panic into the exit status of an incomplete run. Go's own status
// means a wrong call, and a workflow would get no message. Call it with defer.
func lastResort(p Process, status *int) {
	cause := recover()
	if cause == nil {
		return
	}
	*status = exitIncomplete
	text := fmt.Sprintf("linkvet: internal error: %v\nplease report it at https://github.com/linkvet/linkvet/issues, with the command and the site:\n%s", cause, debug.Stack())
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(line))
	}
	// The next step may panic for the same reason.
	_ = contain.Panic("annotate the error", "", func() {
		first, _, _ := strings.Cut(text, "\n")
		stop := actions.Stop{Failed: true, Headline: "linkvet failed (internal error)", Causes: []actions.Cause{{Text: first}}}
		// The settings may be unknown, so annotate and summarize in any case.
		if err := actions.New(p.getenv, p.Stderr).Tell(p.redactStop(stop), true, true); err != nil {
			fmt.Fprintln(p.Stderr, report.Inert("linkvet: "+strings.ReplaceAll(err.Error(), "\n", "; ")))
		}
	})
}

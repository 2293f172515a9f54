package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// deliver hands the report to all who read it, and returns the exit status. One
// reader who cannot be served keeps none of the others from theirs, and those who
// may keep us waiting are served last. The end of ctx leaves them little time.
func (s *session) deliver(ctx context.Context, r *link.Report) int {
	now, later := sortReports(s.job.Config.Reports)
	errs, jsonPath := s.writeReports(ctx, now, r)
	printed := s.print(r)
	if printed == nil {
		printed = s.flush()
	}
	if printed != nil {
		errs = append(errs, fmt.Errorf("could not write to standard output: %w", gone(printed)))
	}
	files := s.files(r)
	// What the log does not take, it takes no annotations after.
	if s.job.Config.Annotations && (printed == nil || s.out != s.log) {
		errs = append(errs, s.workflow.Annotate(r, files, s.job.Config.Summary))
	}
	if s.job.Config.Summary {
		errs = append(errs, s.workflow.Summary(r, files))
	}
	ctx, stop := withGrace(ctx)
	defer stop()
	more, path := s.writeReports(ctx, later, r)
	errs = append(append(errs, more...), s.workflow.Outputs(r, cmp.Or(jsonPath, path)))
	if err := errors.Join(errs...); err != nil {
		s.tell(err)
		return exitIncomplete
	}
	switch {
	case !r.Complete:
		return exitIncomplete
	case r.Failed:
		return exitFailed
	}
	return exitClean
}

// tell says what could not be delivered. Where the log is the stream that failed,
// the standard error is the last who may listen.
func (s *session) tell(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if _, err := fmt.Fprintf(s.log, "linkvet: %s\n", line); err != nil {
			fmt.Fprintln(s.process.Stderr, report.Inert("linkvet: "+line))
		}
	}
}

// gone says in words that a pipe has lost its reader.
func gone(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("its reader went away before the end (%w)", syscall.EPIPE)
	}
	return err
}

// print writes the report to standard output.
func (s *session) print(r *link.Report) error {
	cfg := s.job.Config
	opt := s.textOptions()
	opt.Color, opt.Quiet, opt.Settings = s.process.colour(), cfg.Quiet, s.settings()
	// A runner that is told to debug shows its own steps at length, too.
	opt.Verbose = cfg.Verbose || s.workflow.Active() && s.process.getenv("RUNNER_DEBUG") == "1"
	return s.render(s.out, cfg.Format, r, opt)
}

// render writes r in one of the formats; text is how it is written as text.
func (s *session) render(w io.Writer, format string, r *link.Report, text report.TextOptions) error {
	switch format {
	case config.FormatJSON:
		return report.JSON(w, r)
	case config.FormatSARIF:
		return report.SARIF(w, r)
	case config.FormatJUnit:
		return report.JUnit(w, r)
	case config.FormatGitLab:
		return report.GitLab(w, r)
	case config.FormatPages:
		return report.Pages(w, r)
	case config.FormatMarkdown:
		return report.Markdown(w, r, report.MarkdownOptions{})
	case config.FormatHTML:
		return report.HTML(w, r, report.HTMLOptions{Link: s.workflow.Lines(r, s.held(r))})
	}
	return report.Text(w, r, text)
}

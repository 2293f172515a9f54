package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/report"
)

// deliver writes the report to all outputs, and returns the exit status. An output that
// fails does not stop the others, and later ones list it as a problem. So files come
// first, and the outputs of a workflow last. Pipes may block, so they come after the
// annotations and the summary. After the end of ctx they have little time; no line is
// quoted after late has ended.
func (s *session) deliver(ctx, late context.Context, r *link.Report) int {
	cfg := &s.cfg
	s.process.phases.Begin(phase.Reports)
	d := &delivery{session: s, report: r}
	now, later := sortReports(cfg.Reports)
	first := d.write(ctx, late, now)
	err := cmp.Or(s.print(late, r), s.printFixes())
	shut := s.flush()
	if err := cmp.Or(err, shut); err != nil {
		d.failed(fmt.Errorf("could not write to standard output: %w", output.ExplainEPIPE(err)))
	}
	var files actions.Files
	d.failed(contained("read the repository", func() error {
		files = s.files(ctx, r)
		return nil
	}))
	// A log that failed takes no annotations either.
	annotates := cfg.Annotations && (shut == nil || s.out != io.Writer(s.guard))
	annotated, unannotated := len(d.problems), error(nil)
	if annotates {
		unannotated = contained("annotate the findings", func() error { return s.workflow.Annotate(r, files, cfg.Summary) })
		d.failed(unannotated)
	}
	summarized, summarizes := len(d.problems), false
	if cfg.Summary {
		err := contained("write the job summary", func() error { return s.workflow.ReplaceSummary(r, files) })
		d.failed(err)
		summarizes = err == nil
	}
	ctx, stop := check.Late(ctx, output.LastPatience)
	defer stop()
	path := cmp.Or(first, d.write(ctx, late, later))
	d.failed(contained("set the outputs", func() error { return s.workflow.Outputs(r, path) }))
	if missed := d.problems[annotated:]; annotates && len(missed) > 0 {
		if err := contained("annotate the problems", func() error { return s.workflow.AnnotateProblems(missed) }); unannotated == nil {
			d.errs = append(d.errs, err) // else the first error says it
		}
	}
	if summarizes && len(d.problems) > summarized {
		d.errs = append(d.errs, contained("write the job summary", func() error { return s.workflow.ReplaceSummary(r, files) }))
	}
	d.correct(ctx, late)
	d.publish(ctx, late, outputs{files: files, jsonPath: path, annotates: annotates, summarizes: summarizes})
	if err := errors.Join(d.errs...); err != nil {
		s.logError(err)
	}
	return d.exit()
}

// delivery is a report with what could not be delivered so far.
type delivery struct {
	*session
	report *link.Report
	errs   []error
	// problems are what could not be delivered, in the order in which that was found.
	problems []string
	// written are the regular files, each with the number of problems and notes that it
	// lists.
	written []writtenReport
}

type writtenReport struct {
	config.ReportFile
	remarks int
}

// remarks is the number of problems and notes.
func (d *delivery) remarks() int { return len(d.report.Problems) + len(d.report.Notes) }

// failed records that an output failed; nil is no failure.
func (d *delivery) failed(err error) {
	if err != nil {
		d.errs = append(d.errs, err)
		problem := d.process.secrets.Text(problemOf(err))
		d.problems = append(d.problems, problem)
		d.report.AddProblem(problem)
	}
}

// problemOf returns an error as a report lists it, on one line.
func problemOf(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// write writes each of the files, except those that prepareFiles found to be
// unwritable. It returns the path of the last JSON report that was written.
func (d *delivery) write(ctx, late context.Context, files []config.ReportFile) (jsonPath string) {
	for _, file := range files {
		if err := d.unwritable[file.Path]; err != nil {
			d.errs = append(d.errs, err)
			continue
		}
		if file.Format == report.FormatBaseline && !d.checked {
			d.failed(reportError(file.Path, errPartialBaseline))
			continue
		}
		told := d.remarks()
		if err := d.writeReport(ctx, late, file, d.report); err != nil {
			d.failed(reportError(file.Path, err))
			withdraw(d.report, file.Path)
			continue
		}
		if output.StandardStream(file.Path) == 0 && !output.IsPipe(file.Path) {
			d.written = append(d.written, writtenReport{file, told})
		}
		if file.Format == report.FormatJSON {
			jsonPath = file.Path
		}
	}
	return jsonPath
}

// correct writes again the files that were written before a problem was known, such as
// an output of the workflow that cannot be set: each file explains the exit status.
func (d *delivery) correct(ctx, late context.Context) {
	d.written = slices.DeleteFunc(d.written, func(file writtenReport) bool {
		if file.remarks == d.remarks() {
			return false
		}
		err := d.writeReport(ctx, late, file.ReportFile, d.report)
		if err != nil {
			d.errs = append(d.errs, reportError(file.Path, err))
		}
		return err != nil
	})
	for i := range d.written {
		d.written[i].remarks = d.remarks()
	}
}

// logError writes to the log what could not be delivered. When the log itself fails, it
// writes to the standard error.
func (s *session) logError(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if _, err := fmt.Fprintf(s.log, "linkvet: %s\n", line); err != nil {
			fmt.Fprintln(s.process.Stderr, report.Inert("linkvet: "+line))
		}
	}
}

// print writes the report to standard output.
func (s *session) print(late context.Context, r *link.Report) error {
	cfg := s.cfg
	opt := s.textOptions(late)
	opt.Color, opt.Quiet, opt.Settings = s.process.colour(s.printsPatch()), cfg.Quiet, s.settings()
	opt.Phases = s.process.phases.Times()
	// A runner that is told to debug shows its own steps at length, too.
	opt.Verbose = cfg.Verbose || s.workflow.Active() && s.process.getenv("RUNNER_DEBUG") == "1"
	return s.render(s.out, cfg.Format, r, opt)
}

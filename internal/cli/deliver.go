package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// openWorkflow prepares the commands to the runner, if there is one, masks the secrets before
// anything is printed, and chooses the streams of the report and of the log.
func (s *session) openWorkflow(cfg config.Config) {
	s.workflow = github.NewWorkflow(s.process.getenv, s.process.runner(cfg))
	if !s.workflow.Active() {
		if cfg.Fix == config.FixDiff && cfg.From == "" {
			s.out = s.process.Stderr
		}
		return
	}
	s.guard = github.Guard(s.process.commands(cfg))
	s.log = redact.NewWriter(s.guard, s.process.secrets.Text)
	if cfg.Format == report.FormatText {
		s.out = s.guard
	}
	for _, g := range cfg.Given {
		if g.Name == "token" {
			s.workflow.Mask(cfg.Token)
		}
	}
	// A header of the settings file is not masked in the log: it is no secret, and an
	// untrusted file could hide words of the log that way. Reports leave it out.
	if cfg.InFile("header") == "" {
		for _, h := range cfg.Headers {
			if redact.IsSecret(h.Value) {
				s.workflow.Mask(h.Value)
			}
		}
	}
}

// flush writes what the guard has buffered. Call it before writing past the guard.
func (s *session) flush() error {
	if s.guard == nil {
		return nil
	}
	return s.guard.Flush()
}

// The variables of the runner that name the files of the summary and the outputs.
const (
	summaryVariable = "GITHUB_STEP_SUMMARY"
	outputVariable  = "GITHUB_OUTPUT"
)

// prepareOutputs makes the directories for the files of the run, and finds out which outputs cannot
// be written, before the check: a run of an hour should not fail at its end, and all outputs can
// list the problem. Nothing can stop the run from starting any more, so that a wrong call leaves
// no directories.
func (s *session) prepareOutputs() {
	for _, file := range s.cfg.Reports {
		if err := prepareFile(file.Path); err != nil {
			s.unwritable[file.Path] = reportError(file.Path, err)
		}
	}
	if s.cfg.Cache != "" {
		// The cache itself notes an error: it costs only requests.
		_ = os.MkdirAll(filepath.Dir(s.cfg.Cache), 0o755)
	}
	for _, variable := range []string{summaryVariable, outputVariable} {
		if !s.workflow.Active() || variable == summaryVariable && !s.cfg.Summary {
			continue
		}
		if err := prepareAppended(s.process.getenv(variable)); err != nil {
			s.unwritable[variable] = github.FileError(variable, err)
		}
	}
}

// delivery is a report with what could not be delivered so far.
type delivery struct {
	*session
	report *link.Report
	// late ends soon after the run has ended early: then no more lines are quoted.
	late  context.Context
	files github.Files
	// errs are what could not be delivered, each once.
	errs []error
}

// deliver writes the report to each output once, and returns the exit status. What fails is a
// problem in all that comes after it. So what is published comes first, which fails most often,
// then files, and the summary and the outputs of a workflow last.
func (s *session) deliver(ctx, late context.Context, r *link.Report) int {
	d := &delivery{session: s, report: r, late: late}
	isComplete := r.Complete
	for _, file := range s.cfg.Reports {
		d.failed(s.unwritable[file.Path])
	}
	d.failed(s.unwritable[summaryVariable])
	d.failed(s.unwritable[outputVariable])
	s.process.secrets.Redact(r)
	s.nameReports(r)
	d.try("read the repository", func() error {
		d.files = s.filesOf(ctx, r)
		return nil
	})
	d.publish(ctx)
	jsonPath := d.writeReports(ctx, isComplete)
	d.failed(s.print(d))
	annotated := len(d.errs)
	if s.cfg.Annotations {
		d.try("annotate the findings", func() error { return s.workflow.Annotate(r, d.files, s.cfg.Summary) })
	}
	if s.cfg.Summary {
		d.try("write the job summary", func() error { return s.workflow.Summary(r, d.files) })
	}
	d.try("set the outputs", func() error { return s.workflow.Outputs(r, jsonPath) })
	if s.cfg.Annotations {
		var unsaid []string
		for _, err := range d.errs[annotated:] {
			unsaid = append(unsaid, d.oneLine(err))
		}
		// The log below says it, too, and what keeps annotations from being written is among them.
		_ = errorOf("annotate the problems", func() error { return s.workflow.AnnotateProblems(unsaid) })
	}
	for _, err := range d.errs {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if _, err := fmt.Fprintf(s.log, "linkvet: %s\n", line); err != nil {
				fmt.Fprintln(s.process.Stderr, report.Inert("linkvet: "+line))
			}
		}
	}
	status := exitStatus(nil, r, errors.Join(d.errs...))
	s.publisher.finish(ctx, status, r)
	return status
}

// failed records that an output failed; nil is no failure.
func (d *delivery) failed(err error) {
	if err == nil || slices.ContainsFunc(d.errs, func(said error) bool { return said.Error() == err.Error() }) {
		return
	}
	d.errs = append(d.errs, err)
	d.report.AddProblem(d.oneLine(err))
}

// try runs one step of the delivery, and records its failure.
func (d *delivery) try(step string, do func() error) { d.failed(errorOf(step, do)) }

// errorOf runs one step of the delivery. A panic becomes an error of that step.
func errorOf(step string, do func() error) (err error) {
	if problem := contain.Panic(step, "", func() { err = do() }); problem != "" {
		return errors.New(problem)
	}
	return err
}

// oneLine returns an error as a report lists it.
func (d *delivery) oneLine(err error) string {
	return d.process.secrets.Text(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// nameReports sets the paths of the JSON and the HTML report, which the other reports
// name where they leave something out, and what advice depends on: whether it names inputs
// or flags, where the site is perhaps served, and whether the run has a baseline.
func (s *session) nameReports(r *link.Report) {
	r.Inputs, r.Baseline = s.workflow.Active(), s.known != nil
	if s.checkout != nil {
		r.PagesURL = s.checkout.PagesURL()
	}
	for _, file := range s.cfg.Reports {
		switch {
		case s.unwritable[file.Path] != nil || !isRegular(file.Path):
			// It will not be there: a pipe keeps no report.
		case file.Format == report.FormatJSON:
			r.JSONPath = file.Path
		case file.Format == report.FormatHTML:
			r.HTMLPath = file.Path
		}
	}
}

// errPartialBaseline keeps the file as it was: what was not checked would be missing.
var errPartialBaseline = errors.New("the site was not checked completely, so the baseline would lack places; the file is left as it was")

// writeReports writes each of the files, except those that prepareOutputs found to be unwritable.
// Pipes come last, because their readers may be slow. It returns the path of the last JSON report
// that was written.
func (d *delivery) writeReports(ctx context.Context, isComplete bool) (jsonPath string) {
	isPipe := func(file config.ReportFile) bool { return !isRegular(file.Path) }
	pipes := slices.DeleteFunc(slices.Clone(d.cfg.Reports), func(file config.ReportFile) bool { return !isPipe(file) })
	for _, file := range slices.Concat(slices.DeleteFunc(slices.Clone(d.cfg.Reports), isPipe), pipes) {
		if d.unwritable[file.Path] != nil {
			continue
		}
		err := errPartialBaseline
		if file.Format != report.FormatBaseline || isComplete {
			err = d.writeReport(ctx, file)
		}
		switch {
		case err != nil:
			d.failed(reportError(file.Path, err))
			for _, named := range []*string{&d.report.JSONPath, &d.report.HTMLPath} {
				if *named == file.Path {
					*named = ""
				}
			}
		case file.Format == report.FormatJSON:
			jsonPath = file.Path
		}
	}
	return jsonPath
}

// writeReport writes one report.
func (d *delivery) writeReport(ctx context.Context, file config.ReportFile) error {
	render := func(w io.Writer) error { return d.render(w, file.Format, d.textOptions()) }
	if isRegular(file.Path) && file.Format != report.FormatRedirects {
		return openfile.Write(file.Path, 0o644, render)
	}
	var text bytes.Buffer
	if err := render(&text); err != nil {
		return err
	}
	stream := standardStream(file.Path)
	switch {
	case stream != 0:
		if err := d.flush(); err != nil && stream == 1 {
			return explainEPIPE(openfile.Cause(err))
		}
		_, err := []io.Writer{d.process.Stdout, unwrapped(d.process.Stderr)}[stream-1].Write(text.Bytes())
		return explainEPIPE(err)
	case isRegular(file.Path):
		return writeNew(file.Path, text.Bytes())
	}
	late, stop := check.Late(ctx, streamPatience)
	defer stop()
	return writePipe(late, file.Path, text.Bytes())
}

// render writes the report in one of the formats. A panic costs that format alone.
func (d *delivery) render(w io.Writer, format string, text report.TextOptions) (err error) {
	opt := report.Options{
		Text: text,
		HTML: func() report.HTMLOptions {
			return report.HTMLOptions{Link: d.workflow.Lines(d.report, d.files), Line: text.Line}
		},
	}
	return errorOf("write the report as "+format, func() error { return report.Write(w, format, d.report, opt) })
}

// print writes the report, and what was fixed, to standard output.
func (s *session) print(d *delivery) error {
	opt := d.textOptions()
	opt.Color, opt.Quiet, opt.Settings = s.process.colour(s.printsPatch()), s.cfg.Quiet, s.settings()
	// A runner that is told to debug shows its own steps at length, too.
	opt.Verbose = s.cfg.Verbose || s.workflow.Active() && s.process.getenv("RUNNER_DEBUG") == "1"
	err := cmp.Or(d.render(s.out, s.cfg.Format, opt), s.printFixes(), s.flush())
	if err != nil {
		return fmt.Errorf("could not write to standard output: %w", explainEPIPE(err))
	}
	return nil
}

// textOptions returns the options of every text report of the run. It quotes no lines
// after late has ended, and none for an earlier report: whoever wrote it chose the files.
func (d *delivery) textOptions() report.TextOptions {
	if d.cfg.From != "" {
		return report.TextOptions{}
	}
	var readable []string
	if !isURL(d.cfg.Target) {
		readable = append(readable, d.cfg.Target)
	}
	// Reports name files of the sources without symbolic links.
	if real, err := filepath.EvalSymlinks(d.cfg.Sources); err == nil {
		readable = append(readable, real)
	}
	return report.TextOptions{Line: report.NewLines(d.late, d.process.secrets.Holds, readable...)}
}

// historyPatience is how long the history of a repository may be read at the end of a
// run.
const historyPatience = 3 * time.Second

// repository returns the work tree around the working directory, or nil.
func repository() *git.Tree {
	tree, err := git.Open(".")
	if err != nil {
		return nil
	}
	return tree
}

// filesOf returns the files of the repository, and which of them a pull request changes. Without a
// repository, or without findings, it knows no files.
func (s *session) filesOf(ctx context.Context, r *link.Report) github.Files {
	files := github.Files{IsOther: s.isOtherCheckout}
	if !s.workflow.Active() || len(r.Findings) == 0 {
		return files
	}
	tree := s.repository()
	if tree == nil {
		return files
	}
	files.Path, files.Tracks, files.Changed = tree.Path, tree.Tracks, s.changedFiles
	if e := s.workflow.Event(); files.Changed == nil && e.Base != "" && !files.IsOther {
		ctx, cancel := context.WithTimeout(ctx, historyPatience)
		defer cancel()
		// Without the history nothing comes first.
		if changes, err := tree.Compare(ctx, e.Base, e.Commit); err == nil {
			files.Changed = changedPaths(changes)
		}
	}
	return files
}

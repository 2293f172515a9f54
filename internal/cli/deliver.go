package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
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
	guard := github.Guard(s.process.commands(cfg))
	s.flush, s.log = guard.Flush, redact.NewWriter(guard, s.process.secrets.Text)
	if cfg.Format == report.FormatText {
		s.out = guard
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

// prepareOutputs makes the directories for the files of the run, and finds out before the check which
// outputs cannot be written, so that all outputs can list the problem. A wrong call, which ended
// before, leaves no directories.
func (s *session) prepareOutputs() {
	s.cfg.Reports = slices.DeleteFunc(slices.Clone(s.cfg.Reports), func(file config.ReportFile) bool {
		err := prepareFile(file.Path)
		if err != nil {
			s.undelivered = append(s.undelivered, reportError(file.Path, err))
		}
		return err != nil
	})
	s.undelivered = append(s.undelivered, s.workflow.TryFiles(s.cfg.Summary)...)
	if s.cfg.Cache != "" {
		// The cache itself notes an error: it costs only requests.
		_ = os.MkdirAll(filepath.Dir(s.cfg.Cache), 0o755)
	}
}

// patience is how long the delivery continues once the run was interrupted.
const patience = time.Second

// delivery is a report with what could not be delivered so far.
type delivery struct {
	*session
	report *link.Report
	// late ends soon after the run was interrupted.
	late  context.Context
	files github.Files
	// errs are what could not be delivered, each once.
	errs []error
}

// deliver writes the report to each output once, and returns the exit status. What fails is a
// problem in all that comes after it. So what is published comes first, which fails most often,
// then files and the summary, then what lets a change be merged, and the outputs of a workflow last.
func (s *session) deliver(ctx context.Context, r *link.Report) int {
	late, stop := check.Late(ctx, patience)
	defer stop()
	d := &delivery{session: s, report: r, late: late}
	isComplete := r.Complete
	for _, err := range s.undelivered {
		d.failed(err)
	}
	s.process.secrets.Redact(r)
	s.nameReports(r)
	d.try("read the repository", func() error {
		d.files = s.filesOf(ctx, r)
		return nil
	})
	d.publish()
	jsonPath := d.writeReports(isComplete)
	d.failed(s.print(d))
	annotated := len(d.errs)
	if s.cfg.Annotations {
		d.try("annotate the findings", func() error { return s.workflow.Annotate(r, d.files, s.cfg.Summary) })
	}
	if s.cfg.Summary {
		d.try("write the job summary", func() error { return s.workflow.Summary(r, d.files) })
	}
	d.conclude(ctx)
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
	return d.exit()
}

// failed records that an output failed; nil is no failure.
func (d *delivery) failed(err error) {
	if err == nil || slices.ContainsFunc(d.errs, func(said error) bool { return said.Error() == err.Error() }) {
		return
	}
	d.errs = append(d.errs, err)
	d.report.Problem(d.oneLine(err))
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
	return link.Cut(d.process.secrets.Text(strings.ReplaceAll(err.Error(), "\n", "; ")))
}

// nameReports sets the paths of the JSON and the HTML report, which the other reports
// name where they leave something out, and what advice depends on.
func (s *session) nameReports(r *link.Report) {
	r.Inputs, r.Baseline = s.workflow.Active(), s.job.Known != nil
	if s.checkout != nil {
		r.PagesURL = s.checkout.PagesURL()
	}
	r.JSONPath, r.HTMLPath = s.cfg.ReportPath(report.FormatJSON), s.cfg.ReportPath(report.FormatHTML)
}

// writeReports writes each of the files. Pipes come last, because their readers may be slow. It
// returns the path of the last JSON report that was written.
func (d *delivery) writeReports(isComplete bool) (jsonPath string) {
	rank := map[bool]int{true: 0, false: 1}
	files := slices.Clone(d.cfg.Reports)
	slices.SortStableFunc(files, func(a, b config.ReportFile) int { return rank[isRegular(a.Path)] - rank[isRegular(b.Path)] })
	for _, file := range files {
		err := errors.New("the site was not checked completely, so the baseline would lack places; the file is left as it was")
		if file.Format != report.FormatBaseline || isComplete {
			err = d.writeReport(file)
		}
		switch {
		case err != nil:
			d.failed(reportError(file.Path, err))
		case file.Format == report.FormatJSON:
			jsonPath = file.Path
		}
	}
	return jsonPath
}

// writeReport writes one report.
func (d *delivery) writeReport(file config.ReportFile) error {
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
	return writePipe(d.late, file.Path, text.Bytes())
}

// render writes the report in one of the formats. A panic costs that format alone.
func (d *delivery) render(w io.Writer, format string, opt report.Options) (err error) {
	if format == report.FormatHTML {
		opt.Link = d.workflow.Lines(d.report, d.files)
	}
	return errorOf("write the report as "+format, func() error { return report.Write(w, format, d.report, opt) })
}

// print writes the report, and the patch, to standard output.
func (s *session) print(d *delivery) error {
	opt := d.textOptions()
	opt.Color, opt.Quiet, opt.Settings = s.process.colour(s.out), s.cfg.Quiet, s.settings()
	// A runner that is told to debug shows its own steps at length, too.
	opt.Verbose = s.cfg.Verbose || s.workflow.Active() && s.process.getenv("RUNNER_DEBUG") == "1"
	err := cmp.Or(d.render(s.out, s.cfg.Format, opt), s.printPatch(), s.flush())
	if err != nil {
		return fmt.Errorf("could not write to standard output: %w", explainEPIPE(err))
	}
	return nil
}

// textOptions returns the options of every text report of the run. It quotes no lines
// after late has ended, and none for an earlier report: whoever wrote it chose the files.
func (d *delivery) textOptions() report.Options {
	if d.cfg.From != "" {
		return report.Options{}
	}
	var readable []string
	if !isURL(d.cfg.Target) {
		readable = append(readable, d.cfg.Target)
	}
	// Reports name files of the sources without symbolic links.
	if real, err := filepath.EvalSymlinks(d.cfg.Sources); err == nil {
		readable = append(readable, real)
	}
	return report.Options{Line: report.NewLines(d.late, d.process.secrets.Holds, readable...)}
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

// reportError says that a report could not be written.
func reportError(path string, err error) error {
	return fmt.Errorf("could not write the report %q: %w", path, err)
}

// standardStream returns 1 or 2 for a path that means the standard output or the standard
// error of this process, and 0 for any other. Even when it leads to a regular file,
// that file must not be replaced.
func standardStream(path string) int {
	switch filepath.ToSlash(filepath.Clean(path)) {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return 1
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return 2
	}
	return 0
}

// isRegular reports whether a path is written as a regular file, which is replaced. Pipes,
// devices and open descriptors of the process are written to as they are.
func isRegular(path string) bool {
	slash := filepath.ToSlash(filepath.Clean(path))
	info, err := os.Stat(path)
	return standardStream(path) == 0 && !strings.HasPrefix(slash, "/dev/fd/") && !strings.HasPrefix(slash, "/proc/self/fd/") && (err != nil || info.Mode().IsRegular())
}

// prepareFile makes the directory of a file, and returns an error when the file cannot be
// written there. It does not try pipes: opening one uses it.
func prepareFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a directory")
	}
	if !isRegular(path) {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return openfile.Cause(err)
	}
	temp, err := os.CreateTemp(dir, openfile.TempPattern)
	if err != nil {
		return openfile.Cause(err)
	}
	return openfile.Cause(errors.Join(temp.Close(), os.Remove(temp.Name())))
}

// writeNew writes a file that is not there yet, or is empty. A file that has the same content
// stays; one with other content is one of the project, whose rules would be lost.
func writeNew(path string, text []byte) error {
	old, err := openfile.Read(path, int64(len(text))+1)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(old) == 0:
		return openfile.Write(path, 0o644, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	case err == nil && bytes.Equal(old, text), len(text) == 0:
		return nil
	case err == nil, errors.Is(err, openfile.ErrTooLarge):
		return errors.New("the file exists with other content, and is left as it was; write to another path, and add the rules to the file")
	}
	return openfile.Cause(err)
}

// How long outputs wait for their reader: a pipe that the run opens for so long, and any output a
// moment more once the run was interrupted.
const (
	pipePatience = 10 * time.Second
	lastMoment   = 200 * time.Millisecond
)

// errUnread says why an output was given up.
var errUnread = errors.New("the run ended before the reader had read all of it")

// await does a write to a reader who may not read, and gives it up with errUnread soon after late
// has ended. Go cannot end a write to an inherited pipe, so a goroutine is left behind then.
func await(late context.Context, write func() error) error {
	done := make(chan error, 1)
	go func() { done <- write() }()
	select {
	case err := <-done:
		return err
	case <-late.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(lastMoment):
		return errUnread
	}
}

// writePipe writes to a file that is not a regular one, such as a pipe or a device. Neither a pipe
// that no reader opens nor one that no reader reads from holds up the run for long.
func writePipe(late context.Context, path string, text []byte) error {
	limited, stop := context.WithTimeout(late, pipePatience)
	defer stop()
	err := await(limited, func() error {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0) // when a reader opens it, too
		if err != nil {
			return err
		}
		_, err = file.Write(text)
		return errors.Join(err, file.Close())
	})
	if errors.Is(err, errUnread) && late.Err() == nil {
		return fmt.Errorf("no reader read all of it for %v", pipePatience)
	}
	return explainEPIPE(openfile.Cause(err))
}

// explainEPIPE says in words that a pipe has lost its reader.
func explainEPIPE(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("the reader closed it before the end (%w)", syscall.EPIPE)
	}
	return err
}

// stream is a standard stream whose reader may stop reading. Such a reader is waited for until the
// run is interrupted: the job summary and the outputs come after it.
type stream struct {
	file *os.File
	late context.Context

	mu      sync.Mutex // orders writes
	givenUp error
}

// newStream returns w, or for a file whose writes may block, a writer that gives up when late
// ends.
func newStream(w io.Writer, late context.Context) io.Writer {
	f, ok := w.(*os.File)
	if !ok {
		return w
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeCharDevice) == 0 {
		return w
	}
	return &stream{file: f, late: late}
}

// Write writes all of p, or returns errUnread after the stream has been given up.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.givenUp != nil {
		return 0, s.givenUp
	}
	// The caller may use p again while the goroutine still reads from it.
	buf := bytes.Clone(p)
	err := await(s.late, func() error {
		_, err := s.file.Write(buf)
		return err
	})
	if errors.Is(err, errUnread) {
		s.givenUp = err
	}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Fd is that of the file.
func (s *stream) Fd() uintptr { return s.file.Fd() }

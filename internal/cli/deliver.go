package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// deliver hands the report to all who read it, and returns the exit status. One
// reader who cannot be served keeps none of the others from theirs.
func (s *session) deliver(r *link.Report) int {
	var errs []error
	jsonPath := ""
	for _, file := range s.job.Config.Reports {
		err := writeReport(file, r, s.textOptions())
		if err != nil {
			errs = append(errs, fmt.Errorf("could not write the report %q: %w", file.Path, err))
		} else if file.Format == config.FormatJSON {
			jsonPath = file.Path
		}
	}
	if err := errors.Join(s.print(r), s.flush()); err != nil {
		errs = append(errs, fmt.Errorf("could not write to standard output: %w", err))
	}
	files := s.files(r)
	if s.job.Config.Annotations {
		errs = append(errs, s.workflow.Annotate(r, files))
	}
	if s.job.Config.Summary {
		errs = append(errs, s.workflow.Summary(r, files))
	}
	errs = append(errs, s.workflow.Outputs(r, jsonPath))
	if err := errors.Join(errs...); err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			fmt.Fprintf(s.log, "linkvet: %s\n", line)
		}
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

// print writes the report to standard output.
func (s *session) print(r *link.Report) error {
	cfg := s.job.Config
	opt := s.textOptions()
	opt.Color, opt.Quiet, opt.Settings = s.process.colour(), cfg.Quiet, s.settings()
	// A runner that is told to debug shows its own steps at length, too.
	opt.Verbose = cfg.Verbose || s.workflow.Active() && s.process.getenv("RUNNER_DEBUG") == "1"
	return render(s.out, cfg.Format, r, opt)
}

// render writes r in one of the formats.
func render(w io.Writer, format string, r *link.Report, opt report.TextOptions) error {
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
	}
	return report.Text(w, r, opt)
}

// writeReport writes a report whole or not at all: a reader never finds half of
// one, nor loses the last good one to a full disk.
func writeReport(file config.ReportFile, r *link.Report, opt report.TextOptions) error {
	var buf bytes.Buffer
	if err := render(&buf, file.Format, r, opt); err != nil {
		return err
	}
	if info, err := os.Stat(file.Path); err == nil && !info.Mode().IsRegular() {
		return plain(writeThrough(file.Path, buf.Bytes()))
	}
	temp, err := os.CreateTemp(filepath.Dir(file.Path), ".linkvet-*")
	if err != nil {
		return cannotCreate(file.Path, err)
	}
	_, err = temp.Write(buf.Bytes())
	// CreateTemp makes files that only their owner reads; later steps of a job
	// may run as somebody else.
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file.Path)
	}
	if err != nil {
		return errors.Join(plain(err), os.Remove(temp.Name()))
	}
	return nil
}

// cannotCreate names what keeps a report from being created.
func cannotCreate(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no directory %q; make it first", filepath.Dir(path))
	}
	return plain(err)
}

// writeThrough writes to what is no plain file, such as a pipe.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

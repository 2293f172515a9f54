package github

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// summaryFile names the variable of the file that the job summary is written to.
const summaryFile = "GITHUB_STEP_SUMMARY"

// The bounds of a job summary, in bytes. The runner drops one that exceeds its
// limit as a whole, so we stay well below.
const (
	maxSummary    = 900 << 10
	runnerSummary = 1 << 20
	spareSummary  = 4 << 10
	// shortSummary is that of a summary where a longer one could not be written. It
	// fits into one block of most file systems.
	shortSummary = 4000
)

// Summary adds the report to the job summary. Source files, and pages that the
// repository is known to hold, are linked to their lines at the commit of the run
// or of the pull request. Without a GITHUB_STEP_SUMMARY it does nothing; a
// summary file that cannot be written is a *FileError.
func (w *Workflow) Summary(r *link.Report, files Files) error {
	opt := w.summaryOptions(r, files)
	if opt.Limit < 0 {
		return nil
	}
	err := w.summarize(r, opt)
	if file := (*FileError)(nil); errors.As(err, &file) && opt.Limit > shortSummary {
		// A full disk may still take the most important part, and a line that says so.
		short := *r
		short.Problems = slices.Clone(r.Problems)
		short.AddProblem(strings.ReplaceAll(err.Error(), "\n", "; "))
		opt.Limit = shortSummary
		_ = w.summarize(&short, opt) // the first error says it
	}
	return err
}

// summarize adds the report to the job summary.
func (w *Workflow) summarize(r *link.Report, opt report.MarkdownOptions) error {
	if !w.active || w.getenv(summaryFile) == "" {
		return nil
	}
	var b bytes.Buffer
	if err := report.Markdown(&b, r, opt); err != nil {
		return err
	}
	b.WriteByte('\n')
	return w.append(summaryFile, b.Bytes())
}

// summaryOptions are those of the job summary. Their limit is what the summary file
// has room for, and negative when it has none.
func (w *Workflow) summaryOptions(r *link.Report, files Files) report.MarkdownOptions {
	limit := maxSummary
	if info, err := os.Stat(w.getenv(summaryFile)); err == nil {
		limit = min(limit, runnerSummary-spareSummary-int(min(info.Size(), runnerSummary)))
	}
	if limit == 0 {
		limit = -1
	}
	return report.MarkdownOptions{Limit: limit, Link: w.Lines(r, files)}
}

// span is a part of a file, in bytes.
type span struct{ start, end int64 }

// ReplaceSummary is Summary in the place of what it wrote before: a summary that was
// written too early is not above the one that corrects it. Where something
// else has written to the file since, or where it is no plain file, both stay there.
func (w *Workflow) ReplaceSummary(r *link.Report, files Files) error {
	path := w.getenv(summaryFile)
	was, now := w.summary, span{}
	if info, err := os.Stat(path); err == nil {
		now.start = info.Size()
		if was.end > was.start && info.Mode().IsRegular() && info.Size() == was.end && os.Truncate(path, was.start) == nil {
			now.start = was.start
		}
	}
	err := w.Summary(r, files)
	if info, statErr := os.Stat(path); statErr == nil {
		now.end = info.Size()
	}
	w.summary = now
	return err
}

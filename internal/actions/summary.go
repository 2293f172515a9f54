package actions

import (
	"os"

	"github.com/linkvet/linkvet/internal/link"
)

// summaryFile names the variable of the file that the job summary is written to.
const summaryFile = "GITHUB_STEP_SUMMARY"

// span is a part of a file, in bytes.
type span struct{ start, end int64 }

// ReplaceSummary is Summary in the place of what it wrote before: a summary that was
// written too early does not stand above the one that corrects it. Where something
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

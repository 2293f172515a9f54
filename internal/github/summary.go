package github

import (
	"errors"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// summaryFile names the variable of the file that the job summary is written to.
const summaryFile = "GITHUB_STEP_SUMMARY"

// The bounds of a job summary, in bytes. The runner drops one that exceeds its limit as a whole, so
// we stay well below.
const (
	maxSummary    = 900 << 10
	runnerSummary = 1 << 20
	spareSummary  = 4 << 10
)

// Summary adds the report to the job summary. Without a file for it, or without room in that, it does
// nothing.
func (w *Workflow) Summary(r *link.Report, files Files) error {
	limit := maxSummary
	if info, err := os.Stat(w.getenv(summaryFile)); err == nil {
		limit = min(limit, runnerSummary-spareSummary-int(min(info.Size(), runnerSummary)))
	}
	if limit <= 0 || !w.active || w.getenv(summaryFile) == "" {
		return nil
	}
	return w.append(summaryFile, []byte(report.Markdown(r, report.Options{Limit: limit, Link: w.Lines(r, files)})+"\n"))
}

// Lines returns the function that knows the web addresses of lines of files that the repository holds,
// at the commit under test: of sources, and of pages that it is known to hold. It returns nil when the
// repository or that commit is not known, or another commit is checked out. A line of zero is the file.
func (w *Workflow) Lines(r *link.Report, files Files) func(file string, line int) string {
	e := w.Event()
	if e.Server == "" || e.Repository == "" || e.Commit == "" || files.IsOther {
		return nil
	}
	sources := map[string]bool{}
	for i := range r.Findings {
		for _, o := range r.Findings[i].Occurrences {
			if o.Source != nil {
				sources[o.Source.File] = true
			}
			for _, c := range o.Candidates {
				sources[c.File] = true
			}
		}
	}
	return func(file string, line int) string {
		name := files.path(file)
		if name == "" || !sources[file] && (files.Tracks == nil || !files.Tracks(name)) {
			return ""
		}
		parts := strings.Split(name, "/")
		for i := range parts {
			parts[i] = url.PathEscape(parts[i])
		}
		address := e.Server + "/" + e.Repository + "/blob/" + e.Commit + "/" + strings.Join(parts, "/")
		if line > 0 {
			address += "#L" + strconv.Itoa(line)
		}
		return address
	}
}

// Stop is the message about a run that ended before it checked anything.
type Stop struct {
	// Failed is true for a run that could not start, and false for one that has nothing to do.
	Failed bool
	// Headline says in a few words of our own how it ended.
	Headline string
	// Causes say why, one sentence each. They may quote untrusted text.
	Causes []string
}

// Tell says in annotations, in the job summary and in the outputs that a run ended before it checked
// anything. annotations and summary tell which of the two are wanted; the outputs are always set. The
// error joins what could not be written.
func (w *Workflow) Tell(s Stop, annotations, summary bool) error {
	if !w.active {
		return nil
	}
	w.mu.Lock()
	for _, cause := range s.Causes {
		a := Annotation{level: link.Redirected, title: s.Headline, messages: []string{report.Clean(cause, maxMessage)}}
		if s.Failed {
			a.level = link.Broken
		}
		if annotations { // the runner shows the first ten
			w.show(a)
		}
	}
	err := w.out.err
	w.mu.Unlock()
	if summary {
		err = errors.Join(err, w.append(summaryFile, []byte(report.Stopped(s.Headline, s.Causes, s.Failed)+"\n")))
	}
	return errors.Join(err, w.Outputs(&link.Report{}, ""))
}

package actions

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// The bounds of a job summary, in bytes. The runner drops one that exceeds its
// limit as a whole, so we stay well below.
const (
	maxSummary    = 900 << 10
	runnerSummary = 1 << 20
	spareSummary  = 4 << 10
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
	return w.append(summaryFile, func() error {
		var b bytes.Buffer
		if err := report.Markdown(&b, r, opt); err != nil {
			return err
		}
		w.sdk.AddStepSummary(b.String())
		return nil
	})
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

// Lines returns the function that knows the web addresses of lines of files that
// the repository holds, or nil when the environment does not tell the repository
// and commit. A line of zero is the file.
func (w *Workflow) Lines(r *link.Report, files Files) func(file string, line int) string {
	if !w.active {
		return nil
	}
	server, repository, sha := w.getenv("GITHUB_SERVER_URL"), w.getenv("GITHUB_REPOSITORY"), w.commit()
	if server == "" || repository == "" || sha == "" {
		return nil
	}
	sources := sourcesOf(r)
	return func(file string, line int) string {
		name := files.path(file)
		if name == "" || !sources[file] && !(files.Known() && files.holds(name)) {
			return ""
		}
		parts := strings.Split(name, "/")
		for i := range parts {
			parts[i] = url.PathEscape(parts[i])
		}
		address := server + "/" + repository + "/blob/" + sha + "/" + strings.Join(parts, "/")
		if line > 0 {
			address += "#L" + strconv.Itoa(line)
		}
		return address
	}
}

// sourcesOf are the files that an author can edit, or may.
func sourcesOf(r *link.Report) map[string]bool {
	sources := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			o := &r.Findings[i].Occurrences[j]
			if o.Source != nil {
				sources[o.Source.File] = true
			}
			for _, c := range o.Candidates {
				sources[c.File] = true
			}
		}
	}
	return sources
}

// Outputs sets the outputs of the action, all of them in every run. The one named
// report is the path of the JSON report, empty when there is none. Without a
// GITHUB_OUTPUT it does nothing; an output file that cannot be written is a
// *FileError.
func (w *Workflow) Outputs(r *link.Report, reportPath string) error {
	var refused error
	complete := r.Complete
	if strings.ContainsFunc(reportPath, unicode.IsControl) || reportPath == delimiter {
		refused = fmt.Errorf("could not set output report: the path %q could be taken for more than one line", reportPath)
		reportPath, complete = "", false
	}
	fresh := 0
	for i := range r.Findings {
		if !r.Findings[i].Known {
			fresh++
		}
	}
	err := w.append("GITHUB_OUTPUT", func() error {
		for _, o := range []struct{ name, value string }{
			{"broken", strconv.Itoa(r.Stats.Broken)},
			{"unverified", strconv.Itoa(r.Stats.Unverified)},
			{"redirected", strconv.Itoa(r.Stats.Redirected)},
			{"new", strconv.Itoa(fresh)},
			{"fixed", strconv.Itoa(r.Fixed)},
			// Nothing compares a site with an earlier one yet.
			{"lost", "0"},
			{"pages", strconv.Itoa(r.Stats.Pages)},
			{"unread", strconv.Itoa(r.Unread)},
			{"links", strconv.Itoa(r.Stats.Links)},
			{"failed", strconv.FormatBool(r.Failed)},
			{"complete", strconv.FormatBool(complete)},
			{"report", reportPath},
		} {
			w.sdk.SetOutput(o.name, o.value)
		}
		return nil
	})
	return errors.Join(err, refused)
}

// delimiter is the line that ends a value in the files that go-githubactions
// writes. It does not look for it in values.
const delimiter = "_GitHubActionsFileCommandDelimeter_"

// append runs write, which adds to the runner's file that variable names. The
// library panics when the file cannot be written, so that is tried first, and
// what goes wrong after it is caught.
func (w *Workflow) append(variable string, write func() error) (err error) {
	path := w.getenv(variable)
	if !w.active || path == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return &FileError{Verb: "write", Variable: variable, Err: err}
	}
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case error:
			err = &FileError{Verb: "write", Variable: variable, Err: cause}
		default:
			panic(cause)
		}
	}()
	return write()
}

package actions

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

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

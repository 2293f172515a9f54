package actions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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
		refused = fmt.Errorf("could not set the output report: the path %q must be one line", reportPath)
		reportPath, complete = "", false
	}
	fresh := 0
	for i := range r.Findings {
		if !r.Findings[i].Known {
			fresh++
		}
	}
	var b bytes.Buffer
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
		fmt.Fprintf(&b, "%s<<%s\n%s\n%s\n", o.name, delimiter, o.value, delimiter)
	}
	return errors.Join(w.append("GITHUB_OUTPUT", b.Bytes()), refused)
}

// delimiter is the line that ends a value in the file of outputs. No value may hold
// such a line.
const delimiter = "_GitHubActionsFileCommandDelimeter_"

// append adds content to the runner's file that variable names, with one write: a
// run that is killed has added all of it or, but for a moment, nothing. What a full
// disk took of it is removed again, so that the file never ends in the middle of an
// output or of a summary, and other files get the room.
func (w *Workflow) append(variable string, content []byte) error {
	path := w.getenv(variable)
	if !w.active || path == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return &FileError{Verb: "write", Variable: variable, Err: err}
	}
	info, err := file.Stat()
	if err == nil {
		err = appendTo(file, info, content)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return &FileError{Verb: "write", Variable: variable, Err: err}
	}
	return nil
}

// appendTo writes content to the end of a file, or leaves it as it was. A file that
// has become longer by more than what was written has another writer too, and is
// left alone.
func appendTo(file *os.File, before fs.FileInfo, content []byte) error {
	n, err := file.Write(content)
	if err == nil || n == 0 || !before.Mode().IsRegular() {
		return err
	}
	if after, statErr := file.Stat(); statErr == nil && after.Size() == before.Size()+int64(n) {
		err = errors.Join(err, file.Truncate(before.Size()))
	}
	return err
}

package github

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// Lines returns the function that knows the web addresses of lines of files that
// the repository holds, at the commit under test. It returns nil when the repository
// or that commit is not known, or another commit is checked out. A line of zero is the
// file.
func (w *Workflow) Lines(r *link.Report, files Files) func(file string, line int) string {
	if !w.active {
		return nil
	}
	e := w.Event()
	if e.Server == "" || e.Repository == "" || e.Commit == "" || files.IsOther {
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
		address := e.Server + "/" + e.Repository + "/blob/" + e.Commit + "/" + strings.Join(parts, "/")
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

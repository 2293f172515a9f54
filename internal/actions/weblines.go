package actions

import (
	"net/url"
	"strconv"
	"strings"

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

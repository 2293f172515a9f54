package redirectrules

import (
	"html"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// stubName returns the file of a page that answers at a path. It is empty for a path that
// is no page's.
func stubName(p string) string {
	name := strings.TrimPrefix(p, "/")
	switch extension := path.Ext(name); {
	case strings.HasSuffix(name, "/"):
		return name + hosting.IndexFile
	case extension == ".html" || extension == ".htm":
		return name
	case extension == "" || strings.ContainsAny(extension, "0123456789 "):
		// A version such as "v1.2" has no extension.
		return name + "/" + hosting.IndexFile
	}
	return ""
}

// sameStub returns other paths that have the same page.
func sameStub(p string) (paths []string) {
	name := stubName(p)
	folder, ok := strings.CutSuffix("/"+name, "/"+hosting.IndexFile)
	if name == "" || !ok {
		return nil
	}
	for _, other := range []string{folder, folder + "/", "/" + name} {
		if other != p && other != "" {
			paths = append(paths, other)
		}
	}
	return paths
}

// shortName returns the path at which hosts such as GitHub Pages serve a page by its short name:
// "/page" for page.html, and also for page/index.html where there is no page.html.
func shortName(p string) string {
	name := stubName(p)
	if name == "" {
		return ""
	}
	name = strings.TrimSuffix("/"+name, "/"+hosting.IndexFile)
	return strings.TrimSuffix(strings.TrimSuffix(name, ".html"), ".htm")
}

// maxFileName is how many bytes a name may have on most systems, less what a generator adds to it.
const maxFileName = 240

// pageReason says why a page cannot send readers on; empty if it can.
func pageReason(r *rule) string {
	switch {
	case r.gone:
		return "a page cannot answer with status 410"
	case stubName(r.from) == "":
		return "a page cannot take the place of a " + path.Ext(r.from) + " file"
	case len(r.from) > maxFileName && slices.ContainsFunc(strings.Split(r.from, "/"), func(name string) bool { return len(name) > maxFileName }):
		return "a file name may have at most 240 bytes"
	}
	return ""
}

// stub writes a page that sends readers on. Its links are relative, so that they are right at
// any base path.
func stub(_ *plan, r *rule) (e entry, reason string) {
	if reason := pageReason(r); reason != "" {
		return e, reason
	}
	name := stubName(r.from)
	to := html.EscapeString(relative("/"+name, r.to))
	return entry{group: name, text: `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<link rel="canonical" href="` + to + `">
<meta http-equiv="refresh" content="0; url=` + to + `">
<p>This page has moved to <a href="` + to + `">a new address</a>.</p>
</html>
`}, ""
}

// relative returns the link from a file to a target.
func relative(file string, to target) string {
	if to.origin != "" {
		return to.url("", "")
	}
	from, dest := strings.Split(path.Dir(file), "/"), strings.Split(to.path, "/")
	if from[len(from)-1] == "" {
		from = from[:len(from)-1] // the root
	}
	common := 0
	for common < len(from) && common < len(dest)-1 && from[common] == dest[common] {
		common++
	}
	link := strings.Repeat("../", len(from)-common) + strings.Join(dest[common:], "/")
	if link == "" || !strings.HasPrefix(link, "../") {
		link = "./" + link
	}
	return hosting.EscapePath(link) + to.query + to.fragment
}

// stubs makes a file of each entry.
func stubs(_ *plan, entries []entry) (files []File) {
	for _, e := range entries {
		files = append(files, File{e.group, e.text})
	}
	return files
}

package fix

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// address is a target in parts. Each is written as in URLs, so with percent escapes.
type address struct {
	// origin is "scheme://host" of an external target; empty for one of the site.
	origin string
	// path begins with a slash. query and fragment have their leading "?" and "#".
	path, query, fragment string
}

// change is from the target of a finding to the right one.
type change struct {
	from, to address
}

// onSite reads a target of the site, as reports write it: path, query and fragment below
// the base path.
func onSite(target string) address {
	var a address
	target, fragment, found := strings.Cut(target, "#")
	if found {
		a.fragment = "#" + fragment
	}
	path, query, found := strings.Cut(target, "?")
	if found {
		a.query = "?" + query
	}
	a.path = path
	return a
}

// external reads an absolute URL. ok is false for another one than http or https, and for one
// with user info.
func external(target string) (a address, ok bool) {
	u, err := weburl.Parse(target)
	if err != nil || !u.IsHTTP() || u.User != "" {
		return address{}, false
	}
	return address{origin: u.Origin(), path: u.Path, query: u.Query, fragment: u.Fragment}, true
}

// read reads a target or a suggestion: one of the site begins with a slash.
func read(target string) (a address, ok bool) {
	if strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//") {
		return onSite(target), true
	}
	return external(target)
}

// segments parts a path at its slashes, without the first one: "/a/" has "a" and "".
func segments(path string) []string {
	return strings.Split(strings.TrimPrefix(path, "/"), "/")
}

// stems parts a path into the names of its folders and its page, without what hosts and
// generators add: a slash at the end, the name of an index file, and the extension of a page.
func stems(path string) []string {
	all := segments(path)
	last := len(all) - 1
	name := all[last]
	if bare, ok := cutPageExtension(name); ok {
		name = bare
	}
	switch {
	case name == "", strings.EqualFold(name, "index") && name != all[last]:
		return all[:last]
	}
	all[last] = name
	return all
}

// cutPageExtension cuts the extension of a page, or of a file that pages are made of.
func cutPageExtension(name string) (bare string, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return name, false
	}
	switch strings.ToLower(name[dot:]) {
	case ".html", ".htm", ".xhtml":
		return name[:dot], true
	}
	if isSourceName(name) {
		return name[:dot], true
	}
	return name, false
}

// isSourceName reports whether a name has the extension of a file that generators make pages
// of.
func isSourceName(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return false
	}
	switch strings.ToLower(name[dot:]) {
	case ".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".ipynb", ".qmd", ".rmd":
		return true
	}
	return false
}

package source

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// query is a link of a built page, prepared for the comparison.
type query struct {
	// written is the link as the page writes it. page is the path of that page, and url
	// caches what from returns.
	written, page string
	url           *weburl.URL
	// target is the target of the finding without its fragment: path and query below the
	// base path for a page of the site, otherwise a URL.
	target   string
	internal bool
	// path is the decoded path of the target without its last slash. key is its folded
	// key.
	path, key string
	fragment  string
	query     string
}

// host is that of all pages in comparisons. It does not exist.
const host = "https://linkvet.invalid"

// newQuery prepares an occurrence of a finding.
func newQuery(f *link.Finding, o *link.Occurrence) query {
	q := query{written: strings.TrimSpace(o.Link), page: o.Page, internal: f.Internal}
	q.target, _ = destination.SplitFragment(f.Target)
	_, q.fragment = destination.SplitFragment(q.written)
	q.fragment = weburl.Unescape(q.fragment)
	before, rest, _ := strings.Cut(q.target, "?")
	q.query = rest
	if f.Internal {
		q.path = strings.TrimRight(weburl.Unescape(before), "/")
		q.key = pagekey.Loose(pagekey.Of(before))
	}
	return q
}

// from returns the URL of the page; the zero URL, which matches nothing, when its path is
// no URL.
func (q *query) from() weburl.URL {
	if q.url == nil {
		u, _ := weburl.Parse(host + q.page)
		q.url = &u
	}
	return *q.url
}

// keys returns the keys of the links that may match.
func (q *query) keys() []string {
	keys := append(keysOf(q.written), destination.Key(q.target), destination.Wild)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// foldURL folds what makes no difference in a URL: escapes, and a slash at its end.
func foldURL(u string) string {
	before, fragment := destination.SplitFragment(strings.TrimSpace(u))
	folded := strings.TrimRight(weburl.Unescape(before), "/")
	if fragment != "" {
		folded += "#" + weburl.Unescape(fragment)
	}
	return folded
}

// asked is the link of a finding that was asked for last. A layout writes the same link on
// very many pages.
type asked struct {
	finding *link.Finding
	link    string
	query   query
	keys    []string
}

// ask returns the query of an occurrence, and its keys, which depend on the link alone. The
// query holds until the next call.
func (a *attributor) ask(f *link.Finding, o *link.Occurrence) (*query, []string) {
	q := &a.asked.query
	switch {
	case a.asked.finding != f || a.asked.link != o.Link:
		a.asked = asked{finding: f, link: o.Link, query: newQuery(f, o)}
		a.asked.keys = a.keys(q)
	case q.page != o.Page:
		q.page, q.url = o.Page, nil
	}
	return q, a.asked.keys
}

// keys returns the keys of the links that may match a query. A link to a fragment may name
// the source file of its page, which may have another name than the page.
func (a *attributor) keys(q *query) []string {
	keys := q.keys()
	if file, ok := a.targetFile(q); ok {
		if key := destination.Key(a.index.Files[file].Name); !slices.Contains(keys, key) {
			return append(keys, key)
		}
	}
	return keys
}

// namesPage reports whether a link names the source file of the target.
func (a *attributor) namesPage(name string, q *query, l *document.Link) bool {
	file, ok := a.targetFile(q)
	if !ok || pagekey.TrimExtension(name) == name {
		return false
	}
	target, base := a.index.Files[file].Name, a.index.Files[l.File].Name
	name = weburl.Unescape(name)
	return path.Join(path.Dir(base), name) == target || l.Dest.Names && path.Base(name) == path.Base(target)
}

// targetFile returns the only source file of the page whose fragment a query is about.
func (a *attributor) targetFile(q *query) (file int32, ok bool) {
	if q.fragment == "" || !q.internal {
		return 0, false
	}
	sources, known := a.targets[q.target]
	if !known {
		sources = a.pages.Of(q.target)
		a.targets[q.target] = sources
	}
	if sources.Ambiguous || len(sources.All) != 1 {
		return 0, false
	}
	return sources.All[0].File, true
}

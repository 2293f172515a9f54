package source

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// query is a link of a built page, prepared for the comparison.
type query struct {
	// written is the link as the page writes it. from is the URL of that page.
	written string
	from    weburl.URL
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
	q := query{written: strings.TrimSpace(o.Link), internal: f.Internal}
	q.target, _ = destination.SplitFragment(f.Target)
	_, q.fragment = destination.SplitFragment(q.written)
	q.fragment = weburl.Unescape(q.fragment)
	before, rest, _ := strings.Cut(q.target, "?")
	q.query = rest
	if f.Internal {
		q.path = strings.TrimRight(weburl.Unescape(before), "/")
		q.key = pagekey.Loose(pagekey.Of(before))
		// A page whose path is no URL matches nothing.
		q.from, _ = weburl.Parse(host + o.Page)
	}
	return q
}

// keys returns the keys of the links that may match.
func (q *query) keys() []string {
	keys := append(keysOf(q.written), destination.Key(q.target), destination.Wild)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// isBelow reports whether the page of the link is in a directory, given by its key, or is
// its index. All pages are in the root.
func (q *query) isBelow(dir string) bool {
	page := pagekey.Loose(pagekey.Of(q.from.Path))
	return dir == "" || page == dir || strings.HasPrefix(page, dir+"/")
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

package check

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// judgeSelf judges a link such as "#part", of which pages have many, without
// resolving it. It returns false when the link needs a closer look.
func (r *reader) judgeSelf(m mention, l *link.Link, served weburl.URL) bool {
	if !isPlainFragment(l.Raw) || l.Ignored || l.Map || l.OnSite || l.Base != nil ||
		r.doc.kind != link.HTMLKind || r.doc.page.HasBase ||
		!r.job.Config.Include.Empty() || !r.job.Config.Exclude.Empty() {
		return false
	}
	if r.ownPage != m.page {
		r.ownPage, r.ownLookup = m.page, r.lookUp(destination{url: served, internal: true})
	}
	fragment := l.Raw[1:]
	if r.found[r.ownLookup].entry.File == m.page && r.facts[m.page].indicates(fragment) {
		return true
	}
	d := destination{url: served, internal: true, fragment: fragment}
	r.judge(m, l, d)
	return true
}

// isPlainFragment tells whether ref is a fragment that the URL standard leaves as
// it is (the fragment percent-encode set, section 1.3).
func isPlainFragment(ref string) bool {
	if len(ref) < 2 || ref[0] != '#' {
		return false
	}
	for i := 1; i < len(ref); i++ {
		switch c := ref[i]; {
		case c <= ' ' || c >= 0x7f, c == '"', c == '<', c == '>', c == '`':
			return false
		}
	}
	return true
}

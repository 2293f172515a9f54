package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// judgeSelf judges a link such as "#part", of which pages have many, without
// resolving it. It returns false when the link needs a closer look.
func (r *reader) judgeSelf(m mention, l *link.Link, served weburl.URL) bool {
	if !strings.HasPrefix(l.Raw, "#") || r.patterned || r.doc.page.HasBase || !r.doc.kind.IsPage() ||
		l.Ignored || l.Map || l.OnSite || l.Base != nil {
		return false
	}
	if r.ownPage != m.page {
		r.ownPage = m.page
		if r.ownRule = r.job.ruleOf(served, true); r.ownRule == nil {
			r.ownPlace = r.lookUp(destination{url: served, internal: true})
		}
	}
	if r.ownRule != nil {
		return false
	}
	entry, fragment := r.places.entry(r.ownPlace), l.Raw[1:]
	return entry.Kind == site.Found && entry.File == m.page && (fragment == "" || r.hasWritten(m.page, fragment))
}

package dir

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// judgeSamePage judges a link such as "#part", of which pages have many, without
// resolving it. It returns false when the link needs a closer look.
func (r *worker) judgeSamePage(m check.OccurrenceRef, l *link.Link, served weburl.URL) bool {
	if !strings.HasPrefix(l.Raw, "#") || r.patterned || r.doc.Page.HasBase || !r.doc.Kind.HasAnchors() ||
		l.Ignored || l.Map || l.OnSite || l.Base != nil {
		return false
	}
	if r.samePage != m.Page {
		r.samePage = m.Page
		if r.samePageRule = r.job.RuleOf(served, true); r.samePageRule == nil {
			r.samePageTarget = r.lookUp(check.Destination{URL: served, Internal: true})
		}
	}
	if r.samePageRule != nil {
		return false
	}
	entry, fragment := r.targets.entry(r.samePageTarget), l.Raw[1:]
	return entry.Kind == site.Found && entry.File == m.Page && (fragment == "" || r.hasWritten(m.Page, fragment))
}

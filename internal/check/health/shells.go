package health

import (
	"fmt"
	"path"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/pagekind"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// Shells counts the pages that have no content before scripts run: what these would
// show is not checked. A page is a file number in directory mode, and a target of a
// live site. The zero value is ready.
type Shells[P any] struct {
	// pages counts the pages with content and those without. Pages with a meta refresh to
	// another one are neither.
	pages int
	// empty are the pages without content, redirects those that scripts lead away from.
	empty, redirects []P
}

// Note records a page that was read.
func (s *Shells[P]) Note(at P, page *scan.Page, rendering content.Rendering) {
	switch {
	case page.Refresh != "":
	case rendering == content.ScriptRedirect:
		s.redirects = append(s.redirects, at)
	case rendering == content.ByScripts:
		s.empty = append(s.empty, at)
		s.pages++
	default:
		s.pages++
	}
}

// Merge takes over what another worker recorded.
func (s *Shells[P]) Merge(other Shells[P]) {
	s.pages += other.pages
	s.empty = append(s.empty, other.empty...)
	s.redirects = append(s.redirects, other.redirects...)
}

// minRedirects is the number of pages that scripts lead away from below which they
// are no problem.
const minRedirects = 5

// Report adds to r what the shells mean for the run, and reports whether that is a problem: when
// they are the start page or most pages. where returns how the report names a page, its path,
// and whether it is the start page.
func (s *Shells[P]) Report(r *link.Report, where func(page P) (name, path string, isStart bool)) (isProblem bool) {
	const nothing, noScripts = "no text or links until scripts run", "linkvet runs no scripts"
	var empty, redirects []string
	counted, startsEmpty, startsAway := 0, false, false
	for _, page := range s.empty {
		name, path, isStart := where(page)
		empty = append(empty, name)
		startsEmpty = startsEmpty || isStart
		if isCounted(path) {
			counted++
		}
	}
	for _, page := range s.redirects {
		name, _, isStart := where(page)
		redirects = append(redirects, name)
		startsAway = startsAway || isStart
	}
	slices.Sort(empty)
	slices.Sort(redirects)
	problems := len(r.Problems)
	problem := func(format string, args ...any) { r.Problems = append(r.Problems, fmt.Sprintf(format, args...)) }
	note := func(format string, args ...any) { r.Notes = append(r.Notes, fmt.Sprintf(format, args...)) }
	const advice = noScripts + ", so it cannot check their content; check a pre-rendered build of the site"
	orExclude := ", or add " + check.Plural(len(empty), "it", "them") + " to exclude-pages"
	if s.pages == len(empty) {
		orExclude = ""
	}
	switch {
	case startsAway && s.pages == 0:
		problem("a script on the start page redirects to another page, and %s: check the URL or directory to which it redirects", noScripts)
	case r.Mode == link.Live && len(redirects) >= minRedirects && len(redirects) > s.pages:
		problem("scripts on %d of %d pages redirect to other pages, such as %s, and %s; if this is a login or consent gate, set header to let linkvet in",
			len(redirects), len(redirects)+s.pages, check.FirstNames(redirects), noScripts)
		return true
	case startsEmpty && (2*counted <= s.pages || len(empty) == 1):
		problem("the start page has %s: %s%s", nothing, advice, orExclude)
	case 2*counted > s.pages:
		problem("%d of %d pages have %s, such as %s: %s%s", counted, s.pages, nothing, check.FirstNames(empty), advice, orExclude)
	case len(empty) == 1:
		note("1 page has %s, so its content is not checked: %s", nothing, check.FirstNames(empty))
	case len(empty) > 0:
		note("%d pages have %s, so their content is not checked, such as %s", len(empty), nothing, check.FirstNames(empty))
	}
	switch n := len(redirects); n {
	case 0:
	case 1:
		note("a script on 1 page redirects to another page, and %s: %s", noScripts, check.FirstNames(redirects))
	default:
		note("scripts on %d pages redirect to other pages, and %s, such as on %s", n, noScripts, check.FirstNames(redirects))
	}
	return len(r.Problems) > problems
}

// isCounted reports whether a page with that path counts among the pages of a site. Error
// pages do not: the host shows them in place of others.
func isCounted(p string) bool {
	return !pagekind.IsErrorPage(p) && !pagekind.IsServicePage(path.Base(p)) && !pagekind.IsServicePage(path.Base(p)+".html")
}

package check

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
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

// maxShellLinks is how many links to other pages a shell has at most, in parts of it
// that only browsers without scripts show. Pages with more are not looked at again,
// which is nearly all.
const maxShellLinks = 3

// Note records a page that was read.
func (s *Shells[P]) Note(page P, hasRefresh bool, rendering content.Rendering) {
	switch {
	case hasRefresh:
	case rendering == content.ScriptRedirect:
		s.redirects = append(s.redirects, page)
	case rendering == content.ByScripts:
		s.empty = append(s.empty, page)
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

// Pages is how many pages count, with content or without.
func (s *Shells[P]) Pages() int { return s.pages }

// AddPages counts pages of another run.
func (s *Shells[P]) AddPages(n int) { s.pages += n }

// Empty are the pages without content.
func (s *Shells[P]) Empty() []P { return s.empty }

// Redirects are the pages that scripts lead away from.
func (s *Shells[P]) Redirects() []P { return s.redirects }

// AddShell adds a page of another run, which AddPages has counted.
func (s *Shells[P]) AddShell(page P, redirects bool) {
	if redirects {
		s.redirects = append(s.redirects, page)
	} else {
		s.empty = append(s.empty, page)
	}
}

// RenderingOf reports whether the content of a document comes with it or from scripts.
func RenderingOf(kind link.Kind, text []byte, page *scan.Page) content.Rendering {
	if kind != link.HTMLKind || page.Refresh != "" {
		return content.Prerendered
	}
	n := 0
	for i := range page.Links {
		if l := &page.Links[i]; l.Follow && content.LeadsAway(l.Raw) {
			if n++; n > maxShellLinks {
				return content.Prerendered
			}
		}
	}
	if n > 0 && !bytes.Contains(text, []byte("<noscript")) {
		return content.Prerendered
	}
	return content.RenderingOf(text)
}

// minRedirects is the number of pages that scripts lead away from below which they
// are no problem.
const minRedirects = 5

// shellReport is what shells come to once all pages were read.
type shellReport struct {
	pages int
	// empty and redirects are the names of the pages, in order, and counted is how
	// many of the empty ones are no error pages, which apps serve for all their paths.
	empty, redirects []string
	counted          int
	// startsEmpty and startsAway say what the start page is.
	startsEmpty, startsAway bool
	// IsLive is whether links lead to all of the pages.
	IsLive bool
}

// Add puts what there is to say into a report. It is a problem when it concerns the
// start page or most pages, and a note otherwise.
func (s *shellReport) Add(r *link.Report) {
	const nothing = "no text or links until scripts run"
	few := len(s.empty) == 1
	switch {
	case s.startsAway && s.pages == 0:
		r.Problems = append(r.Problems,
			"a script on the start page redirects to another page, and linkvet runs no scripts: check the URL or directory to which it redirects")
	case s.IsLive && len(s.redirects) >= minRedirects && len(s.redirects) > s.pages:
		r.Problems = append(r.Problems, fmt.Sprintf("scripts on %d of %d pages redirect to other pages, such as %s, and linkvet runs no scripts; "+
			"if this is a login or consent gate, set header to let linkvet in", len(s.redirects), len(s.redirects)+s.pages, FirstNames(s.redirects)))
		return
	case s.startsEmpty && 2*s.counted <= s.pages || s.startsEmpty && few:
		r.Problems = append(r.Problems, "the start page has "+nothing+": linkvet runs no scripts, so it cannot check their content; "+s.advice("it"))
	case 2*s.counted > s.pages:
		r.Problems = append(r.Problems, fmt.Sprintf("%d of %d pages have %s, such as %s: linkvet runs no scripts, so it cannot check their content; %s",
			s.counted, s.pages, nothing, FirstNames(s.empty), s.advice("them")))
	case few:
		r.Notes = append(r.Notes, fmt.Sprintf("1 page has %s, so its content is not checked: %s", nothing, FirstNames(s.empty)))
	case len(s.empty) > 0:
		r.Notes = append(r.Notes, fmt.Sprintf("%d pages have %s, so their content is not checked, such as %s", len(s.empty), nothing, FirstNames(s.empty)))
	}
	switch n := len(s.redirects); n {
	case 0:
	case 1:
		r.Notes = append(r.Notes, "a script on 1 page redirects to another page, and linkvet runs no scripts: "+FirstNames(s.redirects))
	default:
		r.Notes = append(r.Notes, fmt.Sprintf("scripts on %d pages redirect to other pages, and linkvet runs no scripts, such as on %s", n, FirstNames(s.redirects)))
	}
}

// advice says what to do about pages that cannot be checked.
func (s *shellReport) advice(them string) string {
	if s.pages == len(s.empty) {
		return "check a pre-rendered build of the site"
	}
	return "check a pre-rendered build of the site, or add " + them + " to exclude-pages"
}

// IsCounted reports whether a page with that path counts among the pages of a site. Error
// pages do not: the host shows them in place of others.
func IsCounted(p string) bool {
	return !pagekind.IsErrorPage(p) && !pagekind.IsServicePage(path.Base(p)) && !pagekind.IsServicePage(path.Base(p)+".html")
}

// ShellPlace is what shells have to know of a page once all were read.
type ShellPlace struct {
	// Name is how the report names it.
	Name string
	// Counts is false for an error page, and starts is true for the start page.
	Counts, Starts bool
}

// Report returns what the shells mean for the run; where returns what it has to know of a
// page.
func (s *Shells[P]) Report(where func(page P) ShellPlace) shellReport {
	report := shellReport{pages: s.pages}
	for _, page := range s.empty {
		at := where(page)
		report.empty = append(report.empty, at.Name)
		report.startsEmpty = report.startsEmpty || at.Starts
		if at.Counts {
			report.counted++
		}
	}
	for _, page := range s.redirects {
		at := where(page)
		report.redirects = append(report.redirects, at.Name)
		report.startsAway = report.startsAway || at.Starts
	}
	slices.Sort(report.empty)
	slices.Sort(report.redirects)
	return report
}

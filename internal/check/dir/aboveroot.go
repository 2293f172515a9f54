package dir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// climbs reports whether a link of a document climbs above the root of a site whose place is
// not known. Browsers stop at the root of the host, where the directory may have a file or
// not. Below a path, the link leads to another part of the host.
func (d *directory) climbs(file int32, doc *page.Document, l *link.Link) bool {
	scope := &d.job.Scope
	if scope.Known() || scope.Base() != "/" {
		return false
	}
	// Most links have no more ".." than their page has folders, written as it is.
	if !doc.Page.HasBase && l.Base == nil && !strings.Contains(l.Raw, "%") && strings.Count(l.Raw, "..") <= strings.Count(d.dir.Path(file), "/") {
		return false
	}
	return page.NewBase(scope.Page(d.dir.URLPath(file)), doc.Encoding, &doc.Page).ClimbsAboveRoot(l)
}

// markAboveRoot marks the missing targets to which all links climb above the root, and puts
// first a note about these links: no suggestion is right for them.
func markAboveRoot(r *link.Report) {
	links := 0
	var first *link.Occurrence
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Internal || f.Reason != link.NotFound {
			continue
		}
		f.AboveRoot = true
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if f.AboveRoot = f.AboveRoot && o.AboveRoot; !o.AboveRoot {
				continue
			}
			if links++; first == nil {
				first = o
			}
		}
	}
	if first == nil {
		return
	}
	r.Notes = slices.Insert(r.Notes, 0, fmt.Sprintf(
		"%s %s above the site's root, such as %s on %s: the site is probably served below a path, so set site-url, such as https://example.com/docs/",
		check.Count(links, "link"), check.Plural(links, "climbs", "climb"), check.Shorten(weburl.Redact(first.Link), 200), check.Shorten(first.Page, 200)))
}

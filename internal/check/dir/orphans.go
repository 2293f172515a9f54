package dir

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// orphans are the pages that no other page links to and no sitemap or feed lists, by file
// number; targets knows each file that another document leads to. A link from one orphan to
// another counts like any other link: orphans are pages that their authors forgot, even if
// a reader can click to them.
//
// Some pages are found without a link, and are no orphans: the start page, the pages that
// hosts show for errors, stubs that redirect, pages that name another page as their
// canonical one, and the proofs of ownership for search engines. Pages that the host does
// not serve at their own path, or that a rule leads to, are none either. Without a start
// page the directory is no whole site, and has no orphans.
func (d *directory) orphans(ctx context.Context, targets *targets) []int32 {
	start := d.land(d.job.Scope.Page("")).Entry
	if start.Kind != site.Found {
		return nil
	}
	var orphans []int32
	for file := range int32(len(d.kinds)) {
		if file%page.Batch == 0 && ctx.Err() != nil {
			return nil
		}
		if !targets.direct.has(file) && !targets.indirect.has(file) && file != start.File && d.kinds[file].IsPage() && d.facts[file].Load() != nil && d.refreshes[file] == noRefresh && !d.standsAlone(file) {
			orphans = append(orphans, file)
		}
	}
	return orphans
}

// standsAlone reports whether a page that nothing leads to need not be linked to,
// or may be, by links that the settings leave out.
func (d *directory) standsAlone(file int32) bool {
	name := d.dir.URLPath(file)
	if site.IsErrorPage("/"+name) || site.IsServicePage(path.Base(d.dir.Path(file))) || site.IsServicePage(path.Base(name)+".html") {
		return true
	}
	if entry := d.dir.Find("/"+name, ""); entry.Kind != site.Found || entry.File != file {
		return true
	}
	served := d.job.Scope.Page(name)
	to := check.Destination{URL: served, Internal: true}
	rule := d.job.RuleOf(served, true)
	return d.job.PageExcluded(served) || d.job.Excluded(to, "") || rule.Is(config.VerdictIgnore) || rule.Is(config.VerdictOK)
}

// list records that a sitemap or feed lists a URL. When the URL of the site is not known,
// that URL may or may not be internal. A page with its path is then no orphan.
func (r *worker) list(u weburl.URL, from int32) {
	if r.job.Scope.Known() {
		return
	}
	entry := r.dir.Find(u.Path, u.Query)
	if entry.Kind != site.Found {
		// Perhaps below a base path.
		_, below, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
		entry = r.dir.Find(below, u.Query)
	}
	if entry.Kind == site.Found {
		r.targets.reach(entry.File, from, false)
	}
}

// passOver notes a link that is not judged. That an author has marked it so, or
// that the settings leave other sites out, takes nothing from what it leads to.
func (r *worker) passOver(m check.OccurrenceRef, d *check.Destination) {
	switch {
	case !d.Internal && d.Reason == link.ExternalOff && page.IsList(r.doc.Kind):
		r.list(d.URL, m.Page)
	case d.Internal && d.Reason == link.Ignored:
		if entry := r.land(d.URL).Entry; entry.Kind == site.Found {
			r.targets.reach(entry.File, m.Page, false)
		}
	}
}

// deferTo notes that a page names another page of the site as its canonical one, as pages
// for printing or for phones do, and pages whose scripts redirect. Such a page is no
// orphan when nothing links to it.
func (r *worker) deferTo(file int32, canonical *link.Link, from page.Base) {
	if own := r.dir.URLPath(file); strings.HasSuffix(canonical.Raw, "/"+own) {
		if strings.HasSuffix(own, hosting.PageExtension) {
			r.namedWhole++
		}
		return // the page itself, as most do
	}
	d := page.Resolve(r.job, from, canonical)
	if !d.Internal || d.Reason != "" {
		return
	}
	if entry := r.land(d.URL).Entry; entry.Kind == site.Found {
		r.targets.reach(file, entry.File, false)
		if entry.Bare && entry.File == file {
			r.namedBare++
		}
	}
}

// orphansNote says how many pages are orphans, if any are.
func orphansNote(n int) []string {
	if n == 0 {
		return nil
	}
	them := check.Plural(n, "it", "them")
	return []string{fmt.Sprintf("%s %s: no other page or sitemap links to %s; to list %s, set report: pages=PATH",
		check.Count(n, "page"), check.Plural(n, "is an orphan", "are orphans"), them, them)}
}

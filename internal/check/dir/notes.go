package dir

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The notes and problems about a directory.
var (
	hostChosen = check.Text{One: "hosting: {a}, {b}"}
	catchAll   = check.Text{One: "{a}: this rule serves {b} for every path that does not exist, so links to missing pages are not reported as broken"}
	mayCatch   = check.Text{One: "{a}: the destination of this rule may answer for every path, so links to missing pages are not reported as broken"}
	program    = check.Text{One: "a function or other code of the deployment may answer for every path, so links to missing pages are not reported as broken"}
	moreFaults = check.Text{One: "1 more rule of the host has errors", Many: "{n} more rules of the host have errors"}
	unreadRule = check.Text{One: "{a}; make it smaller, or set hosting: plain if the host does not use it"}
	otherIndex = check.Text{
		One:  "targets that lead to {a} in place of index.html: 1, such as {names}; to check for your host, set hosting",
		Many: "targets that lead to {a} in place of index.html: {n}, such as {names}; to check for your host, set hosting",
	}
	otherCase = check.Text{
		One:  "1 target differs from its file only in upper and lower case, such as {names}; {a} accepts this, but most hosts do not",
		Many: "{n} targets differ from their files only in upper and lower case, such as {names}; {a} accepts this, but most hosts do not",
	}
	orphanPages = check.Text{
		One:  "1 page is an orphan: no other page or sitemap links to it; to list it, set report: pages=PATH",
		Many: "{n} pages are orphans: no other page or sitemap links to them; to list them, set report: pages=PATH",
	}
	climbing = check.Text{
		One:  "1 link climbs above the site's root, such as {a} on {b}: the site is probably served below a path, so set site-url, such as https://example.com/docs/",
		Many: "{n} links climb above the site's root, such as {a} on {b}: the site is probably served below a path, so set site-url, such as https://example.com/docs/",
	}
	servedBare = check.Text{
		One:  "links name 1 page without .html, such as {a} for {b}: these work on github-pages, netlify, cloudflare-pages and azure, but not on a plain file server; set hosting to your host",
		Many: "links name {n} pages without .html, such as {a} for {b}: these work on github-pages, netlify, cloudflare-pages and azure, but not on a plain file server; set hosting to your host",
	}
	missingBare = check.Text{Many: "{n} pages are missing only because links name them without .html, such as {a} for {b}; if your host serves them so, set hosting to it"}
)

// maxFaults is how many faults of rules are listed: all of a file that was written by
// hand.
const maxFaults = 100

// remark adds to a report what the reading has shown besides links.
func (r *worker) remark(report *link.Report) {
	host := r.dir.Hosting()
	slices.Sort(r.notes)
	report.Notes = slices.Concat(report.Notes, r.notes, check.OutsideNote(r.outside))
	if host.Why != "" {
		report.Note(hostChosen.Of(1, nil, host.Profile.Name(), host.Why))
	}
	report.Note(catchAllNote(host.Profile))
	report.Problems = slices.Concat(r.problems, r.dir.Locked())
	listed, more := 0, 0
	for _, fault := range host.Profile.Faults() {
		text := fault.Source + ": " + fault.Message
		if fault.Line > 0 {
			text = fmt.Sprintf("%s:%d: %s", fault.Source, fault.Line, fault.Message)
		}
		switch {
		case fault.Unread:
			report.Problem(unreadRule.Of(1, nil, text)) // links were judged without its rules
		case listed < maxFaults:
			listed++
			report.Note(text)
		default:
			more++
		}
	}
	report.Note(moreFaults.Of(more, nil))
	report.Note(r.bareNote)

	var indexed, files, cased []string
	for i := range r.others {
		switch other := &r.others[i]; {
		case other.Entry.OtherIndex:
			indexed, files = append(indexed, other.name), append(files, path.Base(r.dir.Path(other.Entry.File)))
		case other.Entry.OtherCase:
			cased = append(cased, other.name)
		}
	}
	slices.Sort(indexed)
	slices.Sort(files)
	slices.Sort(cased)
	report.Note(otherIndex.Of(len(indexed), indexed[:min(len(indexed), 1)], strings.Join(slices.Compact(files), " or ")))
	report.Note(otherCase.Of(len(cased), cased, host.Profile.Name()))
	r.judgeShells(report)
}

// catchAllNote says that the host answers at every path, where a rule or a program
// of the deployment makes it do so: a run that finds nothing has to say why. A
// host that does so by itself, or by a file that linkvet does not read, has a fault.
func catchAllNote(profile hosting.Profile) string {
	answer := profile.Answer(hosting.Request{Path: hosting.NoSuchPath})
	for i, a := range append([]hosting.Answer{answer}, answer.Or...) {
		place := ""
		if a.Rule != nil {
			place = fmt.Sprintf("%s:%d", a.Rule.Source, a.Rule.Line)
		}
		switch {
		case a.Kind == hosting.File && a.Rule != nil:
			return catchAll.Of(1, nil, place, a.File)
		case a.Kind == hosting.Unknown && a.Rule != nil:
			return mayCatch.Of(1, nil, place)
		case a.Kind == hosting.Unknown && i == 0:
			return program.Of(1, nil)
		}
	}
	return ""
}

// judgeShells puts into a report what there is to say of pages that scripts fill.
func (r *worker) judgeShells(report *link.Report) {
	page := func(file int32) *health.Page {
		p := &health.Page{Outcome: new(check.Outcome), IsRead: true}
		if file >= 0 {
			p.URL.Path, p.Name, p.Look = r.dir.Path(file), r.dir.File(file), r.shells[file]
		}
		return p
	}
	start := int32(noRefresh)
	if entry := r.land(r.job.Scope.Page("")).Entry; entry.Kind == site.Found {
		start = r.end(entry.File)
	}
	site := health.Site{IsDirectory: true, Start: page(start), First: page(start), Others: r.pages - len(r.shells)}
	for file := range r.shells {
		site.Add(page(file))
	}
	site.Judge(report)
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
		above := 0
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.AboveRoot {
				if above++; first == nil {
					first = o
				}
			}
		}
		links += above
		f.AboveRoot = above == len(f.Occurrences)
	}
	if first != nil {
		r.Notes = slices.Insert(r.Notes, 0, climbing.Of(links, nil, check.Shorten(weburl.Redact(first.Link), 200), check.Shorten(first.Page, 200)))
	}
}

// markOrphans marks the pages that no other page links to and no sitemap or feed lists. A link from
// one orphan to another counts like any other link: orphans are pages that their authors forgot,
// even if a reader can click to them.
//
// Some pages are found without a link, and are no orphans: the start page, the pages that
// hosts show for errors, stubs that redirect, pages that name another page as their
// canonical one, and the proofs of ownership for search engines. Pages that the host does
// not serve at their own path, or that a rule leads to, are none either. Without a start
// page the directory is no whole site, and has no orphans.
func (r *worker) markOrphans(ctx context.Context) {
	start := r.land(r.job.Scope.Page("")).Entry
	for file := range int32(len(r.kinds)) {
		if start.Kind != site.Found || file%page.Batch == 0 && ctx.Err() != nil {
			return
		}
		if r.marks[file]&(direct|indirect) == 0 && file != start.File && r.kinds[file].IsPage() && r.facts[file].Load() != nil && r.refreshes[file] == noRefresh && !r.standsAlone(file) {
			r.marks[file] |= orphan
		}
	}
}

// standsAlone reports whether a page that nothing leads to need not be linked to,
// or may be, by links that the settings leave out.
func (r *worker) standsAlone(file int32) bool {
	name := r.dir.URLPath(file)
	if site.IsErrorPage("/"+name) || site.IsServicePage(path.Base(r.dir.Path(file))) || site.IsServicePage(path.Base(name)+".html") {
		return true
	}
	if entry := r.dir.Find("/"+name, ""); entry.Kind != site.Found || entry.File != file {
		return true
	}
	served := r.job.Scope.Page(name)
	rule := r.job.RuleOf(served, true)
	return r.job.PageExcluded(served) || r.job.Excluded(check.Destination{URL: served, Internal: true}, "") || rule.Is(config.VerdictIgnore) || rule.Is(config.VerdictOK)
}

// pageForms knows in which form links name the pages of the site: many hosts serve
// "pricing.html" at "/pricing", too, and "guide/index.html" at "/guide/".
//
// It also decides, by the links themselves, what an unknown host does with "/pricing".
// Generators that leave ".html" out of their links write all of them so, and need a host
// that serves them; on other sites such a link is a mistake. Those are Next.js, SvelteKit,
// VitePress with cleanUrls, Docusaurus with trailingSlash: false, and Astro with the build
// format "file", among others.
type pageForms struct {
	dir *site.Dir
	// others are the files that links lead to by their other path, and isDirect tells of those that
	// links of other documents lead to by their own.
	others   map[int32]bool
	isDirect func(file int32) bool
	// pages counts the pages but index files by the form of the links to them. A file may have links
	// of both.
	pages struct{ direct, other int }
	// first is the first page that links name without ".html"; empty for none.
	first string
}

// newPageForms counts the forms of all links that the workers met.
func newPageForms(dir *site.Dir, workers ...*worker) *pageForms {
	p := &pageForms{dir: dir, others: map[int32]bool{}, isDirect: func(file int32) bool {
		return slices.ContainsFunc(workers, func(r *worker) bool { return r.marks[file]&direct != 0 })
	}}
	for _, r := range workers {
		for i := range r.others {
			t := &r.others[i]
			if t.Entry.Kind != site.Found || !t.isUp() || len(t.Hops) > 0 {
				continue
			}
			if _, other := p.paths(t.Entry.File); other == t.name {
				p.others[t.Entry.File] = true
			}
		}
	}
	for file := range int32(dir.Len()) {
		canonical, other := p.paths(file)
		if other == "" || strings.HasSuffix(canonical, "/") {
			continue
		}
		if p.isDirect(file) {
			p.pages.direct++
		}
		if p.others[file] {
			p.pages.other++
			p.first = cmp.Or(p.first, other)
		}
	}
	return p
}

// paths returns the path of a file by itself, and the same with or without the extension
// of pages, or with the name of an index file; other is empty for a file with one path.
func (p *pageForms) paths(file int32) (canonical, other string) {
	canonical = "/" + p.dir.URLPath(file)
	if bare, ok := strings.CutSuffix(canonical, hosting.PageExtension); ok {
		return canonical, bare
	}
	full := "/" + hosting.EscapePath(p.dir.Path(file))
	if full == canonical+hosting.PageExtension || strings.HasSuffix(canonical, "/") && full != canonical {
		return canonical, full
	}
	return canonical, ""
}

// path returns the path by which the site links to a file. For one without links that is
// how the site links to most of its pages, if the host serves it there.
func (p *pageForms) path(file int32) string {
	canonical, other := p.paths(file)
	switch {
	case other == "" || p.isDirect(file):
	case p.others[file]:
		return other
	case !strings.HasSuffix(canonical, "/") && p.pages.other > p.pages.direct:
		if entry := p.dir.Find(other, ""); entry.Kind == site.Found && entry.File == file {
			return other
		}
	}
	return canonical
}

// An unknown host is taken to serve pages without ".html" when links name at least minBare
// pages so, and nine in ten of all, as one may be a mistake of its author; or when as many pages
// name themselves so, as those of Hexo do with pretty_urls.
const minBare = 2

// judgeBare decides, when all pages are read, whether the unknown host serves pages without
// ".html". If it does not, the links to such paths are broken.
func (d *directory) judgeBare(workers []*worker) {
	hasBare, whole, bare := false, 0, 0
	for _, r := range workers {
		hasBare, whole, bare = hasBare || r.hasBare, whole+r.namedWhole, bare+r.namedBare
	}
	if !hasBare {
		return
	}
	forms, text := newPageForms(d.dir, workers...), servedBare
	isServed := forms.pages.other >= minBare && forms.pages.direct*9 <= forms.pages.other || bare >= minBare && whole*9 <= bare
	if !isServed {
		text = missingBare
	}
	if forms.first != "" && (isServed || forms.pages.other > minBare) {
		d.bareNote = text.Of(forms.pages.other, nil, check.FirstNames([]string{forms.first}), check.FirstNames([]string{forms.first + hosting.PageExtension}))
	}
	if isServed {
		return
	}
	d.dir.ServeNoBare()
	for _, r := range workers {
		for i := range r.others {
			if other := &r.others[i]; other.Entry.Bare {
				path, query := check.CutQuery(other.name)
				other.Entry = d.dir.Find(path, query)
				r.judgeTarget(other)
			}
		}
	}
}

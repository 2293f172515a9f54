package source

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/source/pagesource"
	"github.com/linkvet/linkvet/internal/weburl"
)

// attributor attributes occurrences to links in the sources.
type attributor struct {
	ctx   context.Context
	index *index.Index
	pages *pagesource.Finder
	built *builtPages
	// site is where the site is served; the zero URL when that is not known.
	site weburl.URL
	// sources caches the files that a page may be made of.
	sources map[string]pagesource.Sources
	// targets caches the files that a target may be made of.
	targets map[string]pagesource.Sources
	// shared caches for one finding the matches in layouts and data of links that mean
	// the same on every page. linking returns the keys of the pages that hold the links, and
	// least for each reading of the links how many a page has at least. Few findings need them.
	shared  map[string][]match
	linking func() map[string]bool
	least   func() map[reading]int
	lent    lent
	asked   asked
	trace   *Trace
}

// siteOf returns where the site of a report is served.
func siteOf(r *link.Report) weburl.URL {
	if site, err := weburl.Parse(r.SiteURL); err == nil {
		return site
	}
	return weburl.URL{}
}

// finding attributes the occurrences of one finding, page by page.
func (a *attributor) finding(f *link.Finding) {
	a.shared = map[string][]match{}
	a.linking = sync.OnceValue(func() map[string]bool { return keysOfPages(f.Occurrences) })
	a.least = sync.OnceValue(func() map[reading]int { return leastOnPages(f.Occurrences) })
	a.lent = lent{occurrences: map[int]reading{}, unexplained: map[reading]bool{}}
	for from := 0; from < len(f.Occurrences); {
		to := from + 1
		for to < len(f.Occurrences) && f.Occurrences[to].Page == f.Occurrences[from].Page && f.Occurrences[to].File == f.Occurrences[from].File {
			to++
		}
		if f.Occurrences[from].IsInDocument() {
			a.page(f, from, to)
		}
		from = to
	}
	a.lent.withdraw(f.Occurrences)
}

// keysOfPages returns the keys of the pages of occurrences.
func keysOfPages(on []link.Occurrence) map[string]bool {
	keys := map[string]bool{}
	for i := range on {
		keys[pagekey.Loose(pagekey.Of(on[i].Page))] = true
	}
	return keys
}

// page attributes the occurrences of a finding on one page, which are those from one number
// to another.
func (a *attributor) page(f *link.Finding, from, to int) {
	on := f.Occurrences[from:to]
	if a.mustStop() || !a.isWorthReading(f, on) {
		return
	}
	sources := a.sourcesOf(&on[0])
	p := newPageLinks(a, on, f.Internal)
	for k, members := range p.same {
		p.found[k] = best(a.matches(f, &on[members[0]], sources))
	}
	p.take()
	if a.mustStop() {
		// The only link among some of the links is so by chance.
		return
	}
	for i := range on {
		if chosen, ok := p.choose(i); ok {
			source := place(a.index, chosen)
			source.Shared = p.isShared(i, chosen)
			on[i].Source = &source
			a.trace.named(p, i, chosen)
		} else {
			on[i].Candidates = p.candidates(i)
		}
	}
	a.lent.note(on, from, a.hasOwnFile(sources), func(i int) bool {
		found := p.found[p.groupOf[i]]
		return len(found) > 0 && found[0].relation == otherFile
	})
}

// hasOwnFile reports whether a page is made of a file that shows no other pages, as that of
// a list may.
func (a *attributor) hasOwnFile(sources pagesource.Sources) bool {
	return len(sources.All) > 0 && !pagekey.IsIndexName(pagekey.TrimExtension(path.Base(a.index.Files[sources.All[0].File].Name)))
}

// mustStop reports whether the search must end.
func (a *attributor) mustStop() bool { return a.index.IsExhausted() || a.ctx.Err() != nil }

// isWorthReading reports whether the sources hold a link that may be one of the occurrences.
// Otherwise their page need not be read.
func (a *attributor) isWorthReading(f *link.Finding, on []link.Occurrence) bool {
	for i := range on {
		_, keys := a.ask(f, &on[i])
		if slices.ContainsFunc(keys, func(key string) bool { return a.index.Links(key) != nil }) {
			return true
		}
	}
	return false
}

// sourcesOf returns the files that the page of an occurrence may be made of. A page that
// links to the file to edit is believed.
func (a *attributor) sourcesOf(o *link.Occurrence) pagesource.Sources {
	if known, ok := a.sources[o.Page]; ok {
		return known
	}
	found := a.pages.Of(o.Page)
	if len(found.All) != 1 || !found.All[0].Exact {
		if i, ok := a.built.edited(o); ok {
			found = pagesource.Sources{All: []pagesource.Source{pagesource.Edited(i, a.index.Files[i].Name, o.Page)}}
		}
	}
	a.sources[o.Page] = found
	return found
}

// matches returns the links that an occurrence may come from: those of the files that the
// page is made of and those of shared files; only without any, those of other pages.
func (a *attributor) matches(f *link.Finding, o *link.Occurrence, sources pagesource.Sources) []match {
	q, keys := a.ask(f, o)
	if isInStyle(o) {
		return fromStyles(a.index, keys, q, o, sources)
	}
	all := closest(slices.Concat(a.fromPage(keys, q, o, sources), ofNoOtherPage(a.pages, a.fromShared(keys, q, o), o.Page), a.fromComments(keys, q, o, sources)))
	if len(all) > 0 {
		return all
	}
	for _, key := range keys {
		if links := a.index.Links(key); links != nil && len(links.Pages) <= maxOtherLinks {
			all = a.compare(all, q, o, links.Pages, otherFile, pagesource.Source{})
		}
	}
	// An HTML file appears on no other page, and a draft on none.
	all = filter(all, func(m match) bool {
		file := &a.index.Files[m.link.File]
		return file.Syntax.IsProse() && !file.IsDraft()
	})
	if len(sources.All) > 0 || sources.Ambiguous {
		// The page has sources. The same link in another file proves nothing, but for a menu.
		for i := range all {
			if l := all[i].link; l.InFrontMatter && l.Menu {
				continue
			}
			all[i].text = min(all[i].text, textUnknown)
		}
	}
	return all
}

// maxOtherLinks bounds how many links of other pages are compared. Among more none would
// stand out.
const maxOtherLinks = 64

// fromPage returns the matches in the files that the page is made of, and in those that
// these include.
func (a *attributor) fromPage(keys []string, q *query, o *link.Occurrence, sources pagesource.Sources) []match {
	var all []match
	possible := 0
	for _, source := range sources.All {
		from := len(all)
		all = a.fromSource(all, keys, q, o, source)
		// A plain page without the link is not its source.
		if len(all) > from || !a.index.Files[source.File].IsPlain() {
			possible++
		}
	}
	if sources.Ambiguous && (possible > 1 || len(sources.All) == 1) {
		for i := range all {
			all[i].ambiguous = true
		}
	}
	return all
}

// fromSource adds the matches in one file that the page is made of, and in those that it
// includes.
func (a *attributor) fromSource(all []match, keys []string, q *query, o *link.Occurrence, source pagesource.Source) []match {
	for _, key := range keys {
		links := a.index.Links(key)
		if links == nil {
			continue
		}
		all = a.compare(all, q, o, links.ByFile[source.File], pageFile, source)
		for _, included := range a.index.Included(source.File) {
			from := len(all)
			all = a.compare(all, q, o, links.ByFile[included.File], includedFile, source)
			for i := from; i < len(all); i++ {
				all[i].ambiguous = included.Ambiguous
			}
		}
	}
	return all
}

// fromShared returns the matches in layouts, partials, configuration and data.
func (a *attributor) fromShared(keys []string, q *query, o *link.Occurrence) []match {
	global := strings.HasPrefix(q.written, "/") || destination.IsAbsolute(q.written)
	name := o.Element + "\x00" + q.written + "\x00" + o.Text
	if found, ok := a.shared[name]; ok && global {
		return found
	}
	var all []match
	for _, key := range keys {
		if links := a.index.Links(key); links != nil {
			all = a.compare(all, q, o, links.Shared, sharedFile, pagesource.Source{})
		}
	}
	a.shared[name] = all
	return all
}

// fromComments returns the matches in the documentation of programs: comments and
// docstrings. They count on pages that a generator makes of them, and on pages whose sources
// ask for them.
func (a *attributor) fromComments(keys []string, q *query, o *link.Occurrence, sources pagesource.Sources) []match {
	var all []match
	for _, key := range keys {
		if links := a.index.Links(key); links != nil && len(links.Comments) > 0 {
			all = a.compare(all, q, o, links.Comments, includedFile, pagesource.Source{})
			all = programAnchors(a.index, all, q, o, links.Comments)
		}
	}
	if len(all) > 0 && !showsComments(a.index, sources, func() *builtPage { return a.built.page(o) }) {
		return nil
	}
	return all
}

// compare adds the links that match an occurrence.
func (a *attributor) compare(all []match, q *query, o *link.Occurrence, links []*document.Link, rel relation, source pagesource.Source) []match {
	if a.ctx.Err() != nil || !a.index.Spend(len(links)) {
		return all
	}
	folded, role := plaintext.Fold(o.Text), document.RoleOf(o.Element)
	for _, l := range links {
		if !l.Role.Fits(role) || role != document.LinkRole && role != document.EmbedRole && a.isTextLink(l) {
			continue
		}
		if dest := a.matchDest(q, l, source); dest > destDiffers {
			all = append(all, match{link: l, dest: dest, relation: rel, text: matchText(l, o.Text, folded)})
		}
	}
	return all
}

// isTextLink reports whether a component shows a text, so that it becomes a link that
// readers follow, or a picture with that text.
func (a *attributor) isTextLink(l *document.Link) bool {
	return l.Role == document.AnyRole && l.Text != "" && !l.InFrontMatter && !a.index.Files[l.File].Syntax.IsData()
}

package dir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/site"
)

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
	// others are the files that links lead to by their other path, and direct those that
	// links of other documents lead to by their own.
	others map[int32]bool
	direct fileSet
	// pages counts the pages by the form of the links to them, and indexes the index files. A
	// file may have links of both.
	pages, indexes struct{ direct, other int }
	// named counts the pages by the form of their canonical link.
	named struct{ whole, bare int }
	// first is the first page that links name without ".html"; empty for none.
	first string
}

// newPageForms counts the forms of all links that the workers met.
func newPageForms(dir *site.Dir, readers []*worker) *pageForms {
	p := &pageForms{dir: dir, others: map[int32]bool{}, direct: newFileSet(dir.Len())}
	for _, r := range readers {
		p.direct.addAll(r.targets.direct)
		p.named.whole, p.named.bare = p.named.whole+r.namedWhole, p.named.bare+r.namedBare
		for i := range r.targets.others {
			t := &r.targets.others[i]
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
		if other == "" {
			continue
		}
		f := &p.pages
		if strings.HasSuffix(canonical, "/") {
			f = &p.indexes
		}
		if p.direct.has(file) {
			f.direct++
		}
		if p.others[file] {
			if f.other++; p.first == "" && f == &p.pages {
				p.first = other
			}
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
	if other == "" {
		return canonical
	}
	isLinked, isIndex := p.direct.has(file), strings.HasSuffix(canonical, "/")
	switch {
	case p.others[file]:
		if !isLinked || isIndex && p.indexes.other > p.indexes.direct {
			return other
		}
	case !isLinked && !isIndex && p.pages.other > p.pages.direct:
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

// areBare reports whether pages are meant to be served without their ".html".
func (p *pageForms) areBare() bool {
	return p.pages.other >= minBare && p.pages.direct*9 <= p.pages.other || p.named.bare >= minBare && p.named.whole*9 <= p.named.bare
}

// note says what an unknown host has to do with the links that leave ".html" out. served is
// whether it is taken to do so.
func (p *pageForms) note(served bool) []string {
	such := fmt.Sprintf("without .html, such as %s for %s", check.FirstNames([]string{p.first}), check.FirstNames([]string{p.first + hosting.PageExtension}))
	switch {
	case p.first == "":
	case served:
		return []string{fmt.Sprintf("links name %s %s: these work on github-pages, netlify, cloudflare-pages and azure, but not on a plain file server; set hosting to your host",
			check.Count(p.pages.other, "page"), such)}
	case p.pages.other > minBare:
		return []string{fmt.Sprintf("%s are missing only because links name them %s; if your host serves them so, set hosting to it",
			check.Count(p.pages.other, "page"), such)}
	}
	return nil
}

// judgeBare decides, when all pages are read, whether the unknown host serves pages without
// ".html". If it does not, the links to such paths are broken.
func (d *directory) judgeBare(readers []*worker) {
	if !slices.ContainsFunc(readers, func(r *worker) bool { return r.hasBare }) {
		return
	}
	forms := newPageForms(d.dir, readers)
	served := forms.areBare()
	d.bareNote = forms.note(served)
	if served {
		return
	}
	d.dir.ServeNoBare()
	for _, r := range readers {
		for i := range r.targets.others {
			if other := &r.targets.others[i]; other.Entry.Bare {
				path, query := check.CutQuery(other.name)
				other.Entry = d.dir.Find(path, query)
				r.judgeTarget(other)
			}
		}
	}
}

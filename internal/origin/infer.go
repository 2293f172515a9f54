package origin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Evidence is what there is to go by.
type Evidence struct {
	Witnesses []Witness
	// Exists tells whether a directory has something at a URL path below its root;
	// nil for a live site, of which nobody knows that yet.
	Exists func(path string) bool
	// Rooted are references from the root of the host in the heads of a directory's
	// pages.
	Rooted []string
	// Linked returns all such references of some pages, page by page. It is asked for
	// only when a base path is at stake, and may be nil.
	Linked func() [][]string
	// Home is where a live site is read, with its base path.
	Home weburl.URL
}

// bases are the base paths at which a live site may be served: those that its
// pages name, else the one at which it is read.
func (e Evidence) bases() []string {
	var bases []string
	for _, w := range e.Witnesses {
		if site, ok := w.site(nil); ok && w.Kind != Sitemap && !slices.Contains(bases, site.Path) {
			bases = append(bases, site.Path)
		}
	}
	if bases == nil {
		bases = []string{e.Home.Path}
	}
	return bases
}

// telling are the witnesses that say something. A preview may well name itself:
// then what else the same kind names is no place of it.
func (e Evidence) telling() []Witness {
	var self [kinds]bool
	for _, w := range e.Witnesses {
		self[w.Kind] = self[w.Kind] || e.isHome(w)
	}
	return slices.DeleteFunc(slices.Clone(e.Witnesses), func(w Witness) bool {
		return !w.URL.IsHTTP() || w.URL.Query != "" || self[w.Kind]
	})
}

// isHome tells whether a witness names the place at which a live site is read.
func (e Evidence) isHome(w Witness) bool {
	return w.URL.Host == e.Home.Host && w.URL.Scheme == e.Home.Scheme && strings.HasPrefix(w.URL.Path, e.Home.Path)
}

// NamesHome tells whether there are witnesses, and all name the place at which a
// live site is read.
func (e Evidence) NamesHome() bool {
	return len(e.Witnesses) > 0 && !slices.ContainsFunc(e.Witnesses, func(w Witness) bool { return !e.isHome(w) })
}

// Inference is what came of it.
type Inference struct {
	// Sites are the places of the site, with their base paths: first the main one,
	// then other names of the same. None when it is not known.
	Sites []weburl.URL
	// Note says what was inferred and from what, or what stood in the way; empty when
	// there was nothing to go by.
	Note string
}

// Infer finds out where the site is served. All kinds of witnesses have to agree:
// where they do not, that is said and nothing is inferred.
func Infer(e Evidence) Inference {
	e.Witnesses = e.telling()
	var said []statement
	for kind := range kinds {
		s := e.state(kind)
		if len(s.families) > 0 && s.enough() {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		return Inference{}
	}
	if len(said) > 1 && said[0].rootless {
		said[0].below(said[1])
	}
	const not = "where the site is served was not inferred"
	for _, s := range said {
		if !s.clear() || s.families[0].key != said[0].families[0].key {
			return Inference{Note: not + ", as what says so disagrees: " + contradiction(said) + "; set site-url"}
		}
	}
	sites := places(said)
	if left := leftOut(e, sites[0].Path, isOnStartAlone(said)); left != "" {
		return Inference{Note: fmt.Sprintf("%s: %s %s, but links from the root, such as %s, leave %s out; mend them, or set site-url",
			not, sources(said), name(sites[0]), left, sites[0].Path)}
	}
	if e.Exists == nil && sites[0].Path != e.Home.Path && !slices.ContainsFunc(said, isListed) {
		return Inference{Note: fmt.Sprintf("%s: on the start page %s %s, but no sitemap bears that out; set site-url",
			not, sources(said), name(sites[0]))}
	}
	return Inference{Sites: sites, Note: inferred(said, sites)}
}

// isListed tells whether a statement is about more pages than the start page,
// which may name the page of one language as its own place.
func isListed(s statement) bool { return s.kind == Sitemap }

// places are the names of the place on which all statements agree. The host of the
// first is the main one; a CNAME does not tell the scheme.
func places(said []statement) []weburl.URL {
	var sites []weburl.URL
	for _, s := range said {
		for _, site := range s.names() {
			if !slices.Contains(sites, site) {
				sites = append(sites, site)
			}
		}
	}
	if said[0].kind != CNAME {
		return sites
	}
	for i, site := range sites[1:] {
		if site.Host == sites[0].Host {
			// It is the same name, with the scheme that is in use.
			sites[0] = site
			return slices.Delete(sites, i+1, i+2)
		}
	}
	return sites
}

// severalRooted is how many references have to leave the base path out before that
// is more than a slip of their author.
const severalRooted = 2

// leftOut returns one of several references from the root of the host that lead to
// the site without the base path, while none does with it: then the site may be
// read at the root. It is empty when that is not so. Links of a text are written by
// hand, and may all have the same fault; only where half of the pages have some are
// they those of a frame around all texts. Where the start page alone names the base
// path, start, one is enough.
func leftOut(e Evidence, base string, start bool) string {
	if base == "/" || e.Exists == nil {
		return ""
	}
	heads, with := e.without(base, e.Rooted)
	switch {
	case with:
		return ""
	case len(heads) >= severalRooted || start && len(heads) > 0:
		return slices.Min(heads)
	case e.Linked == nil:
		return ""
	}
	linked := e.Linked()
	var some []string
	pages := 0
	for _, rooted := range linked {
		refs, with := e.without(base, rooted)
		if with {
			return ""
		}
		if len(refs) > 0 {
			some = append(some, refs...)
			pages++
		}
	}
	if pages == 0 || 2*pages < len(linked) && !start {
		return ""
	}
	return slices.Min(some)
}

// without returns the references that lead to the site without the base path; with
// is whether any does with it.
func (e Evidence) without(base string, rooted []string) (refs []string, with bool) {
	for _, ref := range rooted {
		if rest, ok := strings.CutPrefix(ref, base); ok && e.Exists("/"+rest) {
			return nil, true
		}
		if ref != "/" && e.Exists(ref) && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs, false
}

// isOnStartAlone tells whether nothing but the start page names the place.
func isOnStartAlone(said []statement) bool {
	return !slices.ContainsFunc(said, func(s statement) bool {
		return s.kind == CNAME || s.kind == Sitemap || !s.start || s.families[0].votes > 1
	})
}

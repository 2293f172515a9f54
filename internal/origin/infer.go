package origin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Evidence is what the caller knows about the place of the site.
type Evidence struct {
	Signals []Signal
	// Exists reports whether a directory has something at a URL path below its root. It
	// is nil for a live site, where that is not known yet.
	Exists func(path string) bool
	// Rooted are references from the root of the host in the heads of a directory's
	// pages.
	Rooted []string
	// Linked returns all such references of some pages, page by page. It is called only
	// to verify a base path, and may be nil.
	Linked func() [][]string
	// ErrorPages are the error pages of a directory that have a base.
	ErrorPages []ErrorPage
	// RelativeHeads is whether the heads of pages name all files by relative paths, so
	// that only links in the text have the base path.
	RelativeHeads bool
	// Home is where a live site is read, with its base path.
	Home weburl.URL
}

// bases returns the base paths where a live site may be served: those that its pages
// name, else the one where it is read.
func (e Evidence) bases() []string {
	var bases []string
	for _, w := range e.Signals {
		if site, ok := w.site(nil); ok && w.Kind != Sitemap && !slices.Contains(bases, site.Path) {
			bases = append(bases, site.Path)
		}
	}
	if bases == nil {
		bases = []string{e.Home.Path}
	}
	return bases
}

// useful returns the signals that count. A preview may name itself: then all signals of
// that kind are left out.
func (e Evidence) useful() []Signal {
	var self [kinds]bool
	for _, w := range e.Signals {
		self[w.Kind] = self[w.Kind] || e.isHome(w)
	}
	return slices.DeleteFunc(slices.Clone(e.Signals), func(w Signal) bool {
		return !w.URL.IsHTTP() || w.URL.Query != "" || self[w.Kind]
	})
}

// isHome reports whether a signal names the place where a live site is read.
func (e Evidence) isHome(w Signal) bool {
	return w.URL.Host == e.Home.Host && w.URL.Scheme == e.Home.Scheme && strings.HasPrefix(w.URL.Path, e.Home.Path)
}

// NamesHome reports whether there are signals, and all name the place where a live site
// is read.
func (e Evidence) NamesHome() bool {
	return len(e.Signals) > 0 && !slices.ContainsFunc(e.Signals, func(w Signal) bool { return !e.isHome(w) })
}

// Inference is the result of Infer.
type Inference struct {
	// Sites are the places of the site, with their base paths: first the main one,
	// then other names of the same. None when it is not known.
	Sites []weburl.URL
	// Base is the base path where that is all that is known of the place; else empty.
	Base string
	// Note says what was inferred and from what, or why nothing was; empty without
	// useful signals.
	Note string
}

// Infer finds out where the site is served. All kinds of signals have to agree:
// where they do not, that is claims and nothing is inferred.
func Infer(e Evidence) Inference {
	e.Signals = e.useful()
	var claims []claim
	for kind := range kinds {
		s := e.claimOf(kind)
		if len(s.families) > 0 && s.enough() {
			claims = append(claims, s)
		}
	}
	if len(claims) == 0 {
		if e.Exists == nil {
			return Inference{}
		}
		return inferBase(e)
	}
	if len(claims) > 1 && claims[0].rootless {
		claims[0].below(claims[1])
	}
	if len(claims) == 1 && claims[0].rootless {
		if below := inferBase(e); below.Base != "" {
			claims[0].below(claim{families: []family{{key: host(&claims[0].families[0]) + below.Base}}})
		}
	}
	const not = "could not infer site-url"
	for _, s := range claims {
		if !s.clear() || s.families[0].key != claims[0].families[0].key {
			return Inference{Note: not + ", because pages and files disagree: " + contradiction(claims) + "; set site-url"}
		}
	}
	sites := places(claims)
	if left := leftOut(e, sites[0].Path, isOnStartAlone(claims)); left != "" {
		return Inference{Note: fmt.Sprintf("%s: %s %s, but links such as %s do not start with %s; fix them, or set site-url",
			not, sources(claims), name(sites[0]), left, sites[0].Path)}
	}
	if e.Exists == nil && sites[0].Path != e.Home.Path && !slices.ContainsFunc(claims, isListed) {
		return Inference{Note: fmt.Sprintf("%s: on the start page, %s %s, but no sitemap confirms it; set site-url",
			not, sources(claims), name(sites[0]))}
	}
	return Inference{Sites: sites, Note: inferred(claims, sites)}
}

// isListed reports whether a claim is about more pages than the start page, which may
// name the page of one language.
func isListed(s claim) bool { return s.kind == Sitemap }

// places returns the names of the place on which all claims agree, the main one first.
// A CNAME names no scheme.
func places(claims []claim) []weburl.URL {
	var sites []weburl.URL
	for _, s := range claims {
		for _, site := range s.names() {
			if !slices.Contains(sites, site) {
				sites = append(sites, site)
			}
		}
	}
	if claims[0].kind != CNAME {
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

// minRooted is how many references have to leave the base path out: a single one may be
// a typo.
const minRooted = 2

// leftOut returns a reference from the root of the host that reaches the site without
// the base path, when several do and none has the base path: the site may then be
// served at the root. Otherwise it is empty. Links in a text are written by hand and may
// all be wrong; they count where half of the pages have some, because then they come
// from a template. When only the start page names the base path (start), one is enough.
func leftOut(e Evidence, base string, start bool) string {
	if base == "/" || e.Exists == nil {
		return ""
	}
	heads, with := e.without(base, e.Rooted)
	switch {
	case with:
		return ""
	case len(heads) >= minRooted || start && len(heads) > 0:
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

// without returns the references that reach the site without the base path; with
// reports whether any reference has the base path.
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

// isOnStartAlone reports whether only the start page names the place.
func isOnStartAlone(claims []claim) bool {
	return !slices.ContainsFunc(claims, func(s claim) bool {
		return s.kind == CNAME || s.kind == Sitemap || !s.start || s.families[0].votes > 1
	})
}

package site

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/weburl"
)

// SignalKind is a kind of signal. The first kind with a signal names the main place of the
// site.
type SignalKind int

// The kinds, the strongest first.
const (
	CNAME     SignalKind = iota // the file by which GitHub Pages knows the site's domain
	Canonical                   // the canonical links of pages
	SitemapOf                   // sitemap.xml, and the lines about sitemaps in robots.txt
	Feed                        // the channel and the items of feeds
	OpenGraph                   // the og:url of pages
	signalKinds
)

// signalNames are the kinds in a message, with their verb.
var signalNames = [signalKinds]string{"the file CNAME names", "canonical links name", "the sitemap names", "the feed names", "og:url names"}

// isList reports whether a kind of signal lists URLs of pages.
func (k SignalKind) isList() bool { return k == SitemapOf || k == Feed }

// Signal is one statement of a file about where the site, or a page of it, is served.
type Signal struct {
	Kind SignalKind
	// File is the slash path, below the site's root, of the page that the signal is about;
	// index.html is the start page. It is empty for a CNAME, sitemaps and feeds.
	File string
	// URL is the URL of the page; for a CNAME, of the site.
	URL weburl.URL
}

// ErrorPage is the page that a host sends for every path, so that its links lead from the
// root of the host.
type ErrorPage struct {
	// File is the slash path of the page below the site's root.
	File string
	// Refs are the paths of its links: all where it has a base, else those from the root.
	Refs []string
}

// Evidence is what is known about the place of the site.
type Evidence struct {
	Signals []Signal
	// Exists reports whether a directory has something at a URL path below its root. It is
	// nil for a live site, where that is not known yet.
	Exists func(path string) bool
	// Rooted are the links from the root of the host on some pages of a directory, page by page.
	Rooted [][]string
	// RelativeHeads is whether pages load all files by relative paths, as those of SvelteKit do.
	RelativeHeads bool
	// ErrorPages are error pages of a directory.
	ErrorPages []ErrorPage
	// Home is where a live site is read, with its base path.
	Home weburl.URL
}

// Inference is the result of Infer.
type Inference struct {
	// Sites are the places of the site, with their base paths: first the main one, then
	// other names of the same. None when it is not known.
	Sites []weburl.URL
	// Base is the base path where that is all that is known of the place; else empty.
	Base string
	// Note says what was inferred and from what, or why nothing was; empty without useful
	// signals.
	Note string
}

// Infer finds out where the site is served. All kinds of signals have to agree: where they
// do not, that is said and nothing is inferred.
func Infer(e Evidence) Inference {
	e.Signals = e.useful()
	var claims []claim
	for kind := range signalKinds {
		// A single page may name another site, unless it is the start page.
		if c := e.claimOf(kind); c.key != "" && (c.kind == CNAME || c.kind.isList() || c.start || c.votes > 1) {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		base, why := e.inferBase()
		if base == "" {
			return Inference{}
		}
		return Inference{Base: base, Note: fmt.Sprintf("the base path is inferred: %s (%s); if that is wrong, set site-url", base, why)}
	}
	// Astro's template for feeds leaves the base path out.
	claims = slices.DeleteFunc(claims, func(c claim) bool { return c.kind == Feed && c.key != claims[0].key })
	names, sites := namesOf(claims), claims[0].sites
	if len(claims) > 1 && claims[0].kind == CNAME && claims[1].key == claims[0].key {
		sites, claims = addHosts(claims[1].sites, sites...), claims[1:] // a CNAME names no scheme
	}
	isListed, isAgreed, named := false, true, []string(nil)
	for _, c := range claims {
		text := signalNames[c.kind] + " " + c.sites[0].Redacted()
		if !c.isClear {
			text += fmt.Sprintf(" on only %d of %d pages", c.votes, c.pages)
		}
		named, sites = append(named, text), addHosts(sites, c.sites...)
		isListed = isListed || c.kind.isList()
		isAgreed = isAgreed && c.isClear && c.key == claims[0].key
	}
	main := sites[0]
	left := e.leftOut(main.Path)
	switch {
	case !isAgreed:
		return Inference{Note: "could not infer site-url, because pages and files disagree: " + strings.Join(named, ", ") + "; set site-url"}
	case left != "":
		return Inference{Note: fmt.Sprintf("could not infer site-url: %s %s, but links such as %s do not start with %s; fix them, or set site-url",
			names, main.Redacted(), left, main.Path)}
	case e.Exists == nil && main.Path != e.Home.Path && !isListed:
		// The start page of a live site may name the page of one language.
		return Inference{Note: fmt.Sprintf("could not infer site-url: on the start page, %s %s, but no sitemap confirms it; set site-url", names, main.Redacted())}
	}
	return inferred(sites, names+" it")
}

// inferred says that places are inferred, and why.
func inferred(sites []weburl.URL, why string) Inference {
	var named []string
	for _, site := range sites {
		named = append(named, site.Redacted())
	}
	return Inference{Sites: sites, Note: fmt.Sprintf("site-url is inferred: %s (%s), so links to it are internal; if that is wrong, set site-url",
		strings.Join(named, " and "), why)}
}

// addHosts returns all and the places whose host is not among those before: with another scheme it
// is the same place.
func addHosts(all []weburl.URL, more ...weburl.URL) []weburl.URL {
	for _, place := range more {
		if !slices.ContainsFunc(all, func(other weburl.URL) bool { return other.Host == place.Host }) {
			all = append(slices.Clip(all), place)
		}
	}
	return all
}

// useful returns the signals that count. A preview may name itself: then all signals of that
// kind are left out.
func (e Evidence) useful() []Signal {
	var self [signalKinds]bool
	for _, w := range e.Signals {
		self[w.Kind] = self[w.Kind] || inside(&e.Home, &w.URL)
	}
	return slices.DeleteFunc(slices.Clone(e.Signals), func(w Signal) bool {
		return !w.URL.IsHTTP() || w.URL.Query != "" || self[w.Kind]
	})
}

// NamesHome reports whether there are signals, and all name the place where a live site is
// read.
func (e Evidence) NamesHome() bool {
	return len(e.Signals) > 0 && !slices.ContainsFunc(e.Signals, func(w Signal) bool { return !inside(&e.Home, &w.URL) })
}

// claim is what most signals of one kind say about the place of the site.
type claim struct {
	kind SignalKind
	// key is what all names of the place have in common: the host, without "www.", and the
	// base path; empty for no claim. sites are the names, in the order of the signals.
	key   string
	sites []weburl.URL
	// votes counts the signals that name it, and pages those that name any place. isClear is whether
	// these are four in five: a few pages may be copies that still name the site that they come from.
	votes, pages int
	isClear      bool
	// start is whether one of them is about the start page.
	start bool
}

// claimOf returns the claim of one kind. A page that names another page, as the second page of a
// list may, does not say where the site is.
func (e Evidence) claimOf(kind SignalKind) claim {
	c := claim{kind: kind}
	votes, named := map[string]int{}, map[string][]weburl.URL{}
	for _, w := range e.Signals {
		var bases []string
		if w.Kind == kind {
			bases = e.basesOf(w)
		}
		for _, base := range bases {
			key := strings.TrimPrefix(w.URL.Host, "www.") + base
			votes[key]++
			named[key] = addHosts(named[key], weburl.URL{Scheme: w.URL.Scheme, Host: w.URL.Host, Path: base})
		}
		if len(bases) > 0 {
			c.pages++
			c.start = c.start || w.File == hosting.IndexFile
		}
	}
	for key, n := range votes {
		if c.key == "" || cmp.Or(cmp.Compare(c.votes, n), cmp.Compare(len(key), len(c.key)), cmp.Compare(key, c.key)) < 0 {
			c.key, c.sites, c.votes = key, named[key], n
		}
	}
	c.isClear = c.votes*5 >= c.pages*4
	return c
}

// maxBaseDepth is the most folders of a base path.
const maxBaseDepth = 8

// bases yields the base paths below which a URL path may be, the shortest first, with what the path
// is below them.
func bases(p string) iter.Seq2[string, string] {
	return func(yield func(base, rest string) bool) {
		for i, depth := 0, 0; i < len(p) && depth <= maxBaseDepth; i++ {
			if p[i] == '/' {
				if depth++; !yield(p[:i+1], p[i:]) {
					return
				}
			}
		}
	}
}

// basesOf returns the base paths of the site by one signal: those with a page at the URL that is
// listed or that the page names as its own. Of a live site it is not known which pages it has: it
// may be below the base paths that its pages name, or else below the one where it is read.
func (e Evidence) basesOf(w Signal) (all []string) {
	switch {
	case w.Kind == CNAME:
		return []string{"/"}
	case !w.Kind.isList():
		all = []string{w.base(e.Exists)}
	case e.Exists == nil:
		for _, page := range e.Signals {
			if base := page.base(nil); base != "" && !page.Kind.isList() && !slices.Contains(all, base) {
				all = append(all, base)
			}
		}
		if all == nil {
			all = []string{e.Home.Path}
		}
	default:
		for base, rest := range bases(w.URL.Path) {
			// Every URL could be that of a start page, and so names no base path alone.
			if w.URL.Path == "/" || rest != "/" && e.Exists(rest) {
				all = append(all, base)
			}
		}
	}
	return slices.DeleteFunc(all, func(base string) bool { return base == "" || w.Kind.isList() && !strings.HasPrefix(w.URL.Path, base) })
}

// base returns the base path with which the page of a signal would have its URL; empty when the
// URL is that of another page. exists reports whether the site has something at a URL path below
// its root; it may be nil.
func (w Signal) base(exists func(path string) bool) string {
	// Hosts serve pages with and without the extension, and directories with and without a
	// slash.
	forms := []string{"/" + w.File}
	if dir, ok := strings.CutSuffix(forms[0], "/"+hosting.IndexFile); ok {
		forms = append(forms, dir+"/", dir)
	} else if page, ok := strings.CutSuffix(forms[0], hosting.PageExtension); ok {
		forms = append(forms, page, page+"/")
	}
	for _, form := range forms {
		folder, ok := strings.CutSuffix(w.URL.Path, hosting.EscapePath(form))
		switch base := folder + "/"; {
		case !ok, form == "" && strings.Contains(path.Base(folder), "."):
		// A site in several languages may name the page of one language, such as /en/: that
		// is a page of the site, and not its base path.
		case w.File == hosting.IndexFile && base != "/" && exists != nil && exists(base):
			return ""
		default:
			return base
		}
	}
	return ""
}

// rooted says how links from the root of the host reach a directory's site: with a base path,
// or without it.
type rooted struct {
	base string
	// all are the different links, with those that have the base path, files those of them that lead
	// to no page, and against those that reach the site as they are, or with another base path.
	all, with, files, against int
	// pagesWith counts the pages that have links with the base path, and pagesWithout those that
	// have some which reach the site as they are. least is the first of the latter, by name.
	pagesWith, pagesWithout int
	least                   string
}

// measure counts the links from the root on pages for a base path; without one, for that which most
// of them have, if any has one.
func (e Evidence) measure(pages [][]string, base string) rooted {
	ways, votes, most := map[string]string{}, map[string]int{}, ""
	for _, ref := range slices.Concat(pages...) {
		if _, known := ways[ref]; known {
			continue
		}
		way := e.wayOf(ref)
		ways[ref] = way
		if votes[way]++; way != asIs && way != "" && (most == "" || cmp.Or(votes[way]-votes[most], strings.Compare(most, way)) > 0) {
			most = way
		}
	}
	r := rooted{base: cmp.Or(base, most), all: len(ways)}
	if r.base == "" {
		return rooted{}
	}
	for ref, way := range ways {
		rest, isBelow := strings.CutPrefix(ref, r.base)
		switch {
		case ref+"/" == r.base, isBelow && e.Exists("/"+rest):
			ways[ref] = r.base
			r.with++
			if name := path.Base(ref); strings.Contains(name, ".") && !strings.HasSuffix(name, hosting.PageExtension) {
				r.files++
			}
		case way != "":
			r.against++
			if way == asIs && (r.least == "" || ref < r.least) {
				r.least = ref
			}
		}
	}
	for _, refs := range pages {
		if slices.ContainsFunc(refs, func(ref string) bool { return ways[ref] == r.base }) {
			r.pagesWith++
		}
		if slices.ContainsFunc(refs, func(ref string) bool { return ways[ref] == asIs }) {
			r.pagesWithout++
		}
	}
	return r
}

// asIs is the base path of a link that leads to something without any.
const asIs = "/"

// wayOf returns the shortest base path with which a link from the root leads to something; empty
// for none. Those of generators need no encoding.
func (e Evidence) wayOf(ref string) string {
	for base, rest := range bases(ref) {
		if rest == "/" || !e.Exists(rest) {
			continue
		}
		if base != asIs && (path.Clean(base)+"/" != base || strings.Contains(base, "%")) {
			return ""
		}
		return base
	}
	return ""
}

// leftOut returns a link from the root of the host that reaches the site without the base
// path, when half of the pages have some and none has the base path: then they come from a
// template, and the site may be served at the root. Otherwise it is empty, as an author may
// have written a few wrong.
func (e Evidence) leftOut(base string) string {
	if base == "/" || e.Exists == nil {
		return ""
	}
	if r := e.measure(e.Rooted, base); r.with == 0 && 2*r.pagesWithout >= len(e.Rooted) {
		return r.least
	}
	return ""
}

// prefix returns the base path of the place for which an error page is made, as those of
// sphinx-notfound-page and mdBook are: four in five of its links lead to something below it, and
// none as it is. A single one may be wrong. It is empty for most pages.
func (p ErrorPage) prefix(e Evidence) string {
	if r := e.measure([][]string{p.Refs}, ""); r.with >= 2 && r.least == "" && r.with*5 >= r.all*4 {
		return r.base
	}
	return ""
}

// inferBase finds out below which base path the site is served, when nothing names its whole
// URL: by an error page, or by links from the root of the host on half of the pages. Those to pages
// alone may all be wrong, while a page without its styles is seen to be, and fewer than three may
// share a typo; one in five may contradict. It is empty without evidence, and for a live site.
func (e Evidence) inferBase() (base, why string) {
	if e.Exists == nil {
		return "", ""
	}
	for _, page := range e.ErrorPages {
		if base := page.prefix(e); base != "" && e.leftOut(base) == "" {
			return base, "the links of " + page.File + " have it"
		}
	}
	r := e.measure(e.Rooted, "")
	if r.with < 3 || r.files == r.with || r.files == 0 && !e.RelativeHeads || 2*r.pagesWith < len(e.Rooted) || r.against*4 > r.with {
		return "", ""
	}
	return r.base, "links that start with / have it"
}

// namesOf returns the names of the kinds of the claims, with their verb.
func namesOf(claims []claim) string {
	if len(claims) == 1 {
		return signalNames[claims[0].kind]
	}
	var names []string
	for _, c := range claims {
		name := signalNames[c.kind]
		names = append(names, name[:strings.LastIndexByte(name, ' ')])
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " name"
}

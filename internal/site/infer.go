package site

import (
	"cmp"
	"fmt"
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
var signalNames = [signalKinds]string{"the file CNAME", "canonical links", "the sitemap", "the feed", "og:url"}

// Signal is one statement of a file about where the site, or a page of it, is served.
type Signal struct {
	Kind SignalKind
	// File is the slash path, below the site's root, of the page that the signal is about;
	// index.html is the start page. It is empty for sitemaps and feeds, and for a CNAME that
	// is not in the root and so names the host alone.
	File string
	// URL is the URL of the page; for a CNAME, of the site.
	URL weburl.URL
}

// ErrorPage is the page that a host sends for every path, so that its links lead from the
// root of the host.
type ErrorPage struct {
	// File is the slash path of the page below the site's root.
	File string
	// Host has the scheme and the host of its base; neither when it has no base with a host.
	Host weburl.URL
	// HasBase is whether it has a base.
	HasBase bool
	// Refs are the paths of its links on that host: all where it has a base, else those from
	// the root.
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
	// Strong is whether a file names the host that is only there to do so.
	Strong bool
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
		if c := e.claimOf(kind); c.key != "" && c.isEnough() {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		if e.Exists == nil {
			return Inference{}
		}
		place, why := e.inferBase()
		switch {
		case place.Path == "":
			return Inference{}
		case place.Host == "":
			return Inference{Base: place.Path, Note: fmt.Sprintf("the base path is inferred: %s (%s); if that is wrong, set site-url", place.Path, why)}
		}
		return Inference{Sites: []weburl.URL{place}, Strong: true, Note: inferred(place.Redacted(), why)}
	}
	sites, strong, names := claims[0].sites, claims[0].kind == CNAME, namesOf(claims)
	if strong {
		// A CNAME names neither a scheme nor, in a repository, a base path.
		switch below, _ := e.inferBase(); {
		case len(claims) > 1 && host(claims[1].key) == host(claims[0].key) && (claims[0].isRootless || claims[1].sites[0].Path == "/"):
			domain := sites[0]
			domain.Path = claims[1].sites[0].Path
			sites, claims = append(slices.Clip(claims[1].sites), domain), claims[1:]
		case len(claims) == 1 && claims[0].isRootless && below.Path != "":
			sites[0].Path = below.Path
		}
	}
	const not = "could not infer site-url"
	for _, c := range claims {
		if !c.isClear() || c.key != claims[0].key {
			return Inference{Note: not + ", because pages and files disagree: " + contradiction(claims) + "; set site-url"}
		}
	}
	for _, c := range claims {
		sites = append(sites, c.sites...)
	}
	site := sites[0]
	isListed := slices.ContainsFunc(claims, func(c claim) bool { return c.kind.isList() })
	// Only the start page names the place. Of a live site, it may name the page of one language.
	startAlone := !strong && !isListed && !slices.ContainsFunc(claims, func(c claim) bool { return !c.start || c.votes > 1 })
	if left := e.leftOut(site.Path, startAlone); left != "" {
		return Inference{Note: fmt.Sprintf("%s: %s %s, but links such as %s do not start with %s; fix them, or set site-url",
			not, names, site.Redacted(), left, site.Path)}
	}
	if e.Exists == nil && site.Path != e.Home.Path && !isListed {
		return Inference{Note: fmt.Sprintf("%s: on the start page, %s %s, but no sitemap confirms it; set site-url", not, names, site.Redacted())}
	}
	// Links to other schemes lead to the same host.
	named := []string{site.Redacted()}
	for i := 1; i < len(sites); i++ {
		if slices.ContainsFunc(sites[:i], func(other weburl.URL) bool { return other.Host == sites[i].Host }) {
			sites = slices.Delete(sites, i, i+1)
			i--
			continue
		}
		named = append(named, sites[i].Redacted())
	}
	note := inferred(strings.Join(named, " and "), names+" it")
	return Inference{Sites: sites, Strong: strong, Note: note}
}

// inferred is the note about places that are inferred.
func inferred(places, why string) string {
	return fmt.Sprintf("site-url is inferred: %s (%s), so links to it are internal; if that is wrong, set site-url", places, why)
}

// isList reports whether a kind of signal lists URLs of pages.
func (k SignalKind) isList() bool { return k == SitemapOf || k == Feed }

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
	// votes counts the signals that name it, and pages those that name any place, or another
	// host.
	votes, pages int
	// start is whether one of them is about the start page.
	start bool
	// isRootless is whether the claim names a host without a base path.
	isRootless bool
}

// host is the host of a key.
func host(key string) string { return key[:strings.IndexByte(key, '/')] }

// isClear reports whether four in five of the signals name one place. A few pages may be
// copies that still name the site that they come from.
func (c *claim) isClear() bool { return c.votes*5 >= c.pages*4 }

// isEnough reports whether the claim counts without others. A single page may name another
// site, unless it is the start page.
func (c *claim) isEnough() bool {
	return c.kind == CNAME || c.kind.isList() || c.start || c.votes > 1
}

// claimOf returns the claim of one kind. A page that names another page of the same host, as
// the second page of a list may, does not say where the site is. A page that names another
// host does.
func (e Evidence) claimOf(kind SignalKind) claim {
	c := claim{kind: kind}
	var signals []Signal
	var places [][]weburl.URL
	// borne are the places that are more than the URL of one signal: every listed URL could
	// be that of a start page.
	borne := map[weburl.URL]bool{}
	for _, w := range e.Signals {
		if w.Kind != kind {
			continue
		}
		var at []weburl.URL
		if kind.isList() {
			at = e.listed(w.URL)
		} else if site, ok := w.site(e.Exists); ok {
			at = []weburl.URL{site}
		}
		for _, site := range at {
			borne[site] = borne[site] || !kind.isList() || e.Exists == nil || site.Path != w.URL.Path || site.Path == "/"
		}
		signals, places = append(signals, w), append(places, at)
	}
	votes, named, hosts, strays := map[string]int{}, map[string][]weburl.URL{}, map[string]bool{}, map[string]int{}
	for i, w := range signals {
		name := strings.TrimPrefix(w.URL.Host, "www.")
		at := slices.DeleteFunc(places[i], func(site weburl.URL) bool { return !borne[site] })
		if len(at) == 0 {
			strays[name]++
			continue
		}
		for _, site := range at {
			key := name + site.Path
			votes[key]++
			if len(named[key]) < 4 && !slices.Contains(named[key], site) { // two hosts, two schemes
				named[key] = append(named[key], site)
			}
		}
		hosts[name] = true
		c.pages++
		c.start = c.start || w.File == indexFile
		c.isRootless = kind == CNAME && w.File == ""
	}
	for name, n := range strays {
		if !hosts[name] {
			c.pages += n
		}
	}
	for key, n := range votes {
		if c.key == "" || cmp.Or(cmp.Compare(c.votes, n), cmp.Compare(len(key), len(c.key)), cmp.Compare(key, c.key)) < 0 {
			c.key, c.sites, c.votes = key, named[key], n
		}
	}
	return c
}

// maxBaseDepth is the most folders of a base path.
const maxBaseDepth = 8

// listed returns the places where the site may be so that it has a page at a listed URL: for
// a live site below the base paths that its pages name, or else below the one where it is read.
func (e Evidence) listed(u weburl.URL) (sites []weburl.URL) {
	add := func(base string) {
		sites = append(sites, weburl.URL{Scheme: u.Scheme, Host: u.Host, Path: base})
	}
	if e.Exists == nil {
		var bases []string
		for _, w := range e.Signals {
			if site, ok := w.site(nil); ok && !w.Kind.isList() && !slices.Contains(bases, site.Path) {
				bases = append(bases, site.Path)
			}
		}
		if bases == nil {
			bases = []string{e.Home.Path}
		}
		for _, base := range bases {
			if strings.HasPrefix(u.Path, base) {
				add(base)
			}
		}
		return sites
	}
	for i, depth := 0, 0; i < len(u.Path) && depth < maxBaseDepth; i++ {
		if u.Path[i] == '/' {
			depth++
			if rest := u.Path[i:]; rest == "/" || e.Exists(rest) {
				add(u.Path[:i+1])
			}
		}
	}
	return sites
}

// indexFile is the file that servers send for a directory.
const indexFile = "index.html"

// site returns the place of the site where the page would have the URL of the signal. ok is
// false when the URL is that of another page. exists reports whether the site has something
// at a URL path below its root; it may be nil.
func (w Signal) site(exists func(path string) bool) (site weburl.URL, ok bool) {
	site = weburl.URL{Scheme: w.URL.Scheme, Host: w.URL.Host, Path: "/"}
	if w.Kind == CNAME || w.Kind.isList() {
		return site, w.Kind == CNAME
	}
	if w.File == indexFile {
		// A site in several languages may name the page of one language, such as /en/: that
		// is a page of the site, and not its base path.
		base := strings.TrimSuffix(w.URL.Path, indexFile)
		if !strings.HasSuffix(base, "/") {
			if base != w.URL.Path || strings.Contains(path.Base(base), ".") {
				return site, false
			}
			base += "/"
		}
		site.Path = base
		return site, base == "/" || exists == nil || !exists(base)
	}
	// Hosts serve pages with and without the extension, and directories with and without a
	// slash.
	forms := []string{w.File}
	if dir, ok := strings.CutSuffix(w.File, "/"+indexFile); ok {
		forms = append(forms, dir+"/", dir)
	} else if page, ok := strings.CutSuffix(w.File, ".html"); ok {
		forms = append(forms, page, page+"/")
	}
	for _, form := range forms {
		base, ok := strings.CutSuffix(weburl.Unescape(w.URL.Path), "/"+form)
		if !ok {
			continue
		}
		// The base path in its raw form has as many slashes.
		segments := strings.Count(base, "/") + 1
		for i := range len(w.URL.Path) {
			if w.URL.Path[i] == '/' {
				segments--
			}
			if segments == 0 {
				site.Path = w.URL.Path[:i+1]
				return site, weburl.Unescape(w.URL.Path[:i]) == base
			}
		}
	}
	return site, false
}

// rooted says how links from the root of the host reach a directory's site: with a base path,
// or without it. It counts different links, and pages that have some.
type rooted struct {
	with, pagesWith, without, pagesWithout int
	// least is the first of the links without it, by name.
	least string
}

// measure counts the links from the root for a base path.
func (e Evidence) measure(base string) (m rooted) {
	known := map[string]bool{}
	for _, refs := range e.Rooted {
		with, without := false, false
		for _, ref := range refs {
			rest, isBelow := strings.CutPrefix(ref, base)
			switch {
			case ref+"/" == base, isBelow && e.Exists("/"+rest):
				with = true
				if !known[ref] {
					m.with++
				}
			case ref != "/" && e.Exists(ref):
				without = true
				if !known[ref] {
					m.without++
				}
				if m.least == "" || ref < m.least {
					m.least = ref
				}
			}
			known[ref] = true
		}
		if with {
			m.pagesWith++
		}
		if without {
			m.pagesWithout++
		}
	}
	return m
}

// leftOut returns a link from the root of the host that reaches the site without the base
// path, when half of the pages have some and none has the base path: then they come from a
// template, and the site may be served at the root. Otherwise it is empty, as an author may
// have written a few wrong. When only the start page names the base path (start), one is enough.
func (e Evidence) leftOut(base string, start bool) string {
	if base == "/" || e.Exists == nil {
		return ""
	}
	if m := e.measure(base); m.with == 0 && (start || 2*m.pagesWithout >= len(e.Rooted)) {
		return m.least
	}
	return ""
}

// inferBase finds out below which base path the site is served, when nothing names its whole
// URL: by its error pages, whose base may name the host, or by links from the root of the
// host. It is the zero URL without evidence.
func (e Evidence) inferBase() (place weburl.URL, why string) {
	for _, page := range e.ErrorPages {
		at := page.Host
		if at.Path = page.prefix(e.Exists); at.Path == "" {
			continue
		}
		if place.Path != "" && at != place {
			return weburl.URL{}, ""
		}
		if place = at; why == "" {
			why = "the links of " + page.File + " have it"
		}
	}
	if place.Path != "" && e.leftOut(place.Path, false) == "" {
		return place, why
	}
	return weburl.URL{Path: e.commonBase()}, "links that start with / have it"
}

// maxBase is the most bytes of a base path that only files of the site tell.
const maxBase = 256

// prefix returns the path, with a slash at both ends, without which the paths of an error
// page's links lead to something on the site: that page is made for the place where the site
// is served, as sphinx-notfound-page and mdBook do. It is empty where links lead to something
// as they are, or one in five does not with any prefix, or there is only one and no base.
func (p *ErrorPage) prefix(exists func(path string) bool) string {
	var missing string
	for _, ref := range p.Refs {
		if exists(ref) {
			return ""
		}
		if strings.Count(ref, "/") > strings.Count(missing, "/") {
			missing = ref
		}
	}
	for i, depth := 1, 0; i < min(len(missing), maxBase) && depth < maxBaseDepth; i++ {
		if missing[i] != '/' {
			continue
		}
		depth++
		prefix, found, known := missing[:i+1], 0, map[string]bool{}
		for _, ref := range p.Refs {
			if rest, ok := strings.CutPrefix(ref, prefix); ok && (rest == "" || exists("/"+rest)) {
				found++
				known[rest] = true
			}
		}
		if (len(known) > 1 || p.HasBase) && found*5 >= len(p.Refs)*4 {
			return prefix
		}
	}
	return ""
}

// The least number of links that have to start with a base path that nothing else names, as a
// few may share a typo; and the most folders of such a path.
const (
	minBased       = 3
	maxBaseFolders = 3
)

// commonBase returns the base path with which links from the root lead to something that is
// not there without it: on half of the pages, both pages and files that pages load. It is empty
// when there is none, or when more than one link in five contradicts it.
func (e Evidence) commonBase() string {
	// Links to pages alone may all be wrong. A page without its styles is seen to be.
	type links struct{ pages, files int }
	based, known, all, best := map[string]links{}, map[string]bool{}, 0, ""
	for _, ref := range slices.Concat(e.Rooted...) {
		base := e.baseIn(ref)
		if base == "" || known[ref] {
			continue
		}
		known[ref] = true
		all++
		found := based[base]
		if name := path.Base(ref); !strings.Contains(name, ".") || strings.HasSuffix(name, hosting.PageExtension) {
			found.pages++
		} else {
			found.files++
		}
		based[base] = found
	}
	for base, found := range based {
		other := based[best]
		if best == "" || cmp.Or(cmp.Compare(found.pages+found.files, other.pages+other.files), cmp.Compare(best, base)) > 0 {
			best = base
		}
	}
	m, found := e.measure(best), based[best]
	others := m.without + all - found.pages - found.files
	if m.with < minBased || found.pages == 0 || found.files == 0 && !e.RelativeHeads || 2*m.pagesWith < len(e.Rooted) || others*4 > m.with || !isPlainBase(best) {
		return ""
	}
	return best
}

// isPlainBase reports whether a base path needs no encoding, as those of generators do.
func isPlainBase(base string) bool {
	return len(base) <= maxBase && path.Clean(base)+"/" == base && !strings.ContainsFunc(base, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("/-._~", r)
	})
}

// baseIn returns the shortest base path with which a reference leads to something; empty
// when it does so as it is, or with none.
func (e Evidence) baseIn(ref string) string {
	if e.Exists(ref) {
		return ""
	}
	at := 0
	for range maxBaseFolders {
		i := strings.IndexByte(ref[at+1:], '/')
		if i < 0 {
			return ""
		}
		at += i + 1
		if rest := ref[at:]; rest != "/" && e.Exists(rest) {
			return ref[:at+1]
		}
	}
	return ""
}

// namesOf returns the names of the kinds of the claims, with their verb.
func namesOf(claims []claim) string {
	var names []string
	for _, c := range claims {
		names = append(names, signalNames[c.kind])
	}
	last := len(names) - 1
	switch {
	case last > 0:
		return strings.Join(names[:last], ", ") + " and " + names[last] + " name"
	case claims[0].kind == Canonical:
		return names[0] + " name"
	}
	return names[0] + " names"
}

// contradiction returns what each claim names.
func contradiction(claims []claim) string {
	var parts []string
	for i, c := range claims {
		text := namesOf(claims[i:i+1]) + " " + c.sites[0].Redacted()
		if !c.isClear() {
			text += fmt.Sprintf(" on only %d of %d pages", c.votes, c.pages)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

package origin

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// ErrorPage is an error page with a <base> of its own. A host sends that page for every
// path, so its base is where its generator was told that the site is served.
type ErrorPage struct {
	// File is the slash path of the page below the site's root.
	File string
	// Base is the base of its links. It has no host where the page names none.
	Base weburl.URL
	// Refs are the paths of its relative links, resolved against the base.
	Refs []string
}

// inferBase finds out below which base path the site is served, when nothing names its
// whole URL. The result names a host only if an error page does. It is empty without
// evidence.
func inferBase(e Evidence) Inference {
	var site weburl.URL
	var file string
	for _, page := range e.ErrorPages {
		base, ok := e.baseOf(page)
		switch {
		case !ok:
		case file == "":
			site, file = base, page.File
		case base != site:
			return Inference{}
		}
	}
	if heads, with := e.without(site.Path, e.Rooted); file != "" && (with || len(heads) == 0) {
		return inferredBase(site, fmt.Sprintf("the <base> of %s names it", file))
	}
	if base := e.commonBase(); base != "" {
		return inferredBase(weburl.URL{Path: base}, "links that start with / have it")
	}
	return Inference{}
}

// inferredBase returns the inference of a place, or of a base path alone.
func inferredBase(site weburl.URL, why string) Inference {
	if site.Host != "" {
		return Inference{Sites: []weburl.URL{site}, Note: fmt.Sprintf("site-url is inferred: %s (%s), so links to it are internal; if that is wrong, set site-url", name(site), why)}
	}
	return Inference{Base: site.Path, Note: fmt.Sprintf("the base path is inferred: %s (%s); if that is wrong, set site-url", site.Path, why)}
}

// baseOf returns the place of the site by the base of an error page. ok is false unless
// most links of the page lead to files with that base path, and none without it.
func (e Evidence) baseOf(page ErrorPage) (site weburl.URL, ok bool) {
	site = page.Base
	if i := strings.LastIndexByte(page.File, '/'); i >= 0 {
		site.Path = strings.TrimSuffix(site.Path, page.File[:i+1])
	}
	if !strings.HasSuffix(site.Path, "/") {
		site.Path = page.Base.Path
	}
	if len(site.Path) > maxBase {
		return site, false
	}
	if site.Path == "/" {
		return site, site.Host != "" && slices.ContainsFunc(page.Refs, e.Exists)
	}
	found := 0
	for _, ref := range page.Refs {
		if e.Exists(ref) {
			return site, false
		}
		if rest, ok := strings.CutPrefix(ref, site.Path); ok && e.Exists("/"+rest) {
			found++
		}
	}
	return site, found > 0 && found*5 >= len(page.Refs)*4
}

// minBased is how many references have to start with a base path that nothing else
// names: a few may share a typo.
const minBased = 3

// maxBaseFolders is the most folders of a base path that only references tell.
const maxBaseFolders = 3

// commonBase returns the base path with which references from the root lead to files
// that are not there without it: files that pages load in their heads, and pages. It is
// empty when there is none, or when more than one reference in five contradicts it. Links
// in a text alone are no evidence: an author may have written them all wrong.
func (e Evidence) commonBase() string {
	base := ""
	for _, ref := range e.Rooted {
		switch below := e.baseIn(ref); {
		case below == "", below == base, isPagePath(ref):
		case base == "":
			base = below
		default:
			return ""
		}
	}
	if e.Linked == nil || base == "" && !e.RelativeHeads {
		return ""
	}
	known := map[string]bool{}
	with, others, pages := 0, 0, 0
	for _, ref := range slices.Concat(e.Linked()...) {
		if known[ref] {
			continue
		}
		known[ref] = true
		below := e.baseIn(ref)
		switch {
		case base == "":
			base = below
		case below == "" && strings.TrimSuffix(ref, "/")+"/" == base:
			below = base
		}
		switch {
		case below != "" && below == base:
			with++
			if isPagePath(ref) {
				pages++
			}
		case below != "", ref != "/" && e.Exists(ref):
			others++
		}
	}
	if with < minBased || pages == 0 || others*4 > with || !isPlainBase(base) {
		return ""
	}
	return base
}

// isPlainBase reports whether a base path needs no encoding, as those of generators do.
func isPlainBase(base string) bool {
	return len(base) <= maxBase && path.Clean(base)+"/" == base && !strings.ContainsFunc(base, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("/-._~", r)
	})
}

// maxBase is the most bytes of a base path that only files of the site tell.
const maxBase = 256

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

// isPagePath reports whether a path looks like that of a page, and not of a file that
// pages load.
func isPagePath(ref string) bool {
	name := path.Base(ref)
	return !strings.Contains(name, ".") || strings.HasSuffix(name, ".html")
}

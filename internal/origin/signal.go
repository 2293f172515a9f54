// Package origin finds out where a site is, or will be, served, from what the
// site itself says of that. It opens no file and asks nobody: what there is to go
// by is gathered by its caller.
package origin

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Kind is what tells where a site is served. The first that there is names the
// site's main place.
type Kind int

// The kinds, in the order in which they count.
const (
	CNAME     Kind = iota // the file by which GitHub Pages knows the site's domain
	Canonical             // the canonical links of pages
	Sitemap               // sitemap.xml, and the lines about sitemaps in robots.txt
	OpenGraph             // the og:url of pages
	kinds
)

// Witness is one thing that says where something of the site is.
type Witness struct {
	Kind Kind
	// File is the slash path, below the site's root, of the page that it is about;
	// an index.html is the start page. Sitemaps are about none. A CNAME is about the
	// root, when it stands there, or about none: then it tells the host alone.
	File string
	// URL is where it says that the page is; for a CNAME, where the site is.
	URL weburl.URL
}

// indexFile is what servers answer with for a directory.
const indexFile = "index.html"

// isStart tells whether a witness is about the start page.
func (w Witness) isStart() bool { return w.File == indexFile }

// site returns the place of the site at which the page would have the URL that
// the witness names; ok is false when there is none, as the URL is that of some
// other page. exists tells whether the site has something at a URL path below its
// root, and may be nil where that is not known.
func (w Witness) site(exists func(path string) bool) (site weburl.URL, ok bool) {
	site = weburl.URL{Scheme: w.URL.Scheme, Host: w.URL.Host, Path: "/"}
	if w.Kind == CNAME {
		return site, true
	}
	served := weburl.Unescape(w.URL.Path)
	if w.isStart() {
		return site, w.startBase(&site, exists)
	}
	for _, form := range forms(w.File) {
		if base, ok := strings.CutSuffix(served, "/"+form); ok {
			site.Path, ok = rawBase(w.URL.Path, base)
			return site, ok
		}
	}
	return site, false
}

// startBase is site for the start page, of which the URL ends with nothing that
// would tell it from others: a site that greets its readers in one of several
// languages names the page of that, which it has.
func (w Witness) startBase(site *weburl.URL, exists func(path string) bool) bool {
	base := strings.TrimSuffix(w.URL.Path, indexFile)
	if !strings.HasSuffix(base, "/") {
		if base != w.URL.Path || strings.Contains(path.Base(base), ".") {
			return false
		}
		base += "/"
	}
	site.Path = base
	return base == "/" || exists == nil || !exists(base)
}

// rawBase is the base path of a URL's path, as the URL has it, that is decoded to
// base and a slash.
func rawBase(raw, base string) (string, bool) {
	segments := strings.Count(base, "/") + 1
	for i := range len(raw) {
		if raw[i] != '/' {
			continue
		}
		if segments--; segments == 0 {
			return raw[:i+1], weburl.Unescape(raw[:i]) == base
		}
	}
	return "", false
}

// forms are the ends that the URL of a file may have: hosts serve pages with the
// end of their names and without, and directories with a slash and without.
func forms(file string) []string {
	if dir, ok := strings.CutSuffix(file, "/"+indexFile); ok {
		return []string{file, dir + "/", dir}
	}
	if page, ok := strings.CutSuffix(file, ".html"); ok {
		return []string{file, page, page + "/"}
	}
	return []string{file}
}

// Package origin infers where a site is, or will be, served, from what its own files
// say. It does no I/O: the caller collects the evidence.
package origin

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Kind is a kind of signal. The first kind with a signal names the main place of the
// site.
type Kind int

// The kinds, the strongest first.
const (
	CNAME     Kind = iota // the file by which GitHub Pages knows the site's domain
	Canonical             // the canonical links of pages
	Sitemap               // sitemap.xml, and the lines about sitemaps in robots.txt
	OpenGraph             // the og:url of pages
	kinds
)

// Signal is one statement of a file about where the site, or a page of it, is served.
type Signal struct {
	Kind Kind
	// File is the slash path, below the site's root, of the page that the signal is
	// about; index.html is the start page. It is empty for sitemaps, and for a CNAME
	// that is not in the root and so names the host alone.
	File string
	// URL is the URL of the page; for a CNAME, of the site.
	URL weburl.URL
}

// indexFile is the file that servers send for a directory.
const indexFile = "index.html"

// isStart reports whether a signal is about the start page.
func (w Signal) isStart() bool { return w.File == indexFile }

// site returns the place of the site where the page would have the URL of the signal.
// ok is false when the URL is that of another page. exists reports whether the site has
// something at a URL path below its root; it may be nil.
func (w Signal) site(exists func(path string) bool) (site weburl.URL, ok bool) {
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

// startBase is site for the start page, whose URL does not end with a file name. A site
// in several languages may name the page of one language, such as /en/: that is a page
// of the site, and not its base path.
func (w Signal) startBase(site *weburl.URL, exists func(path string) bool) bool {
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

// rawBase returns the part of a URL's path, in its raw form, that decodes to base and a
// slash.
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

// forms returns how the URL of a file may end: hosts serve pages with and without the
// extension, and directories with and without a slash.
func forms(file string) []string {
	if dir, ok := strings.CutSuffix(file, "/"+indexFile); ok {
		return []string{file, dir + "/", dir}
	}
	if page, ok := strings.CutSuffix(file, ".html"); ok {
		return []string{file, page, page + "/"}
	}
	return []string{file}
}

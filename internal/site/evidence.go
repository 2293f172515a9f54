package site

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds of what is read to find out where a directory's site is served: it must cost
// next to nothing beside reading the site.
const (
	sampledPages = 20
	maxHead      = 64 << 10 // bytes of a file
	maxListed    = 64
)

// Evidence is what the directory says of where its site is served: its CNAME, what its sitemap
// and its feeds list, and what its start page and some pages from all over it say of themselves.
func (d *Dir) Evidence() Evidence {
	e := Evidence{Exists: d.serves, RelativeHeads: d.IsDir("_app/immutable")}
	files := d.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = files.Close() }()
	buf := make([]byte, maxHead)
	each := func(add func(text []byte), names ...string) {
		for _, name := range names {
			if file, ok := d.numberOf(name); ok {
				add(files.ReadHead(file, buf))
			}
		}
	}
	each(e.addCNAME, "CNAME")
	each(func(text []byte) {
		for raw := range scan.RobotsSitemaps(text) {
			e.add(SitemapOf, "", raw)
		}
	}, "robots.txt")
	each(e.AddSitemap, "sitemap.xml", "sitemap_index.xml", "sitemap-index.xml")
	// Generators put the feed of a site in different places.
	each(e.addFeed, "index.xml", "feed.xml", "rss.xml", "atom.xml", "feed/index.xml", "feeds/all.atom.xml",
		"blog/index.xml", "blog/rss.xml", "blog/atom.xml")
	for i, name := range d.files {
		if strings.HasSuffix(name, "404.html") && pagekind.IsErrorPage(name) {
			page := scanHead(scan.KindOfName(name), files.ReadHead(int32(i), buf))
			e.ErrorPages = append(e.ErrorPages, newErrorPage(page, name))
		}
	}
	for _, file := range d.sample() {
		e.addPage(d.files[file], scan.KindOfName(d.files[file]), files.ReadHead(file, buf))
	}
	return e
}

// serves reports whether something is at a URL path that some host answers it for.
func (d *Dir) serves(urlPath string) bool {
	name, slash := hosting.FileName(weburl.Unescape(urlPath))
	return d.IsFile(path.Join(name, hosting.IndexFile)) || name != "" && (d.IsFile(name+hosting.PageExtension) || !slash && d.IsFile(name))
}

// sample are the start page and pages from all over the directory. An error page does not
// know where it is.
func (d *Dir) sample() []int32 {
	var files []int32
	if start, ok := d.numberOf(hosting.IndexFile); ok {
		files = append(files, start)
	}
	for part := range sampledPages {
		from, to := d.Len()*part/sampledPages, d.Len()*(part+1)/sampledPages
		first := slices.IndexFunc(d.files[from:to], func(name string) bool { return scan.KindOfName(name).IsPage() && !pagekind.IsErrorPage(name) })
		if first >= 0 {
			files = append(files, int32(from+first))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// scanHead reads a document, or its beginning: one that is cut off is no fault here.
func scanHead(kind link.Kind, src []byte) *scan.Page {
	var page scan.Page
	text, _ := charset.Decode(bytes.Clone(src), "")
	_ = scan.Read(kind, text, scan.Options{}, &page)
	return &page
}

// add records a signal, unless what it says is no URL.
func (e *Evidence) add(kind SignalKind, file, raw string) {
	// What was read gives way to the next file.
	if u, err := weburl.Parse(strings.Clone(raw)); err == nil {
		e.Signals = append(e.Signals, Signal{Kind: kind, File: file, URL: u.Document()})
	}
}

// AddSitemap adds some of what a sitemap of the site lists.
func (e *Evidence) AddSitemap(text []byte) {
	// It was not read to its end, which is a fault of its own when it is whole.
	pages, sitemaps, _ := scan.Sitemap(text[:min(len(text), maxHead)])
	listed := slices.Concat(pages, sitemaps)
	for _, loc := range listed[:min(len(listed), maxListed)] {
		e.add(SitemapOf, "", loc.URL)
	}
}

// addFeed adds where a feed says that its site is, and the items there. The first link of
// a feed is that of the site or of the feed itself; items of some blogs lead to other sites.
func (e *Evidence) addFeed(text []byte) {
	links, host := scanHead(link.XMLKind, text).Links, ""
	for _, l := range links[:min(len(links), maxListed)] {
		u, err := weburl.Parse(strings.TrimSpace(l.Raw))
		if err != nil || l.Element != "link" || u.Host == "" {
			continue
		}
		if host = cmp.Or(host, u.Host); u.Host == host {
			e.add(Feed, "", strings.TrimSpace(l.Raw))
		}
	}
}

// addPage adds what the head of a page says of the page, and its links from the root of the
// host. A page with a meta refresh names the page that it leads to.
func (e *Evidence) addPage(name string, kind link.Kind, src []byte) {
	page := scanHead(kind, src)
	if page.Refresh != "" {
		return
	}
	body := bytes.Index(src, []byte("<body"))
	var rooted []string
	for i := range page.Links {
		l := &page.Links[i]
		raw := strings.TrimSpace(l.Raw)
		switch {
		case body >= 0 && l.Identity != link.NoIdentity && l.Offset > body:
		case l.Identity == link.Canonical:
			e.add(Canonical, name, raw)
		case l.Identity == link.OpenGraph:
			e.add(OpenGraph, name, raw)
		case l.Identity == link.NoIdentity && strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "//"):
			end := strings.IndexAny(raw+"?", "?#")
			rooted = append(rooted, raw[:end])
		}
	}
	e.Rooted = append(e.Rooted, rooted)
}

// newErrorPage returns what the links of an error page say, of which name is the slash path.
func newErrorPage(page *scan.Page, name string) ErrorPage {
	unknown := UnknownScope("/")
	base, e := unknown.Page(name), ErrorPage{File: name}
	if page.HasBase {
		if u, err := base.Resolve(page.Base); err == nil && u.IsHTTP() {
			base = u
		}
	}
	for i := range page.Links {
		l := &page.Links[i]
		raw := strings.TrimSpace(l.Raw)
		if l.Identity != link.NoIdentity || l.Base != nil || strings.HasPrefix(raw, "#") || !page.HasBase && !strings.HasPrefix(raw, "/") {
			continue
		}
		if u, err := base.Resolve(raw); err == nil && sameOrigin(&u, &base) {
			e.Refs = append(e.Refs, u.Path)
		}
	}
	return e
}

// PrefixOf returns the base path, with a slash at both ends, of the place for which an error
// page of the directory is made; empty for most. name is the slash path of its file.
func (d *Dir) PrefixOf(page *scan.Page, name string) string {
	return strings.Clone(newErrorPage(page, name).prefix(Evidence{Exists: d.serves}))
}

// addCNAME reads the file in which GitHub Pages looks for the domain of a site
// (https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site).
func (e *Evidence) addCNAME(text []byte) {
	// As in a zone, a dot may end the name, which no link has. RFC 1035 has the longest.
	host := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(string(text))), ".")
	if len(host) <= 253 && strings.Contains(host, ".") && !strings.ContainsAny(host, "/:@?#\\ \t\r\n") {
		e.add(CNAME, "", "https://"+host+"/")
	}
}

// StartEvidence is what the start page of the live site at home, which answered with first,
// says of where the site is served.
func StartEvidence(home weburl.URL, first *fetch.Response) Evidence {
	e := Evidence{Home: directory(home)}
	if served := first.URL.Document(); first.HTML && inside(&e.Home, &served) {
		name := weburl.Unescape(served.Path[len(e.Home.Path):])
		if name == "" || strings.HasSuffix(name, "/") {
			name += hosting.IndexFile
		}
		e.addPage(name, link.HTMLKind, first.Body[:min(len(first.Body), maxHead)])
	}
	return e
}

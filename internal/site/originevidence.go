package site

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/origin"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds of what is read to find out where a directory's site is served: it
// must cost next to nothing beside reading the site.
const (
	sampledPages  = 20
	maxPageHead   = 64 << 10
	maxListHead   = 16 << 10
	maxListed     = 64
	maxRootedRefs = 256
	maxHost       = 253 // the longest name of a host, by RFC 1035
)

// evidenceBuilder collects what a site says of where it is served.
type evidenceBuilder struct {
	origin.Evidence
	page scan.Page
}

// Evidence is what the directory says of where its site is served: its CNAME or
// that of its repository, what its sitemap lists, and what its start page
// and some pages from all over it say of themselves.
func (d *Dir) Evidence() origin.Evidence {
	p := evidenceBuilder{Evidence: origin.Evidence{Exists: d.serves, Linked: d.linked, RelativeHeads: d.IsDir("_app/immutable")}}
	files := d.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = files.Close() }()
	buf := make([]byte, maxPageHead)
	read := func(name string, limit int) []byte {
		if file, ok := d.number(name); ok {
			return files.ReadHead(file, buf[:limit])
		}
		return nil
	}
	p.addCNAME(d.deployment())
	for raw := range scan.RobotsSitemaps(read("robots.txt", maxListHead)) {
		p.add(origin.Sitemap, "", raw)
	}
	for _, name := range []string{"sitemap.xml", "sitemap_index.xml", "sitemap-index.xml"} {
		p.addSitemap(read(name, maxListHead))
	}
	for _, file := range d.errorPages() {
		p.addErrorPage(d.files.at(file), scan.KindOfName(d.files.at(file)), files.ReadHead(file, buf))
	}
	for _, file := range d.sample() {
		p.addPage(d.files.at(file), scan.KindOfName(d.files.at(file)), files.ReadHead(file, buf))
	}
	return p.Evidence
}

// serves reports whether something is at a URL path that some host answers it
// for.
func (d *Dir) serves(urlPath string) bool {
	name, slash := hosting.FileName(weburl.Unescape(urlPath))
	if i, ok := d.dirs[name]; ok && i == noIndex {
		if _, ok := d.otherIndex(name); ok {
			return true
		}
	}
	return d.IsFile(path.Join(name, hosting.IndexFile)) || name != "" && (d.IsFile(name+hosting.PageExtension) || !slash && d.IsFile(name))
}

// sample are the start page and pages from all over the directory.
func (d *Dir) sample() []int32 {
	var files []int32
	if start, ok := d.number(hosting.IndexFile); ok {
		files = append(files, start)
	}
	for part := range sampledPages {
		for i := d.Len() * part / sampledPages; i < d.Len()*(part+1)/sampledPages; i++ {
			if isSampled(d.files.at(int32(i))) {
				files = append(files, int32(i))
				break
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// isSampled reports whether a file is a page that knows where it is: the one that
// stands for all that does not exist does not.
func isSampled(name string) bool {
	return scan.KindOfName(name).IsPage() && !pagekind.IsErrorPage(name)
}

// add records a signal, unless what it says is no URL.
func (p *evidenceBuilder) add(kind origin.Kind, file, raw string) {
	// What was read gives way to the next file.
	if u, err := weburl.Parse(strings.Clone(raw)); err == nil {
		p.Signals = append(p.Signals, origin.Signal{Kind: kind, File: file, URL: u.Document()})
	}
}

// addSitemap records some of what a sitemap lists.
func (p *evidenceBuilder) addSitemap(text []byte) {
	if len(text) == 0 {
		return
	}
	// It was not read to its end, which is a fault of its own when it is whole.
	pages, sitemaps, _ := scan.Sitemap(text)
	listed := slices.Concat(pages, sitemaps)
	for _, loc := range listed[:min(len(listed), maxListed)] {
		p.add(origin.Sitemap, "", loc.URL)
	}
}

// addPage records what a page says of itself, and the references of its head from
// the root of the host. A page with a meta refresh names the page that it leads to.
func (p *evidenceBuilder) addPage(name string, kind link.Kind, src []byte) {
	p.read(kind, src)
	if p.page.Refresh != "" {
		return
	}
	for i := range p.page.Links {
		l := &p.page.Links[i]
		switch l.Identity {
		case link.Canonical:
			p.add(origin.Canonical, name, strings.TrimSpace(l.Raw))
		case link.OpenGraph:
			p.add(origin.OpenGraph, name, strings.TrimSpace(l.Raw))
		default:
			p.Rooted = addRooted(p.Rooted, l)
		}
	}
}

// addRooted adds the path of a link to others, if it is one from the root of the
// host and there are not too many.
func addRooted(rooted []string, l *link.Link) []string {
	ref := strings.TrimSpace(l.Raw)
	if !strings.HasPrefix(ref, "/") || strings.HasPrefix(ref, "//") || len(rooted) >= maxRootedRefs {
		return rooted
	}
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	return append(rooted, strings.Clone(ref))
}

// linked are the links from the root of the host that the start page and some
// pages from all over the directory have, page by page.
func (d *Dir) linked() [][]string {
	files := d.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = files.Close() }()
	buf := make([]byte, maxPageHead)
	var page scan.Page
	var all [][]string
	for _, file := range d.sample() {
		text, _ := charset.Decode(files.ReadHead(file, buf), "")
		// A page that is cut off is no fault here.
		_ = scan.Read(scan.KindOfName(d.files.at(file)), text, scan.Options{}, &page)
		if page.Refresh != "" {
			continue
		}
		var rooted []string
		for i := range page.Links {
			if page.Links[i].Identity == link.NoIdentity {
				rooted = addRooted(rooted, &page.Links[i])
			}
		}
		all = append(all, rooted)
	}
	return all
}

// read scans the head of a page.
func (p *evidenceBuilder) read(kind link.Kind, src []byte) {
	if i := bytes.Index(src, []byte("<body")); i >= 0 {
		src = src[:i]
	}
	text, _ := charset.Decode(src, "")
	// A page that is cut off is no fault here.
	_ = scan.Read(kind, text, scan.Options{}, &p.page)
}

// addCNAME reads the file in which GitHub Pages looks for the domain of a site:
// that of the directory, or else of its repository, where nothing tells
// what part of the site the directory is
// (https://docs.github.com/pages/configuring-a-custom-domain-for-your-github-pages-site).
func (p *evidenceBuilder) addCNAME(files hosting.Deployment) {
	const name = "CNAME"
	source, file := files.Deployed(name), name
	if source == nil {
		sources := files.InRepository(name)
		if len(sources) == 0 {
			return
		}
		source, file = sources[0], ""
	}
	// As in a zone, a dot may end the name, which no link has.
	host := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(string(source.Data))), ".")
	if len(host) > maxHost || !strings.Contains(host, ".") || strings.ContainsAny(host, "/:@?#\\ \t\r\n") {
		return
	}
	p.add(origin.CNAME, file, "https://"+host+"/")
}

// StartEvidence is what the start page of the live site at home, which answered
// with first, says of where the site is served.
func StartEvidence(home weburl.URL, first *fetch.Response) origin.Evidence {
	home = directory(home)
	p := evidenceBuilder{Evidence: origin.Evidence{Home: home}}
	served := first.URL.Document()
	if !first.HTML || !inside(&home, &served) {
		return p.Evidence
	}
	name := weburl.Unescape(served.Path[len(home.Path):])
	if name == "" || strings.HasSuffix(name, "/") {
		name += hosting.IndexFile
	}
	kind := link.HTMLKind
	if scan.KindOfMedia(first.ContentType) == link.XHTMLKind {
		kind = link.XHTMLKind
	}
	p.addPage(name, kind, first.Body[:min(len(first.Body), maxPageHead)])
	return p.Evidence
}

// AddListed adds to the evidence of a site some of what its sitemap lists.
func AddListed(e *origin.Evidence, sitemap []byte) {
	p := evidenceBuilder{Evidence: *e}
	p.addSitemap(sitemap[:min(len(sitemap), maxListHead)])
	*e = p.Evidence
}

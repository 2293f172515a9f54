package compare

import (
	"context"
	"path"
	"slices"
	"strings"

	checkpage "github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// readDirectory lists the pages and documents of a build directory, as its host serves them. Style
// sheets, scripts, pictures and fonts are left out: their names change with each build, and no
// reader bookmarks them.
func (c *Options) readDirectory(ctx context.Context, v *inventory) {
	dir, err := site.OpenDir(ctx, c.Source)
	if err != nil {
		v.problem("could not read the old site: %v", err)
		return
	}
	dir.Host(c.Hosting)
	v.isBelow, v.dir = true, dir
	linksHaveNames := linksHaveNames(dir)
	for file := range int32(dir.Len()) {
		if ctx.Err() != nil {
			return
		}
		if !isContent(dir.Path(file)) {
			continue
		}
		for _, url := range urlsOf(dir, file, linksHaveNames) {
			if !v.add(oldURL{raw: url, file: file}) {
				return
			}
		}
	}
	for _, problem := range dir.Unlisted() {
		v.problem("the old site: %s", problem)
	}
}

// documents are the extensions of files besides pages that readers may have bookmarked.
var documents = strings.Fields(`.pdf .epub .zip .tgz .7z .tar .jar .exe .msi .dmg .deb .rpm .apk .iso
	.doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .csv .md .rss .atom`)

// isContent reports whether readers may have bookmarked a file.
func isContent(name string) bool {
	base := strings.ToLower(path.Base(name))
	if scan.KindOfName(name).IsPage() {
		return !site.IsErrorPage("/"+name) && !site.IsServicePage(path.Base(name))
	}
	switch ext := path.Ext(base); ext {
	case ".gz", ".bz2", ".xz":
		// A packed "page.html.gz" or "search.json.gz" is another form of that file.
		return strings.HasSuffix(base, ".tar"+ext)
	case ".xml":
		// A feed, to which readers have subscribed.
		return slices.Contains([]string{"feed.xml", "rss.xml", "atom.xml", "index.xml"}, base)
	default:
		return slices.Contains(documents, ext) && !strings.HasPrefix(base, "sitemap")
	}
}

// maxSampled is how many pages of a directory are read to find out the form of its links.
const maxSampled = 20

// linksHaveNames says how most links on some pages of a directory name a page: above zero for
// "api.html", and below for "api". Hosts serve the file at one of them or at both, and readers know
// what links have.
func linksHaveNames(dir *site.Dir) (names int) {
	reader := dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = reader.Close() }()
	var doc checkpage.Document
	for part := range maxSampled { // from all over the directory
		file, end := int32(dir.Len()*part/maxSampled), int32(dir.Len()*(part+1)/maxSampled)
		for file < end && !scan.KindOfName(dir.Path(file)).IsPage() {
			file++
		}
		if file == end {
			continue
		}
		src, err := reader.Read(file)
		if err != nil {
			continue // then the others tell
		}
		// What is before a fault counts.
		_ = doc.Read(scan.KindOfName(dir.Path(file)), src, "", scan.Options{})
		for i := range doc.Page.Links {
			l := &doc.Page.Links[i]
			to, _, _ := strings.Cut(l.Raw, "#")
			to, _, _ = strings.Cut(to, "?")
			switch name := to[strings.LastIndexByte(to, '/')+1:]; {
			case l.Element != "a" || name == "" || name == hosting.IndexFile || strings.Contains(to, ":"):
			case path.Ext(name) == hosting.PageExtension:
				names++
			case !strings.Contains(name, "."):
				names--
			}
		}
	}
	return names
}

// urlsOf returns the paths at which readers know a file: at that of the links of the site where the
// host serves it, and else at that of the host. A host that redirects from the one to the other has
// published both.
func urlsOf(dir *site.Dir, file int32, linksHaveNames int) (urls []string) {
	name, url := dir.Path(file), "/"+dir.URLPath(file)
	serves := func(url string) bool {
		entry := dir.Find(url, "")
		return entry.Kind == site.Found && entry.File == file
	}
	other := url
	if bare, ok := strings.CutSuffix(name, hosting.PageExtension); ok && path.Base(name) != hosting.IndexFile && linksHaveNames != 0 {
		if other = "/" + hosting.EscapePath(bare); linksHaveNames > 0 {
			other = "/" + hosting.EscapePath(name)
		}
	}
	if other != url && serves(other) {
		return []string{other}
	}
	if !serves(url) {
		return nil // the host does not serve it, or only at another path
	}
	if entry := dir.Find(other, ""); other != url && entry.Kind == site.Moved && entry.Path == url {
		return []string{url, other}
	}
	return []string{url}
}

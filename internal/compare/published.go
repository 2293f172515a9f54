package compare

import (
	"path"
	"strings"

	checkpage "github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// form is how the pages of a site name a page in links: hosts serve "api.html" at "/api.html",
// at "/api", or at both, and readers know what links have.
type form uint8

const (
	// hostForm is the favorite of the host.
	hostForm form = iota
	// fileForm is the name of the file, and shortForm that without its extension.
	fileForm
	shortForm
)

// maxSampled is how many pages of a directory are read to find out the form of its links.
const maxSampled = 20

// formOf returns the form that most links on some pages of a directory have.
func formOf(dir *site.Dir) form {
	reader := dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = reader.Close() }()
	var doc checkpage.Document
	names, short := 0, 0
	for _, file := range sampled(dir) {
		src, err := reader.Read(file)
		if err != nil {
			continue // then the others tell
		}
		// What is before a fault counts.
		_ = doc.Read(scan.KindOfName(dir.Path(file)), src, "", scan.Options{})
		served, err := anyHost.Resolve("/" + dir.URLPath(file))
		if err != nil {
			continue
		}
		base := checkpage.NewBase(served, doc.Encoding, &doc.Page)
		for i := range doc.Page.Links {
			l := &doc.Page.Links[i]
			u, err := base.URL.Resolve(l.Raw)
			if l.Element != "a" || err != nil || u.Host != anyHost.Host {
				continue
			}
			switch formIn(dir, strings.TrimPrefix(weburl.Unescape(u.Path), "/")) {
			case fileForm:
				names++
			case shortForm:
				short++
			}
		}
	}
	switch {
	case names > short:
		return fileForm
	case short > names:
		return shortForm
	}
	return hostForm
}

// sampled are some pages from all over a directory.
func sampled(dir *site.Dir) (files []int32) {
	for part := range maxSampled {
		for i := dir.Len() * part / maxSampled; i < dir.Len()*(part+1)/maxSampled; i++ {
			if scan.KindOfName(dir.Path(int32(i))).IsPage() {
				files = append(files, int32(i))
				break
			}
		}
	}
	return files
}

// formIn returns the form in which a path names a page; hostForm when it may be any. The path
// may begin with the name of a base path.
func formIn(dir *site.Dir, name string) form {
	_, below, _ := strings.Cut(name, "/")
	for _, name := range []string{name, below} {
		switch {
		case name == "" || strings.HasSuffix(name, "/") || path.Base(name) == hosting.IndexFile:
		case path.Ext(name) == hosting.PageExtension && dir.IsFile(name):
			return fileForm
		case dir.IsFile(name + hosting.PageExtension):
			return shortForm
		}
	}
	return hostForm
}

// urlsOf returns the paths at which readers know a file: at that of the links of the site where
// the host serves it, and else at that of the host. A host that redirects from the one to the
// other has published both.
func urlsOf(dir *site.Dir, file int32, form form) []string {
	name, url := dir.Path(file), "/"+dir.URLPath(file)
	if bare, ok := strings.CutSuffix(name, hosting.PageExtension); ok && path.Base(name) != hosting.IndexFile {
		other := url
		switch form {
		case fileForm:
			other = "/" + hosting.EscapePath(name)
		case shortForm:
			other = "/" + hosting.EscapePath(bare)
		}
		switch entry := dir.Find(other, ""); {
		case other == url:
		case entry.Kind == site.Found && entry.File == file:
			return []string{other}
		case entry.Kind == site.Moved && entry.Path == url && serves(dir, url, file):
			return []string{url, other}
		}
	}
	if !serves(dir, url, file) {
		return nil // the host does not serve it, or only at another path
	}
	return []string{url}
}

// serves reports whether the host answers with a file at a path.
func serves(dir *site.Dir, url string, file int32) bool {
	entry := dir.Find(url, "")
	return entry.Kind == site.Found && entry.File == file
}

package hosting

import (
	"cmp"
	"net/http"
	"path"
	"strings"
)

// static is how a host serves files. The zero value sends files by their exact names.
type static struct {
	files    Files
	dropHTML []string // the endings that the path of a page may leave out
	// page and index say what the host does about a slash behind the path of a page that leaves its ending out, and behind that
	// of a directory with an index.
	page, index slash
	first       order // first says which of the two answers where both are there
	short       bool  // whether the host prefers the path of a page without its ending
	// canonical is whether a page that is asked for by its file name is redirected to its path without ".html" and
	// "index.html".
	canonical  bool
	redirect   int                            // the status of the host's own redirects; 301 if zero
	indexes    []string                       // the names of index files; only index.html if empty
	exactSlash bool                           // whether a slash behind the name of a file is ignored
	hidden     func(name string) (why string) // hidden says why a file is not published; empty for most. It may be nil.
	strict     bool                           // whether a path with empty elements is that of no file, nor one that ends in "/index" of any other
}

// slash is what a host does about the slash at the end of a path.
type slash uint8

const (
	eitherSlash slash = iota // the path answers with a slash and without
	withSlash                // withSlash and noSlash: the other form is redirected to this one
	noSlash
	neverSlash // nothing is there with a slash
)

// order is which of a page and a directory of the same name answers.
type order uint8

const (
	bySlash order = iota // the page without a slash, the directory with one
	pageFirst
	indexFirst
	undocumented // as bySlash, but the other one may answer as well
)

// isFile reports whether a file is there and published.
func (s *static) isFile(name string) bool {
	return s.files.IsFile(name) && (s.hidden == nil || s.hidden(name) == "")
}

// pageOf returns the page that answers at a name without its ending; empty for none.
func (s *static) pageOf(name string) string {
	if name != "" {
		for _, ending := range s.dropHTML {
			if s.isFile(name + ending) {
				return name + ending
			}
		}
	}
	return ""
}

// indexOf returns the index of a directory; empty for none.
func (s *static) indexOf(dir string) string {
	if file := path.Join(dir, IndexFile); s.isFile(file) {
		return file
	}
	for _, index := range s.indexes {
		if file := path.Join(dir, index); s.isFile(file) {
			return file
		}
	}
	return ""
}

// answer sends a file, redirects to it, or finds nothing.
func (s *static) answer(req Request) Answer {
	name, slash := FileName(req.Path)
	if s.strict && (strings.Contains(req.Path, "//") || !slash && path.Base(name) == "index" && !s.isFile(name)) {
		return Answer{}
	}
	if name != "" && (!slash || s.exactSlash) && s.isFile(name) {
		if at := s.pathOf(name, s.index == withSlash); s.canonical && at != name {
			return s.redirectTo(at, req)
		}
		return Answer{Kind: File, File: name}
	}
	byPage := func() (Answer, bool) {
		file := s.pageOf(name)
		if file != "" && s.canonical && path.Base(file) == IndexFile && !(slash && s.page == neverSlash) {
			return s.redirectTo(s.pathOf(file, s.index == withSlash), req), true
		}
		return s.slashed(s.page, name, slash, file, req)
	}
	byIndex := func() (Answer, bool) { return s.slashed(s.index, name, slash, s.indexOf(name), req) }
	if s.first == indexFirst || s.first != pageFirst && slash {
		byPage, byIndex = byIndex, byPage
	}
	a, ok := byPage()
	if ok && s.first != undocumented {
		return a
	}
	b, also := byIndex()
	switch {
	case ok && also && !(slash && b.Kind == Redirect):
		return anyOf(a, b)
	case ok:
		return a
	case also:
		return b
	}
	return Answer{Why: s.unpublished(name)}
}

// slashed answers with a file at a path that has a slash at its end or not.
func (s *static) slashed(wants slash, name string, has bool, file string, req Request) (Answer, bool) {
	switch {
	case file == "", has && wants == neverSlash:
		return Answer{}, false
	case has && wants == noSlash:
		return s.redirectTo(name, req), true
	case !has && wants == withSlash && name != "":
		return s.redirectTo(name+"/", req), true
	}
	return Answer{Kind: File, File: file}, true
}

// redirectTo returns the host's own redirect to a path below the root, with the query of the request.
func (s *static) redirectTo(to string, req Request) Answer {
	return Answer{Kind: Redirect, Status: cmp.Or(s.redirect, http.StatusMovedPermanently), Location: withQuery(EscapePath("/"+to), req.Query, false)}
}

// unpublished says why a file that is there does not answer.
func (s *static) unpublished(name string) string {
	if s.hidden != nil {
		why := s.hidden(name)
		if why != "" && (s.files.IsFile(name) || s.files.IsFile(name+PageExtension) || s.files.IsFile(path.Join(name, IndexFile))) {
			return why
		}
	}
	return ""
}

// find returns the file that a rule names by any of its paths; empty for none.
func (s *static) find(p string) string {
	name, slash := FileName(p)
	if name != "" && !slash && s.isFile(name) {
		return name
	}
	if page := s.pageOf(name); page != "" && s.first != indexFirst {
		return page
	}
	if index := s.indexOf(name); index != "" {
		return index
	}
	// Firebase does not say whether a rewrite to a page may leave its ending out.
	if page := name + PageExtension; s.first == indexFirst && s.isFile(page) {
		return page
	}
	return ""
}

// urlPath is the path at which a file answers without a redirect.
func (s *static) urlPath(file string) string { return s.pathOf(file, s.index != noSlash) }

// pathOf is urlPath, where an index has the path of its directory with a slash or without.
func (s *static) pathOf(file string, slash bool) string {
	if dir := WithoutIndex(file); dir != file {
		switch {
		case s.first == pageFirst && s.pageOf(strings.TrimSuffix(dir, "/")) != "":
			return file
		case slash:
			return dir
		}
		return strings.TrimSuffix(dir, "/")
	}
	page, ok := strings.CutSuffix(file, PageExtension)
	if !ok || !s.short || page == "" || strings.HasSuffix(page, "/") || s.isFile(page) {
		return file
	}
	if s.page == withSlash {
		page += "/"
	}
	return page
}

// plainly reports whether all files answer as on a plain file server.
func (s *static) plainly() bool {
	return !s.canonical && !s.exactSlash && s.hidden == nil && s.index != noSlash && s.first != pageFirst
}

var plainHost = Host{Name: Plain, Rules: ".htaccess", make: newPlain}

// newPlain returns the profile of a file server that knows nothing but files: nginx, Apache, or the website of an S3 bucket.
//   - nginx: https://nginx.org/en/docs/http/ngx_http_index_module.html
//   - S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/IndexDocumentSupport.html
func newPlain(d Deployment) *profile {
	return &profile{name: Plain, static: static{files: d.Files, index: withSlash}}
}

var repositoryHost = Host{Name: GitHubRepository, make: newRepository}

// newRepository returns the profile of GitHub as it shows the files of a repository: a file by its name, and a directory as its
// listing, with the README below it.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-readmes
func newRepository(d Deployment) *profile {
	readmes := []string{"README.md", "readme.md", "Readme.md", "README.markdown"}
	p := &profile{name: GitHubRepository, static: static{files: d.Files, indexes: readmes}}
	p.missing = func(req Request, a Answer) Answer {
		switch name, _ := FileName(req.Path); {
		case d.Files.IsDir(name):
			return Answer{Kind: Unknown} // its listing
		case strings.Contains(name, "][") && strings.HasSuffix(name, "]"):
			a.Why = "the reference has no definition, so GitHub shows its brackets"
		}
		return a
	}
	return p
}

package hosting

import (
	"path"
	"strings"
)

// Vercel is what Vercel makes of static files and of vercel.json.
//   - settings: https://vercel.com/docs/project-configuration/vercel-json
//   - redirects: https://vercel.com/docs/routing/redirects/configuration-redirects
//   - order of routes: https://github.com/vercel/vercel/tree/main/packages/routing-utils
//   - what answers with and without a slash: https://github.com/slorber/trailing-slash-guide
type Vercel struct {
	ruleBook
	files     Files
	cleanURLs bool
	slash     slashes
	// early are the routes before the files, and late those behind them.
	early, late []vercelRoute
	// pages is whether the project's framework has Vercel answer for a page without
	// its ".html", whatever the settings say.
	pages bool
	// functions is whether programs answer below "/api/", and programs whether they
	// may answer anywhere.
	functions, programs bool
}

// slashes is what a host does about the slash at the end of a path.
type slashes uint8

const (
	// slashesStay: it says nothing about them.
	slashesStay slashes = iota
	slashesAdded
	slashesRemoved
)

// vercelRedirect is the status of Vercel's own redirects.
const vercelRedirect = 308

// Name is "vercel".
func (*Vercel) Name() string { return "vercel" }

// Plainly is true where neither settings nor rules change what files answer.
func (v *Vercel) Plainly() bool {
	return !v.cleanURLs && v.slash == slashesStay && len(v.early) == 0
}

// URLPath is the file's own path, without ".html" where URLs are clean, and with
// a slash for an index.html, unless slashes are removed.
func (v *Vercel) URLPath(file string) string {
	switch name := withoutIndex(file); {
	case name != file && v.slash == slashesRemoved:
		return strings.TrimSuffix(name, "/")
	case name != file:
		return name
	}
	if v.cleanURLs {
		file = strings.TrimSuffix(file, ".html")
	}
	if to, ok := v.normalized("/" + file); ok {
		return strings.TrimPrefix(to, "/")
	}
	return file
}

// Answer goes through what Vercel does in its order: clean URLs, slashes, routes
// and redirects, files, rewrites.
func (v *Vercel) Answer(req Request) Answer {
	if strings.Contains(req.Path, "//") {
		return redirectTo(vercelRedirect, squeezed(req.Path), req)
	}
	if to, ok := v.normalized(req.Path); ok {
		return redirectTo(vercelRedirect, to, req)
	}
	w := &vercelWalk{Vercel: v, req: req, path: req.Path}
	if !v.wellKnown(req.Path) {
		if a, ok := w.phase(v.early); ok {
			return w.or.with(a)
		}
	}
	if a, ok := v.serve(w.path); ok {
		return w.or.with(a)
	}
	if a, ok := w.phase(v.late); ok {
		return w.or.with(a)
	}
	if v.programs {
		w.or.add(Answer{Kind: Unknown})
	}
	return w.or.with(Answer{Status: w.status})
}

// squeezed is a path without empty elements.
func squeezed(p string) string {
	for strings.Contains(p, "//") {
		p = strings.ReplaceAll(p, "//", "/")
	}
	return p
}

// wellKnown tells of the paths that an added slash, and all rules, are not for.
func (v *Vercel) wellKnown(p string) bool {
	return v.slash == slashesAdded && (p == "/.well-known" || strings.HasPrefix(p, "/.well-known/"))
}

// normalized is where a path is redirected for clean URLs or for its slash.
func (v *Vercel) normalized(p string) (to string, ok bool) {
	if v.cleanURLs {
		if to, ok := cleanURL(p); ok {
			if v.slash == slashesAdded && to != "/" {
				to += "/"
			}
			return to, true
		}
	}
	slash := strings.HasSuffix(p, "/")
	switch {
	case p == "/" || v.wellKnown(p):
		return "", false
	case v.slash == slashesRemoved && slash:
		return strings.TrimSuffix(p, "/"), true
	case v.slash == slashesAdded && !slash && !strings.Contains(path.Base(p), "."):
		return p + "/", true
	case v.slash == slashesAdded && slash && hasExtension(path.Base(p)):
		return strings.TrimSuffix(p, "/"), true
	}
	return "", false
}

// cleanURL is a path without "/index", "/index.html" or ".html" at its end, and
// without the slash behind these.
func cleanURL(p string) (to string, ok bool) {
	trimmed := strings.TrimSuffix(p, "/")
	if base := path.Base(trimmed); base == "index" || base == IndexFile {
		to = strings.TrimSuffix(strings.TrimSuffix(trimmed, base), "/")
		return "/" + strings.TrimPrefix(to, "/"), true
	}
	to, ok = strings.CutSuffix(trimmed, ".html")
	return to, ok && strings.HasPrefix(to, "/")
}

// hasExtension tells whether a name ends in a dot and letters, digits or
// underscores, behind something else.
func hasExtension(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 1 || dot == len(name)-1 {
		return false
	}
	for i := dot + 1; i < len(name); i++ {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return true
}

// serve answers with the file at a path, or with a program.
func (v *Vercel) serve(p string) (Answer, bool) {
	if file, ok := v.file(p); ok {
		return Answer{Kind: File, File: file}, true
	}
	if v.functions && (p == "/api" || strings.HasPrefix(p, "/api/")) || strings.HasPrefix(p, "/_vercel/") {
		return Answer{Kind: Unknown}, true
	}
	return Answer{}, false
}

// file is the file that answers at a path, with a slash behind it or not.
func (v *Vercel) file(p string) (string, bool) {
	name, slash := FileName(p)
	if name != "" && (!slash || v.slash == slashesAdded) && v.files.IsFile(name) {
		return name, true
	}
	if name != "" && (v.cleanURLs || v.pages && !slash) && v.files.IsFile(name+".html") {
		return name + ".html", true
	}
	if index := path.Join(name, IndexFile); v.files.IsFile(index) {
		return index, true
	}
	return "", false
}

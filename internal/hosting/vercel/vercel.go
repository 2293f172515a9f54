// Package vercel answers as Vercel, by the vercel.json of the project.
//   - settings: https://vercel.com/docs/project-configuration/vercel-json
//   - redirects: https://vercel.com/docs/routing/redirects/configuration-redirects
//   - order of routes: https://github.com/vercel/vercel/tree/main/packages/routing-utils
//   - what answers with and without a slash: https://github.com/slorber/trailing-slash-guide
package vercel

import (
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// Name is the profile's name among the values of the setting.
const Name = "vercel"

// profile is how Vercel answers.
type profile struct {
	files     hosting.Files
	cleanURLs bool
	slash     settings.TrailingSlash
	// early are the routes before the files, and late those behind them.
	early, late []route
	// namesPages is true if Vercel serves the pages of the project's framework without
	// ".html", under any settings.
	namesPages bool
	// functions is whether programs answer below "/api/", and programs whether they
	// may answer anywhere.
	functions, programs bool
	book                hosting.RuleBook
}

// Name is "vercel".
func (*profile) Name() string { return Name }

// Rules are those of the file of settings.
func (v *profile) Rules() []hosting.Rule { return v.book.Rules() }

// Faults are those of the file of settings, and of files that linkvet does not read.
func (v *profile) Faults() []hosting.Fault { return v.book.Faults() }

// Plainly is true where neither settings nor rules change what files answer.
func (v *profile) Plainly() bool {
	return !v.cleanURLs && v.slash == settings.SlashUnset && len(v.early) == 0
}

// URLPath is the file's own path, without ".html" where URLs are clean, and with
// a slash for an index.html, unless slashes are removed.
func (v *profile) URLPath(file string) string {
	switch name := hosting.WithoutIndex(file); {
	case name != file && v.slash == settings.SlashRemoved:
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
func (v *profile) Answer(req hosting.Request) hosting.Answer {
	if strings.Contains(req.Path, "//") {
		return hosting.RedirectTo(http.StatusPermanentRedirect, hosting.WithoutEmpty(req.Path), req)
	}
	if to, ok := v.normalized(req.Path); ok {
		return hosting.RedirectTo(http.StatusPermanentRedirect, to, req)
	}
	w := &walk{profile: v, req: req, path: req.Path}
	if !v.wellKnown(req.Path) {
		if a, ok := w.phase(v.early); ok {
			return w.or.With(a)
		}
	}
	if a, ok := v.image(w.path, req); ok {
		return w.or.With(a)
	}
	if a, ok := v.serve(w.path); ok {
		return w.or.With(a)
	}
	if a, ok := w.phase(v.late); ok {
		return w.or.With(a)
	}
	if v.programs {
		w.or.Add(hosting.Answer{Kind: hosting.Unknown})
	}
	return w.or.With(hosting.Answer{Status: w.status})
}

// wellKnown reports whether neither an added slash nor any rule applies to a path.
func (v *profile) wellKnown(p string) bool {
	return v.slash == settings.SlashAdded && (p == "/.well-known" || strings.HasPrefix(p, "/.well-known/"))
}

// normalized returns where a path is redirected for clean URLs or for its slash.
func (v *profile) normalized(p string) (to string, ok bool) {
	if v.cleanURLs {
		if to, ok := cleanURL(p); ok {
			if v.slash == settings.SlashAdded && to != "/" {
				to += "/"
			}
			return to, true
		}
	}
	slash := strings.HasSuffix(p, "/")
	switch {
	case p == "/" || v.wellKnown(p):
		return "", false
	case v.slash == settings.SlashRemoved && slash:
		return strings.TrimSuffix(p, "/"), true
	case v.slash == settings.SlashAdded && !slash && !strings.Contains(path.Base(p), "."):
		return p + "/", true
	case v.slash == settings.SlashAdded && slash && extension.MatchString(path.Base(p)):
		return strings.TrimSuffix(p, "/"), true
	}
	return "", false
}

// cleanURL returns a path without "/index", "/index.html" or ".html" at its end, and
// without the slash behind these.
func cleanURL(p string) (to string, ok bool) {
	trimmed := strings.TrimSuffix(p, "/")
	if base := path.Base(trimmed); base == "index" || base == hosting.IndexFile {
		to = strings.TrimSuffix(strings.TrimSuffix(trimmed, base), "/")
		return "/" + strings.TrimPrefix(to, "/"), true
	}
	to, ok = strings.CutSuffix(trimmed, ".html")
	return to, ok && strings.HasPrefix(to, "/")
}

// extension matches a name that ends in a dot and letters, digits or underscores, behind
// something else.
var extension = regexp.MustCompile(`(?s).\.\w+$`)

// serve answers with the file at a path, or with a program.
func (v *profile) serve(p string) (hosting.Answer, bool) {
	if file, ok := v.file(p); ok {
		return hosting.Answer{Kind: hosting.File, File: file}, true
	}
	if v.functions && (p == "/api" || strings.HasPrefix(p, "/api/")) || strings.HasPrefix(p, "/_vercel/") {
		return hosting.Answer{Kind: hosting.Unknown}, true
	}
	return hosting.Answer{}, false
}

// file returns the file that answers at a path, with a slash behind it or not.
func (v *profile) file(p string) (string, bool) {
	name, slash := hosting.FileName(p)
	if name != "" && (!slash || v.slash == settings.SlashAdded) && v.files.IsFile(name) {
		return name, true
	}
	if name != "" && (v.cleanURLs || v.namesPages && !slash) && v.files.IsFile(name+".html") {
		return name + ".html", true
	}
	if index := path.Join(name, hosting.IndexFile); v.files.IsFile(index) {
		return index, true
	}
	return "", false
}

// Package firebase answers as Firebase Hosting, by the firebase.json of the project.
//   - settings: https://firebase.google.com/docs/hosting/full-config
//   - which of them come first: https://firebase.google.com/docs/hosting/full-config#hosting_priority_order
//   - its emulator: https://github.com/firebase/superstatic
package firebase

import (
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// Name is the profile's name among the values of the setting.
const Name = "firebase"

// profile is how Firebase Hosting answers.
type profile struct {
	files     hosting.Files
	cleanURLs bool
	slash     settings.TrailingSlash
	redirects []rule
	rewrites  []rule
	// associated is whether the host generates the files that apps ask for.
	associated bool
	// programs is whether programs may answer anywhere.
	programs bool
	book     hosting.RuleBook
}

// Name is "firebase".
func (*profile) Name() string { return Name }

// Rules are those of the file of settings.
func (f *profile) Rules() []hosting.Rule { return f.book.Rules() }

// Faults are those of the file of settings.
func (f *profile) Faults() []hosting.Fault { return f.book.Faults() }

// Plainly is true where neither settings nor rules change what files answer.
func (f *profile) Plainly() bool {
	_, ignores := f.files.(*deployed)
	return !f.cleanURLs && f.slash != settings.SlashRemoved && len(f.redirects) == 0 && !ignores && !f.files.IsDir("__")
}

// URLPath is the file's own path, without ".html" where URLs are clean, and with
// a slash for an index.html, unless slashes are removed.
func (f *profile) URLPath(file string) string {
	switch name := hosting.WithoutIndex(file); {
	case name != file && f.slash == settings.SlashRemoved:
		return strings.TrimSuffix(name, "/")
	case name != file:
		return name
	}
	clean, isPage := strings.CutSuffix(file, ".html")
	switch {
	case !isPage || !f.cleanURLs:
		return file
	case f.slash == settings.SlashAdded:
		return clean + "/"
	}
	return clean
}

// Answer goes through what Firebase does in its order: reserved paths, redirects,
// files, rewrites.
func (f *profile) Answer(req hosting.Request) hosting.Answer {
	if strings.HasPrefix(req.Path, "/__/") {
		return hosting.Answer{Kind: hosting.Unknown}
	}
	var or hosting.Choices
	for i := range f.redirects {
		switch a, sure := f.redirects[i].redirect(req); sure {
		case pattern.Always:
			return or.With(a)
		case pattern.Perhaps:
			or.Add(a)
		case pattern.Never:
		}
	}
	if a, ok := f.static(req); ok {
		return or.With(a)
	}
	for i := range f.rewrites {
		switch a, sure := f.rewrite(&f.rewrites[i], req); sure {
		case pattern.Always:
			return or.With(a)
		case pattern.Perhaps:
			or.Add(a)
		case pattern.Never:
		}
	}
	if f.programs || f.associated && forApps(req.Path) {
		or.Add(hosting.Answer{Kind: hosting.Unknown})
	}
	return or.With(hosting.Answer{})
}

// forApps reports whether a path is that of a file that ties a site to apps, which the
// host generates:
// https://firebase.google.com/docs/hosting/full-config#rewrite-dynamic-links
func forApps(p string) bool {
	p = strings.TrimPrefix(p, "/.well-known")
	return p == "/assetlinks.json" || p == "/apple-app-site-association"
}

// static answers with a file, or with a redirect to where it is.
func (f *profile) static(req hosting.Request) (hosting.Answer, bool) {
	p := hosting.WithoutEmpty(req.Path)
	name, slash := hosting.FileName(p)
	if name != "" && !slash && f.files.IsFile(name) {
		if f.cleanURLs && strings.HasSuffix(name, ".html") {
			return hosting.RedirectTo(http.StatusMovedPermanently, f.clean(p), req), true
		}
		return hosting.Answer{Kind: hosting.File, File: name}, true
	}
	if index := path.Join(name, hosting.IndexFile); f.files.IsFile(index) {
		switch {
		case name == "":
		case !slash && (f.slash == settings.SlashAdded || f.slash == settings.SlashUnset && !f.cleanURLs):
			return hosting.RedirectTo(http.StatusMovedPermanently, p+"/", req), true
		case slash && f.slash == settings.SlashRemoved:
			return hosting.RedirectTo(http.StatusMovedPermanently, strings.TrimSuffix(p, "/"), req), true
		}
		return hosting.Answer{Kind: hosting.File, File: index}, true
	}
	if f.cleanURLs {
		return f.page(req, p)
	}
	return hosting.Answer{}, false
}

// clean returns the path at which the file at a path ending in ".html" answers.
func (f *profile) clean(p string) string {
	p = strings.TrimSuffix(p, ".html")
	p = strings.TrimSuffix(p, "/index")
	if f.slash == settings.SlashAdded {
		p += "/"
	}
	if p == "" {
		return "/"
	}
	return p
}

// page answers for a clean URL with the file that has ".html" behind it.
func (f *profile) page(req hosting.Request, p string) (hosting.Answer, bool) {
	name, slash := hosting.FileName(p)
	if slash && f.slash == settings.SlashUnset || name == "" || !f.files.IsFile(name+".html") {
		return hosting.Answer{}, false
	}
	switch base := path.Base(name); {
	case slash && f.slash == settings.SlashRemoved:
		return hosting.RedirectTo(http.StatusMovedPermanently, strings.TrimSuffix(p, "/"), req), true
	case !slash && f.slash == settings.SlashAdded, base == "index":
		return hosting.RedirectTo(http.StatusMovedPermanently, f.clean("/"+name+".html"), req), true
	}
	return hosting.Answer{Kind: hosting.File, File: name + ".html"}, true
}

// rewrite answers by a rewrite.
func (f *profile) rewrite(rule *rule, req hosting.Request) (hosting.Answer, pattern.Certainty) {
	_, sure := rule.from.match(req)
	if sure == pattern.Never {
		return hosting.Answer{}, pattern.Never
	}
	if rule.program {
		return hosting.Answer{Kind: hosting.Unknown, Rule: rule.shown}, sure
	}
	if file, ok := f.destination(rule.destination); ok {
		return hosting.Answer{Kind: hosting.File, File: file, Rule: rule.shown}, sure
	}
	return hosting.Answer{Rule: rule.shown, Why: "the rewrite leads to a file that is not deployed"}, sure
}

// destination returns the file that a rewrite leads to. It also finds what a reader would
// get at that path, as the documentation leaves open whether the host does so.
func (f *profile) destination(to string) (string, bool) {
	name, _ := hosting.FileName(hosting.SitePath(to))
	for _, candidate := range []string{name, path.Join(name, hosting.IndexFile), name + ".html"} {
		if f.files.IsFile(candidate) {
			return candidate, true
		}
	}
	return "", false
}

// deployed are the files that are not ignored.
type deployed struct {
	files   hosting.Files
	ignored []*pattern.Glob
}

// IsFile reports whether a file has that name and is deployed.
func (d *deployed) IsFile(name string) bool {
	for _, glob := range d.ignored {
		if glob.MatchHidden(name) {
			return false
		}
	}
	return d.files.IsFile(name)
}

// IsDir reports whether a directory has that name.
func (d *deployed) IsDir(name string) bool { return d.files.IsDir(name) }

package hosting

import (
	"path"
	"strings"
)

// Firebase is what Firebase Hosting makes of static files and of firebase.json.
//   - settings: https://firebase.google.com/docs/hosting/full-config
//   - which of them come first: https://firebase.google.com/docs/hosting/full-config#hosting_priority_order
//   - its emulator: https://github.com/firebase/superstatic
type Firebase struct {
	ruleBook
	files     Files
	cleanURLs bool
	slash     slashes
	redirects []firebaseRule
	rewrites  []firebaseRule
	// associated is whether the host makes up files that apps ask for.
	associated bool
	// programs is whether programs may answer anywhere.
	programs bool
}

// Name is "firebase".
func (*Firebase) Name() string { return "firebase" }

// Plainly is true where neither settings nor rules change what files answer.
func (f *Firebase) Plainly() bool {
	_, ignores := f.files.(*deployed)
	return !f.cleanURLs && f.slash != slashesRemoved && len(f.redirects) == 0 && !ignores && !f.files.IsDir("__")
}

// URLPath is the file's own path, without ".html" where URLs are clean, and with
// a slash for an index.html, unless slashes are removed.
func (f *Firebase) URLPath(file string) string {
	switch name := withoutIndex(file); {
	case name != file && f.slash == slashesRemoved:
		return strings.TrimSuffix(name, "/")
	case name != file:
		return name
	}
	clean, isPage := strings.CutSuffix(file, ".html")
	switch {
	case !isPage || !f.cleanURLs:
		return file
	case f.slash == slashesAdded:
		return clean + "/"
	}
	return clean
}

// Answer goes through what Firebase does in its order: reserved paths, redirects,
// files, rewrites.
func (f *Firebase) Answer(req Request) Answer {
	if strings.HasPrefix(req.Path, "/__/") {
		return Answer{Kind: Unknown}
	}
	var or choices
	for i := range f.redirects {
		switch a, sure := f.redirects[i].redirect(req); sure {
		case always:
			return or.with(a)
		case perhaps:
			or.add(a)
		case never:
		}
	}
	if a, ok := f.static(req); ok {
		return or.with(a)
	}
	for i := range f.rewrites {
		switch a, sure := f.rewrite(&f.rewrites[i], req); sure {
		case always:
			return or.with(a)
		case perhaps:
			or.add(a)
		case never:
		}
	}
	if f.programs || f.associated && forApps(req.Path) {
		or.add(Answer{Kind: Unknown})
	}
	return or.with(Answer{})
}

// forApps tells of the files that tie a site to apps, which the host makes up:
// https://firebase.google.com/docs/hosting/full-config#rewrite-dynamic-links
func forApps(p string) bool {
	p = strings.TrimPrefix(p, "/.well-known")
	return p == "/assetlinks.json" || p == "/apple-app-site-association"
}

// static answers with a file, or with a redirect to where it is.
func (f *Firebase) static(req Request) (Answer, bool) {
	p := squeezed(req.Path)
	name, slash := FileName(p)
	if name != "" && !slash && f.files.IsFile(name) {
		if f.cleanURLs && strings.HasSuffix(name, ".html") {
			return redirectTo(movedPermanently, f.clean(p), req), true
		}
		return Answer{Kind: File, File: name}, true
	}
	if index := path.Join(name, IndexFile); f.files.IsFile(index) {
		switch {
		case name == "":
		case !slash && (f.slash == slashesAdded || f.slash == slashesStay && !f.cleanURLs):
			return redirectTo(movedPermanently, p+"/", req), true
		case slash && f.slash == slashesRemoved:
			return redirectTo(movedPermanently, strings.TrimSuffix(p, "/"), req), true
		}
		return Answer{Kind: File, File: index}, true
	}
	if f.cleanURLs {
		return f.page(req, p)
	}
	return Answer{}, false
}

// clean is the path at which the file at a path ending in ".html" answers.
func (f *Firebase) clean(p string) string {
	p = strings.TrimSuffix(p, ".html")
	p = strings.TrimSuffix(p, "/index")
	if f.slash == slashesAdded {
		p += "/"
	}
	if p == "" {
		return "/"
	}
	return p
}

// page answers for a clean URL with the file that has ".html" behind it.
func (f *Firebase) page(req Request, p string) (Answer, bool) {
	name, slash := FileName(p)
	if slash && f.slash == slashesStay || name == "" || !f.files.IsFile(name+".html") {
		return Answer{}, false
	}
	switch base := path.Base(name); {
	case slash && f.slash == slashesRemoved:
		return redirectTo(movedPermanently, strings.TrimSuffix(p, "/"), req), true
	case !slash && f.slash == slashesAdded, base == "index":
		return redirectTo(movedPermanently, f.clean("/"+name+".html"), req), true
	}
	return Answer{Kind: File, File: name + ".html"}, true
}

// rewrite answers by a rewrite.
func (f *Firebase) rewrite(rule *firebaseRule, req Request) (Answer, certainty) {
	_, sure := rule.match(req)
	if sure == never {
		return Answer{}, never
	}
	if rule.program {
		return Answer{Kind: Unknown, Rule: rule.rule}, sure
	}
	if file, ok := f.destination(rule.destination); ok {
		return Answer{Kind: File, File: file, Rule: rule.rule}, sure
	}
	return Answer{Rule: rule.rule, Why: "the rewrite leads to a file that is not deployed"}, sure
}

// destination is the file that a rewrite leads to. What a reader would get at its
// path is taken as well: whether the host does so is not documented.
func (f *Firebase) destination(to string) (string, bool) {
	name, _ := FileName(sitePath(to))
	for _, candidate := range []string{name, path.Join(name, IndexFile), name + ".html"} {
		if f.files.IsFile(candidate) {
			return candidate, true
		}
	}
	return "", false
}

// deployed are the files that are not ignored.
type deployed struct {
	Files
	ignored []*glob
}

// IsFile tells whether a file has that name and is deployed.
func (d *deployed) IsFile(name string) bool {
	for _, pattern := range d.ignored {
		if pattern.match(name, true) {
			return false
		}
	}
	return d.Files.IsFile(name)
}

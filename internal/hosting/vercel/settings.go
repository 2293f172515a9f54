package vercel

import (
	"bytes"
	"path"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// fileName is the name of the file of settings.
const fileName = "vercel.json"

// New returns the profile for a deployment. It reads vercel.json in the build directory or
// around it, and looks for functions beside it.
func New(d hosting.Deployment) hosting.Profile {
	v := &profile{files: d.Files, functions: hasFunctions(d), namesPages: namesPages(d)}
	for _, name := range []string{"middleware.js", "middleware.ts", "vercel.ts", "vercel.toml"} {
		if source := d.FirstInRepository(name); source != nil {
			v.programs = true
			v.book.AddFaults(hosting.Fault{Source: source.Name, Message: "linkvet does not read this file, so links to missing pages are not reported as broken"})
		}
	}
	if source := d.Nearest(fileName); source != nil {
		if file := settings.ReadJSON(source, settings.StrictJSON, &v.book); file != nil {
			r := &reader{profile: v, file: file}
			r.read(file.Root)
		}
	}
	v.book.Sort()
	return v
}

// namesPages reports whether the project is built by a framework for which Vercel names
// pages as their links do, without ".html": Next.js that exports files, and tools that
// write Vercel's own build output, as SvelteKit does.
//   - https://vercel.com/docs/frameworks/full-stack/nextjs
//   - overrides: https://vercel.com/docs/build-output-api/configuration#overrides
func namesPages(d hosting.Deployment) bool {
	if d.FirstInRepository("next.config.*", "svelte.config.*", ".vercel/output/config.json") != nil {
		return true
	}
	// New projects of SvelteKit have its settings in those of Vite.
	project := d.FirstInRepository("package.json")
	return project != nil && bytes.Contains(project.Data, []byte(`"@sveltejs/kit"`))
}

// hasFunctions reports whether the directory "api" of the project holds programs. Where
// that is in the build directory, an index page there shows that it does not.
func hasFunctions(d hosting.Deployment) bool {
	for _, pattern := range []string{"api/*", "api/*/*", "api/*/*/*"} {
		for _, source := range d.InRepository(pattern) {
			switch path.Ext(source.Name) {
			case ".js", ".mjs", ".ts", ".tsx", ".go", ".py", ".rb", ".rs", ".php":
				return true
			}
		}
	}
	return d.Deployed(fileName) != nil && d.Files.IsDir("api") && !d.Files.IsFile("api/"+hosting.IndexFile)
}

// reader reads vercel.json into a profile.
type reader struct {
	profile *profile
	file    *settings.File
}

// read goes through the settings in the order in which they apply.
func (r *reader) read(root *settings.Value) {
	if !root.IsObject() {
		r.file.Fault(root, "the file is not an object, so it has no effect")
		return
	}
	r.file.Check(root, "the file", shape)
	r.profile.cleanURLs, _ = root.Get("cleanUrls").Bool()
	r.profile.slash = root.TrailingSlash()
	r.profile.functions = r.profile.functions || root.Get("functions").IsObject()
	r.routes()
	for _, item := range r.rules("redirects") {
		r.redirect(item)
	}
	for _, item := range r.rules("rewrites") {
		r.rewrite(item)
	}
	for _, name := range []string{"builds", "bulkRedirectsPath", "services", "experimentalServices"} {
		if value := root.Get(name); value != nil {
			r.profile.programs = true
			r.file.Fault(value, "linkvet does not read %q, so links to missing pages are not reported as broken", name)
		}
	}
}

// rules returns the rules of the list of that name. Rules that are left out of it may be
// for any path.
func (r *reader) rules(name string) []*settings.Value {
	rules, all := r.file.Rules(r.file.Root.Get(name))
	r.profile.programs = r.profile.programs || !all
	return rules
}

package firebase

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// fileName is the name of the file of settings.
const fileName = "firebase.json"

// New returns the profile for a deployment. It reads the firebase.json around the build
// directory. One inside would be a copy, unless the directory is the whole project.
func New(d hosting.Deployment) hosting.Profile {
	f := &profile{files: d.Files, associated: true}
	source := d.FirstInRepository(fileName)
	if source == nil {
		source = d.Deployed(fileName)
	}
	if source != nil {
		if file := settings.ReadJSON(source, settings.JSONWithComments, &f.book); file != nil {
			r := &reader{profile: f, file: file}
			if site := r.site(d, path.Dir(source.Name)); site != nil {
				r.read(site)
			}
		}
	}
	f.book.Sort()
	return f
}

// shape is what the settings of a site have to look like:
// https://firebase.google.com/docs/hosting/full-config
var shape = &settings.Shape{Kinds: settings.ObjectKind, Members: map[string]*settings.Shape{
	"public": settings.TextShape, "cleanUrls": settings.BoolShape, "trailingSlash": settings.BoolShape, "appAssociation": settings.TextShape,
	"ignore": {Kinds: settings.TextKind | settings.ListKind, Items: settings.TextShape},
	"redirects": settings.RulesOf(map[string]*settings.Shape{
		"source": settings.AnyShape, "glob": settings.AnyShape, "regex": settings.TextShape, "destination": settings.AnyShape, "type": settings.AnyShape,
	}),
	"rewrites": settings.RulesOf(map[string]*settings.Shape{
		"source": settings.AnyShape, "glob": settings.AnyShape, "regex": settings.TextShape, "destination": settings.TextShape,
		"function": settings.AnyShape, "region": settings.AnyShape, "run": settings.AnyShape, "dynamicLinks": settings.AnyShape,
	}),
	"headers": settings.AnyShape, "i18n": settings.AnyShape, "source": settings.AnyShape,
}}

// reader reads firebase.json into a profile.
type reader struct {
	profile *profile
	file    *settings.File
}

// read goes through the settings of the site that is checked.
func (r *reader) read(site *settings.Value) {
	r.file.Check(site, `"hosting"`, shape)
	r.profile.cleanURLs, _ = site.Get("cleanUrls").Bool()
	r.profile.slash = site.TrailingSlash()
	r.profile.associated = site.Get("appAssociation").Scalar() != "NONE"
	r.ignore(site.Get("ignore"))
	redirects, allRedirects := r.file.Rules(site.Get("redirects"))
	for _, item := range redirects {
		r.redirect(item)
	}
	rewrites, allRewrites := r.file.Rules(site.Get("rewrites"))
	for _, item := range rewrites {
		r.rewrite(item)
	}
	r.profile.programs = !allRedirects || !allRewrites
	if i18n := site.Get("i18n"); i18n != nil {
		r.file.Fault(i18n, "linkvet does not know which files i18n sends to which visitors: link to the paths of the files")
	}
	if framework := site.Get("source"); framework != nil {
		r.profile.programs = true
		r.file.Fault(framework, "linkvet does not know what a framework answers, so links to missing pages are not reported as broken")
	}
}

// site returns the part of the settings that is about the build directory; nil for none.
// The file is in dir.
func (r *reader) site(d hosting.Deployment, dir string) *settings.Value {
	sites := r.file.Root.Get("hosting")
	switch {
	case sites == nil:
		r.file.Fault(nil, `the file has no "hosting", so it has no effect`)
		return nil
	case sites.IsObject():
		return sites
	case !sites.IsList():
		r.file.Check(sites, `"hosting"`, &settings.Shape{Kinds: settings.ObjectKind | settings.ListKind})
		return nil
	case len(sites.List()) == 1:
		return sites.List()[0]
	}
	root, known := buildDirectory(d)
	for _, site := range sites.List() {
		public, ok := site.Get("public").Text()
		// The directory may be given with another way to it, so its end has to do.
		if known && ok && (path.Join(dir, public) == root || strings.HasSuffix(root, "/"+path.Clean(public))) {
			return site
		}
	}
	r.file.Fault(sites, `no entry of "hosting" has this build directory as its "public", so the file has no effect`)
	return nil
}

// buildDirectory returns the build directory, relative to the working directory, by a file
// that nearly every site has.
func buildDirectory(d hosting.Deployment) (string, bool) {
	if source := d.FirstDeployed(hosting.IndexFile, "404.html", fileName, "robots.txt", "sitemap.xml", "favicon.ico"); source != nil {
		return path.Dir(source.Name), true
	}
	return "", false
}

// ignore reads which files are not deployed.
func (r *reader) ignore(list *settings.Value) {
	var ignored []*pattern.Glob
	for _, item := range list.Texts() {
		text, _ := item.Text()
		glob, err := pattern.CompileGlob(text)
		if err != nil {
			r.file.Fault(item, "linkvet cannot read the pattern %q (%s), so files that it may ignore count as deployed", text, err)
			continue
		}
		ignored = append(ignored, glob)
	}
	if len(ignored) > 0 {
		r.profile.files = &deployed{files: r.profile.files, ignored: ignored}
	}
}

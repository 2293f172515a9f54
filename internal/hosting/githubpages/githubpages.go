// Package githubpages answers as GitHub Pages, which documents only parts of it. Which one
// answers where a page and a directory share a name was observed.
//   - 404.html: https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
//   - Jekyll: https://docs.github.com/en/pages/setting-up-a-github-pages-site-with-jekyll/about-github-pages-and-jekyll
//   - names and slashes: https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md
package githubpages

import (
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Name is the profile's name among the values of the setting.
const Name = "github-pages"

// profile is how GitHub Pages answers.
type profile struct {
	files  hosting.Files
	jekyll jekyll
}

// New returns the profile for a deployment.
func New(d hosting.Deployment) hosting.Profile {
	return &profile{files: d.Files, jekyll: newJekyll(d)}
}

// Name is "github-pages".
func (*profile) Name() string { return Name }

// Plainly is true unless Jekyll decides what is published.
func (g *profile) Plainly() bool { return g.jekyll.runs != jekyllRuns }

// Rules are none.
func (*profile) Rules() []hosting.Rule { return nil }

// Faults are none.
func (*profile) Faults() []hosting.Fault { return nil }

// URLPath is the file's own path, and its directory's for an index.html: a page
// answers with and without its extension.
func (*profile) URLPath(file string) string { return hosting.WithoutIndex(file) }

// Answer sends the exact file, the page of that name without its extension, the
// index.html of a directory whose path ends with a slash, and a redirect to that
// slash where it is missing, in this order.
func (g *profile) Answer(req hosting.Request) hosting.Answer {
	name, slash := hosting.FileName(req.Path)
	switch index := path.Join(name, hosting.IndexFile); {
	case !slash && g.files.IsFile(name):
		return g.send(name)
	case !slash && name != "" && g.files.IsFile(name+hosting.PageExtension):
		return g.send(name + hosting.PageExtension)
	case g.files.IsDir(name) && g.files.IsFile(index):
		if slash || name == "" {
			return g.send(index)
		}
		if answer := g.send(index); answer.Kind != hosting.File {
			return answer
		}
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
	}
	return g.rendered(name, slash, req)
}

// send returns a file, unless Jekyll does not publish it.
func (g *profile) send(name string) hosting.Answer {
	if g.jekyll.runs != jekyllRuns {
		return hosting.Answer{Kind: hosting.File, File: name}
	}
	if dropped := g.jekyll.drops(name); dropped != "" {
		return hosting.Answer{Why: fmt.Sprintf("GitHub Pages runs Jekyll, which does not publish %q: add an empty file .nojekyll to the root of the site", dropped)}
	}
	return hosting.Answer{Kind: hosting.File, File: name}
}

// rendered returns the page that Jekyll, if it runs, makes of a Markdown file. Its content
// is not known.
func (g *profile) rendered(name string, slash bool, req hosting.Request) hosting.Answer {
	if g.jekyll.runs == jekyllNever {
		return hosting.Answer{}
	}
	if source := strings.TrimSuffix(name, hosting.PageExtension) + ".md"; !slash && g.files.IsFile(source) {
		return g.render(source)
	}
	if !g.files.IsDir(name) {
		return hosting.Answer{}
	}
	for _, index := range []string{"index.md", "README.md"} {
		source := path.Join(name, index)
		switch {
		case !g.files.IsFile(source):
		case slash || name == "":
			return g.render(source)
		default:
			return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
		}
	}
	return hosting.Answer{}
}

// render returns what Jekyll makes of a file, unless it does not publish it.
func (g *profile) render(source string) hosting.Answer {
	if answer := g.send(source); answer.Kind != hosting.File {
		return answer
	}
	return hosting.Answer{Kind: hosting.Unknown}
}

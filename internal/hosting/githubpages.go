package hosting

import (
	"fmt"
	"path"
	"strings"
)

// GitHubPages is GitHub Pages. What it answers is documented but in parts; who
// wins where a page and a directory share a name was seen on it.
//   - 404.html: https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
//   - Jekyll: https://docs.github.com/en/pages/setting-up-a-github-pages-site-with-jekyll/about-github-pages-and-jekyll
//   - names and slashes: https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md
type GitHubPages struct {
	ruleless
	files  Files
	jekyll jekyll
}

// NewGitHubPages returns the profile github-pages.
func NewGitHubPages(d Deployment) *GitHubPages {
	return &GitHubPages{files: d.Files, jekyll: newJekyll(d)}
}

// Name is "github-pages".
func (*GitHubPages) Name() string { return "github-pages" }

// Plainly is true unless Jekyll decides what is published.
func (g *GitHubPages) Plainly() bool { return g.jekyll.runs != jekyllRuns }

// URLPath is the file's own path, and its directory's for an index.html: a page
// answers with and without its extension.
func (*GitHubPages) URLPath(file string) string { return withoutIndex(file) }

// Answer sends the exact file, the page of that name without its extension, the
// index.html of a directory whose path ends with a slash, and a redirect to that
// slash where it is missing, in this order.
func (g *GitHubPages) Answer(req Request) Answer {
	name, slash := FileName(req.Path)
	switch index := path.Join(name, IndexFile); {
	case !slash && g.files.IsFile(name):
		return g.send(name)
	case !slash && name != "" && g.files.IsFile(name+PageExtension):
		return g.send(name + PageExtension)
	case g.files.IsDir(name) && g.files.IsFile(index):
		if slash || name == "" {
			return g.send(index)
		}
		if answer := g.send(index); answer.Kind != File {
			return answer
		}
		return redirectTo(movedPermanently, "/"+name+"/", req)
	}
	return g.rendered(name, slash, req)
}

// send is a file, unless Jekyll does not publish it.
func (g *GitHubPages) send(name string) Answer {
	if g.jekyll.runs != jekyllRuns {
		return Answer{Kind: File, File: name}
	}
	if dropped := g.jekyll.drops(name); dropped != "" {
		return Answer{Why: fmt.Sprintf("Jekyll, which GitHub Pages runs, does not publish %q: add an empty file .nojekyll at the top of the site", dropped)}
	}
	return Answer{Kind: File, File: name}
}

// rendered is the page that Jekyll, if it runs, makes of a Markdown file. What it
// is like is not known.
func (g *GitHubPages) rendered(name string, slash bool, req Request) Answer {
	if g.jekyll.runs == jekyllNever {
		return Answer{}
	}
	if source := strings.TrimSuffix(name, PageExtension) + ".md"; !slash && g.files.IsFile(source) {
		return g.render(source)
	}
	if !g.files.IsDir(name) {
		return Answer{}
	}
	for _, index := range []string{"index.md", "README.md"} {
		source := path.Join(name, index)
		switch {
		case !g.files.IsFile(source):
		case slash || name == "":
			return g.render(source)
		default:
			return redirectTo(movedPermanently, "/"+name+"/", req)
		}
	}
	return Answer{}
}

// render is what Jekyll makes of a file, unless it does not publish it.
func (g *GitHubPages) render(source string) Answer {
	if answer := g.send(source); answer.Kind != File {
		return answer
	}
	return Answer{Kind: Unknown}
}

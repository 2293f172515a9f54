package hosting

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

var gitHubPagesHost = Host{
	Name: GitHubPages, Title: "GitHub Pages", make: newGitHubPages, Shared: "CNAME", Rules: ".nojekyll",
	Words: []string{
		"actions/deploy-pages", "actions/upload-pages-artifact", "peaceiris/actions-gh-pages", "JamesIves/github-pages-deploy-action",
		"mkdocs gh-deploy", `"gh-pages`,
	},
	previews: []preview{{of: "pull request", pattern: `/pr-preview/pr-(\d+)(?:/|$)`}},
}

// newGitHubPages returns the profile of GitHub Pages, which documents only parts of it. Which one answers where a page and a
// directory share a name was observed.
//   - 404.html: https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
//   - Jekyll: https://docs.github.com/en/pages/setting-up-a-github-pages-site-with-jekyll/about-github-pages-and-jekyll
//   - names and slashes: https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md
func newGitHubPages(d Deployment) *profile {
	p := &profile{name: GitHubPages, static: static{files: d.Files, dropHTML: []string{PageExtension}, page: neverSlash, index: withSlash}}
	runs, j := runsJekyll(d), jekyll{}
	if runs == jekyllRuns && j.configure(d.Deployed("_config.yml")) {
		p.static.hidden = j.hides
	}
	if runs != jekyllNever {
		p.missing = p.markdown
	}
	return p
}

// markdown answers with the page that Jekyll makes of a Markdown file. The content of that is not known.
func (p *profile) markdown(req Request, a Answer) Answer {
	name, slash := FileName(req.Path)
	if page := strings.TrimSuffix(name, PageExtension) + ".md"; !slash && p.static.isFile(page) {
		return Answer{Kind: Unknown}
	}
	for _, index := range []string{"index.md", "README.md"} {
		switch source := path.Join(name, index); {
		case !p.static.isFile(source):
		case slash || name == "":
			return Answer{Kind: Unknown}
		default:
			return p.static.redirectTo(name+"/", req)
		}
	}
	return a
}

// jekyllUse says whether GitHub runs Jekyll, as far as files can tell.
type jekyllUse uint8

const (
	jekyllPerhaps jekyllUse = iota
	jekyllNever
	jekyllRuns
)

// jekyll is what GitHub Pages has Jekyll do with a site that it publishes from a branch: names with special characters, and
// those that the configuration excludes, are left out. https://jekyllrb.com/docs/configuration/options/ (include, exclude)
type jekyll struct{ include, exclude []string } // patterns of path.Match

// publishers are words of a workflow that publishes a site without a build by Jekyll, or that adds the file .nojekyll itself.
var publishers = []string{"actions/upload-pages-artifact", "actions/deploy-pages", "peaceiris/actions-gh-pages", "mkdocs gh-deploy"}

// runsJekyll reports whether GitHub runs Jekyll over the build directory. It does so for a branch that holds no .nojekyll, from
// its top or from its folder docs. When anything hints at another way of publishing, it is not certain.
func runsJekyll(d Deployment) jekyllUse {
	if d.Deployed(".nojekyll") != nil {
		return jekyllNever
	}
	var hints strings.Builder // the text of all files that may publish a site
	for _, source := range d.InRepository(WorkflowFiles) {
		hints.Write(source.Data)
	}
	for _, name := range []string{"package.json", "Makefile", ".travis.yml", ".circleci/config.yml"} {
		if source := d.Nearest(name); source != nil {
			hints.Write(source.Data)
		}
	}
	has := func(word string) bool { return strings.Contains(hints.String(), word) }
	ignoresDocs := func(source *Source) bool { return docsIgnored.Match(source.Data) }
	switch {
	case has("jekyll"):
		return jekyllPerhaps
	case slices.ContainsFunc(publishers, has):
		return jekyllNever
	case has("pages"):
		return jekyllPerhaps
	case d.BuildPath == ".", d.BuildPath == "docs" && !slices.ContainsFunc(d.InRepository(".gitignore"), ignoresDocs):
		return jekyllRuns
	}
	return jekyllPerhaps
}

// docsIgnored matches a line of a .gitignore by which no branch contains the folder docs as it is in the working directory.
var docsIgnored = regexp.MustCompile(`(?m)^\s*[/*]*docs[/*]*\s*$`)

// configure reads _config.yml, which is nil when there is none, and reports whether its meaning is clear. A list in it replaces
// the default, as in Jekyll 3, which GitHub runs.
func (j *jekyll) configure(source *Source) bool {
	j.include = []string{".htaccess"}
	j.exclude = []string{"Gemfile", "Gemfile.lock", "node_modules", "vendor/bundle/", "vendor/cache/", "vendor/gems/", "vendor/ruby/"}
	if source == nil {
		return true
	}
	var config struct {
		Include *[]string `yaml:"include"`
		Exclude *[]string `yaml:"exclude"`
	}
	if err := yaml.Unmarshal(source.Data, &config); err != nil {
		return false
	}
	if config.Include != nil {
		j.include = *config.Include
	}
	if config.Exclude != nil {
		j.exclude = *config.Exclude
	}
	return !slices.ContainsFunc(slices.Concat(j.include, j.exclude), func(pattern string) bool {
		_, err := path.Match(pattern, "")
		return err != nil || strings.Trim(pattern, "/.") == "" // It would match everything.
	})
}

// hides says why a file is not published.
func (j *jekyll) hides(name string) string {
	if dropped := j.drops(name); dropped != "" {
		return fmt.Sprintf("GitHub Pages runs Jekyll, which does not publish %q: add an empty file .nojekyll to the root of the site", dropped)
	}
	return ""
}

// drops returns the file or directory on the path of a file that makes Jekyll leave the file out; empty when Jekyll publishes
// it.
func (j *jekyll) drops(name string) string {
	for end := range len(name) + 1 {
		if end < len(name) && name[end] != '/' {
			continue
		}
		entry := path.Base(name[:end])
		if matchesAny(j.include, entry) {
			continue
		}
		if strings.IndexByte("._#~", entry[0]) >= 0 || strings.HasSuffix(entry, "~") || matchesAny(j.exclude, name[:end]) {
			return name[:end]
		}
	}
	return ""
}

// matchesAny reports whether a name matches a pattern, or begins with one, which is how Jekyll reads its lists. An asterisk
// stands for slashes, too.
func matchesAny(patterns []string, name string) bool {
	flat := strings.NewReplacer("/", "\x00")
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		pattern = strings.TrimPrefix(pattern, "/")
		matched, _ := path.Match(flat.Replace(pattern), flat.Replace(name)) // configure refused those that are not valid.
		return matched || strings.HasPrefix(name, pattern)
	})
}

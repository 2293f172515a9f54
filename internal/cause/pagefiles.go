package cause

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
)

// The files that decide which pages a site has, or how their links are written: settings of
// generators and hosts, lists of their versions, build scripts. After a change of one, it
// cannot be said which targets existed before.
var (
	// pageFiles are names of files, in lower case.
	pageFiles = []string{
		// hosts
		"_redirects", "_routes.json", "netlify.toml", "vercel.json", "vercel.ts", "now.json", "firebase.json", "staticwebapp.config.json",
		"wrangler.toml", "wrangler.json", "wrangler.jsonc", "amplify.yml", "render.yaml", ".htaccess", ".nojekyll", ".vercelignore", ".eleventyignore", "nginx.conf", "caddyfile", ".readthedocs.yaml", ".readthedocs.yml", "cname",
		// generators
		"mkdocs.yml", "mkdocs.yaml", "zensical.toml", "_config.yml", "_config.yaml", "_config.toml", "hugo.toml", "hugo.yaml", "hugo.yml",
		"hugo.json", ".eleventy.js", "gatsby-node.js", "gatsby-node.ts", "conf.py", "antora.yml", "antora-playbook.yml", "book.toml",
		"summary.md", "_toc.yml", "myst.yml", "_quarto.yml", "pelicanconf.py", "publishconf.py", "doxyfile", "mint.json", "docs.json", "lektor.project",
		// versions of generators
		"package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock",
		"gemfile", "gemfile.lock", "pyproject.toml", "poetry.lock", "uv.lock", "pdm.lock", "pipfile", "pipfile.lock", "mise.toml", ".tool-versions",
		// builds
		"makefile", "justfile", "taskfile.yml", "dockerfile", ".gitlab-ci.yml",
	}
	// pageFilePrefixes begin names of files before an extension.
	pageFilePrefixes = []string{
		"docusaurus.config", "sidebars", "astro.config", "gatsby-config", "next.config", "nuxt.config", "svelte.config", "vite.config",
		"eleventy.config", "vuepress.config", "theme.config", "rspress.config", "nextra.config", "content.config", "contentlayer.config", "requirements", "middleware.", "_middleware.",
	}
	// pageDirs hold only such files.
	pageDirs = []string{"_plugins", "_ext", "_markup", ".vitepress", ".vuepress"}
	// settingsExtensions are those of the files that pageFilePrefixes begin.
	settingsExtensions = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".jsx", ".tsx", ".json", ".yml", ".yaml", ".txt"}
	// hugoFiles are settings of Hugo, whose modules go.mod lists.
	hugoFiles = []string{"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "config.yaml", "config.yml"}
)

// changesBuild reports whether a change is one of a workflow that may build the site: not a
// new workflow, such as the first one that runs linkvet, and not new versions of actions.
func changesBuild(d *decider, c *git.Change) bool {
	if !strings.HasPrefix(c.Path, ".github/workflows/") || c.Before == "" {
		return false
	}
	steps := func(name string) (lines []string, ok bool) {
		src, ok := d.read(name)
		for raw := range bytes.Lines(src) {
			if line := string(bytes.TrimSpace(raw)); line != "" && line[0] != '#' && !strings.Contains(line, "uses:") {
				lines = append(lines, line)
			}
		}
		return lines, ok
	}
	was, before := steps(c.Before)
	is, after := steps(c.After)
	return !before || !after || differ(was, is)
}

// decidesPages reports whether a file decides which pages the site has.
func decidesPages(file string, tracks func(string) bool) bool {
	dir, base := path.Split(file)
	base = strings.ToLower(base)
	begins := func(prefix string) bool { return strings.HasPrefix(base, prefix) }
	switch {
	case slices.Contains(pageFiles, base),
		slices.Contains(settingsExtensions, path.Ext(base)) && slices.ContainsFunc(pageFilePrefixes, begins):
		return true
	case base == "go.mod" || base == "go.sum":
		return slices.ContainsFunc(hugoFiles, func(name string) bool { return tracks(dir + name) })
	case slices.Contains(hugoFiles, base):
		// Zola and others call theirs so, too.
		return true
	}
	for segment := range strings.SplitSeq(path.Dir(file), "/") {
		if slices.Contains(pageDirs, segment) {
			return true
		}
	}
	// A route with a parameter, such as [slug].astro, and files that add to the data of pages.
	isRoute := strings.Contains(file, "[") || strings.Contains(base, ".11tydata.") || strings.HasPrefix(base, "_content.")
	return isRoute || strings.Contains("/"+file, "/config/_default/")
}

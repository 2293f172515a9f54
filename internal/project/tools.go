package project

import (
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// tool is a host or a generator: its settings files, and what they say. Lists are separated by
// spaces. All paths are relative to the directory of the project. A setting is named as in
// data, with a dot between levels.
type tool struct {
	name string
	// files are the settings files; the end .* stands for those of JavaScript and TypeScript.
	files string
	// marks are settings of which one has to be there, perhaps with the value behind "=", because
	// other tools have files of these names, or the tool also builds what is no site; empty when the
	// names say enough.
	marks string
	// unless is a setting, with its value behind "=", with which the tool builds no site.
	unless string
	// dir are the settings that name the build directory. below are where in it the site is, unless
	// the setting inside says so; empty for the directory itself.
	dir, below, inside string
	// outputs are where a generator builds without such a setting; empty for a host.
	outputs string
	// weak marks a tool that often builds something other than the site, so that its settings count
	// only when they name the build directory; vague one that mostly does, so that they never do.
	weak, vague bool
}

func (t *tool) isHost() bool { return t.outputs == "" }

// allTools returns the hosts, and then the generators, in the order in which they are believed.
func allTools() (all []tool) {
	for _, h := range hosting.Hosts() {
		if h.BuildDir != "" {
			all = append(all, tool{name: h.Title, files: h.Files, dir: h.BuildDir})
		}
	}
	return append(all, generators...)
}

// generators are in the order in which they are believed. A file with marks belongs to the first that it fits.
var generators = []tool{
	{name: "Docusaurus", files: "docusaurus.config.*", outputs: "build"},
	{name: "VitePress", files: ".vitepress/config.* .vitepress/config/index.*", dir: "outDir", outputs: ".vitepress/dist"},
	{name: "VuePress", files: ".vuepress/config.*", dir: "dest", outputs: ".vuepress/dist"},
	{name: "MkDocs", files: "mkdocs.yml mkdocs.yaml", dir: "site_dir", outputs: "site"},
	{
		name: "Hugo", files: "hugo.toml hugo.yaml hugo.yml hugo.json config/_default/hugo.toml config/_default/hugo.yaml " +
			"config/_default/config.toml config/_default/config.yaml",
		dir: "publishDir publishdir", outputs: "public",
	},
	{name: "Zola", files: "zola.toml config.toml", marks: "base_url", dir: "output_dir", outputs: "public"},
	{
		name: "Hugo", files: "config.toml config.yaml config.yml config.json",
		marks: "baseURL baseurl publishDir publishdir languageCode defaultContentLanguage theme",
		dir:   "publishDir publishdir", outputs: "public",
	},
	{
		name: "Hexo", files: "_config.yml _config.yaml package.json", marks: "dependencies.hexo public_dir source_dir new_post_name skip_render",
		dir: "public_dir", outputs: "public",
	},
	{name: "Jupyter Book", files: "_config.yml", marks: "execute sphinx parse launch_buttons only_build_toc_files", outputs: "_build/html"},
	{
		name: "Jekyll", files: "_config.yml _config.yaml _config.toml", marks: "title description theme remote_theme plugins gems markdown " +
			"permalink url baseurl collections defaults source destination",
		dir: "destination", outputs: "_site",
	},
	{name: "mdBook", files: "book.toml", dir: "build.build-dir", below: "html .", outputs: "book book/html"},
	{
		name: "Antora", files: "antora-playbook.yml antora-playbook.yaml local-antora-playbook.yml site.yml", marks: "content.sources output.dir site.url",
		dir: "output.dir", outputs: "build/site",
	},
	{name: "Eleventy", files: "eleventy.config.* .eleventy.js .eleventy.cjs", dir: "dir.output setOutputDirectory", outputs: "_site"},
	{name: "Astro", files: "astro.config.*", dir: "outDir", outputs: "dist dist/client"},
	{name: "Rspress", files: "rspress.config.*", dir: "outDir", outputs: "doc_build"},
	{name: "Quarto", files: "_quarto.yml _quarto.yaml", marks: "project.type", dir: "project.output-dir", outputs: "_site _book"},
	{name: "Pelican", files: "pelicanconf.py", dir: "OUTPUT_PATH", outputs: "output"},
	{name: "Gatsby", files: "gatsby-config.*", outputs: "public"},
	{name: "Nuxt", files: "nuxt.config.*", outputs: ".output/public dist"},
	{name: "Next.js", files: "next.config.*", marks: "output=export", dir: "distDir", outputs: "out"},
	{
		name: "SvelteKit", files: "svelte.config.* package.json", marks: "devDependencies.@sveltejs/adapter-static dependencies.@sveltejs/adapter-static",
		dir: "kit.adapter.pages", outputs: "build",
	},
	{
		name: "Sphinx", files: "conf.py source/conf.py Makefile", marks: "SPHINXBUILD extensions html_theme",
		dir: "BUILDDIR", below: "html dirhtml singlehtml", outputs: sphinx,
	},

	{name: "Next.js", files: "next.config.*", dir: "distDir", outputs: "out", weak: true},
	{name: "Sphinx", files: "conf.py source/conf.py", marks: "project master_doc", outputs: sphinx, weak: true},
	{
		name: "Doxygen", files: "Doxyfile", unless: "GENERATE_HTML=NO", dir: "OUTPUT_DIRECTORY", below: "html", inside: "HTML_OUTPUT",
		outputs: "html", weak: true,
	},
	{name: "SvelteKit", files: "svelte.config.*", dir: "kit.adapter.pages", outputs: "build", weak: true},
	{name: "TypeDoc", files: "typedoc.json typedoc.jsonc typedoc.config.*", dir: "out", outputs: "docs", weak: true},
	{name: "Vite", files: "vite.config.*", dir: "build.outDir", outputs: "dist", weak: true, vague: true},
	{name: "Create React App", files: "package.json", marks: "dependencies.react-scripts devDependencies.react-scripts", outputs: "build", weak: true},
	{name: "rustdoc", files: "Cargo.toml", outputs: rustdoc, weak: true, vague: true},
}

// sphinx is where the Makefile of Sphinx builds.
const sphinx = "_build/html _build/dirhtml build/html build/dirhtml"

// prefixes are where sites are in a repository.
const prefixes = ". docs doc website site web www guide book documentation docs-site " +
	"packages/docs packages/website apps/docs apps/web apps/website"

// usual are the directories in which generators put what they build, in the order in
// which they are tried.
var usual = strings.Fields(`public dist _site build out site book docs/_build/html target/doc
	.vitepress/dist docs/.vitepress/dist .vuepress/dist docs/.vuepress/dist docs/_build/dirhtml _build/html _build/dirhtml
	docs/build/html build/html doc/_build/html doc/build/html guide/book docs/book doc/book
	website/build website/dist website/public website/out docs/build docs/dist docs/public docs/_site docs/site docs/out
	site/public site/dist site/build build/site output .output/public _book doc_build docs/doc_build website/doc_build
	build/docs/javadoc build/dokka/html target/site target/site/apidocs target/reports/apidocs docs/html doc/html html docs doc`)

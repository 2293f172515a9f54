package project

// tool is a host or a generator: its settings files, and what they say. All paths are
// relative to the directory of the project. A setting is named as in data, with a dot
// between levels.
type tool struct {
	name  string
	files []string
	// marks are settings of which one has to be there, because other tools have files of
	// these names; none when the names say enough.
	marks []string
	// dir are the settings that name the build directory, and below are where in it the site
	// is; none for the directory itself.
	dir, below []string
	// start is the setting to whose directory a host's build directory is relative.
	start string
	// outputs are where a generator builds without such a setting.
	outputs []string
	// url and base are the settings with the site's URL and its base path. Where a tool has
	// both, the path is that of base.
	url, base []string
	// host marks a host, whose paths may start with a slash.
	host bool
	// weak marks a tool that often builds something other than the site.
	weak bool
}

// tools are the hosts, and then the generators, in the order in which they are believed. A
// file with marks belongs to the first tool that it fits.
var tools = [...]tool{
	{name: "Netlify", files: []string{"netlify.toml"}, dir: []string{"build.publish"}, start: "build.base", host: true},
	{name: "Vercel", files: []string{"vercel.json"}, dir: []string{"outputDirectory"}, host: true},
	{name: "Firebase", files: []string{"firebase.json"}, dir: []string{"hosting.public"}, host: true},
	{
		name: "Cloudflare", files: []string{"wrangler.toml", "wrangler.json", "wrangler.jsonc"},
		dir: []string{"pages_build_output_dir", "assets.directory"}, host: true,
	},
	{
		name: "Docusaurus", files: scripts("docusaurus.config"), outputs: []string{"build"},
		url: []string{"url"}, base: []string{"baseUrl"},
	},
	{
		name: "VitePress", files: append(scripts(".vitepress/config"), scripts(".vitepress/config/index")...), dir: []string{"outDir"},
		outputs: []string{".vitepress/dist"}, url: []string{"sitemap.hostname"}, base: []string{"base"},
	},
	{name: "VuePress", files: scripts(".vuepress/config"), dir: []string{"dest"}, outputs: []string{".vuepress/dist"}, base: []string{"base"}},
	{
		name: "MkDocs", files: []string{"mkdocs.yml", "mkdocs.yaml"}, dir: []string{"site_dir"}, outputs: []string{"site"},
		url: []string{"site_url"},
	},
	{
		name: "Hugo", files: []string{
			"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml", "config/_default/hugo.yaml",
			"config/_default/config.toml", "config/_default/config.yaml",
		},
		dir: []string{"publishDir", "publishdir"}, outputs: []string{"public"}, url: []string{"baseURL", "baseurl"},
	},
	{
		name: "Zola", files: []string{"zola.toml", "config.toml"}, marks: []string{"base_url"}, dir: []string{"output_dir"},
		outputs: []string{"public"}, url: []string{"base_url"},
	},
	{
		name: "Hugo", files: []string{"config.toml", "config.yaml", "config.yml", "config.json"},
		marks: []string{"baseURL", "baseurl", "publishDir", "publishdir", "languageCode", "defaultContentLanguage", "theme"},
		dir:   []string{"publishDir", "publishdir"}, outputs: []string{"public"}, url: []string{"baseURL", "baseurl"},
	},
	{
		name: "Hexo", files: []string{"_config.yml", "_config.yaml"}, marks: []string{"public_dir", "source_dir", "new_post_name", "skip_render"},
		dir: []string{"public_dir"}, outputs: []string{"public"}, url: []string{"url"},
	},
	{
		name: "Jupyter Book", files: []string{"_config.yml"}, marks: []string{"execute", "sphinx", "parse", "launch_buttons", "only_build_toc_files"},
		outputs: []string{"_build/html"},
	},
	{
		name: "Jekyll", files: []string{"_config.yml", "_config.yaml", "_config.toml"}, marks: []string{
			"title", "description", "theme", "remote_theme", "plugins", "gems", "markdown", "permalink", "url", "baseurl",
			"collections", "defaults", "include", "exclude", "source", "destination",
		},
		dir: []string{"destination"}, outputs: []string{"_site"}, url: []string{"url"}, base: []string{"baseurl"},
	},
	{
		name: "mdBook", files: []string{"book.toml"}, dir: []string{"build.build-dir"}, below: []string{".", "html"},
		outputs: []string{"book", "book/html"}, base: []string{"output.html.site-url"},
	},
	{
		name: "Antora", files: []string{"antora-playbook.yml", "antora-playbook.yaml", "local-antora-playbook.yml"},
		dir: []string{"output.dir"}, outputs: []string{"build/site"}, url: []string{"site.url"},
	},
	{
		name: "Antora", files: []string{"site.yml"}, marks: []string{"content.sources"},
		dir: []string{"output.dir"}, outputs: []string{"build/site"}, url: []string{"site.url"},
	},
	{
		name: "Eleventy", files: append(scripts("eleventy.config"), ".eleventy.js", ".eleventy.cjs"),
		dir: []string{"dir.output", "setOutputDirectory"}, outputs: []string{"_site"}, base: []string{"pathPrefix"},
	},
	{
		name: "Astro", files: scripts("astro.config"), dir: []string{"outDir"}, outputs: []string{"dist", "dist/client"},
		url: []string{"site"}, base: []string{"base"},
	},
	{name: "Rspress", files: scripts("rspress.config"), dir: []string{"outDir"}, outputs: []string{"doc_build"}, base: []string{"base"}},
	{
		name: "Quarto", files: []string{"_quarto.yml", "_quarto.yaml"}, marks: []string{"project.type"}, dir: []string{"project.output-dir"},
		outputs: []string{"_site", "_book"}, url: []string{"website.site-url", "book.site-url"},
	},
	{name: "Pelican", files: []string{"pelicanconf.py"}, dir: []string{"OUTPUT_PATH"}, outputs: []string{"output"}, url: []string{"SITEURL"}},
	{
		name: "Gatsby", files: scripts("gatsby-config"), outputs: []string{"public"},
		url: []string{"siteMetadata.siteUrl"}, base: []string{"pathPrefix"},
	},
	{name: "Nuxt", files: scripts("nuxt.config"), outputs: []string{".output/public", "dist"}, base: []string{"app.baseURL"}},
	{name: "Next.js", files: scripts("next.config"), dir: []string{"distDir"}, outputs: []string{"out"}, base: []string{"basePath"}, weak: true},
	{
		name: "Sphinx", files: []string{"conf.py", "source/conf.py", "Makefile"}, weak: true,
		marks: []string{"SPHINXBUILD", "extensions", "html_theme", "project", "master_doc"},
		dir:   []string{"BUILDDIR"}, below: []string{"html", "dirhtml", "singlehtml"},
		outputs: []string{"_build/html", "_build/dirhtml", "build/html", "build/dirhtml"}, url: []string{"html_baseurl"},
	},
	{name: "Doxygen", files: []string{"Doxyfile"}, dir: []string{"OUTPUT_DIRECTORY"}, below: []string{"html"}, outputs: []string{"html"}, weak: true},
	{
		name: "SvelteKit", files: scripts("svelte.config"), dir: []string{"kit.adapter.pages"}, outputs: []string{"build"},
		base: []string{"kit.paths.base"}, weak: true,
	},
	{name: "TypeDoc", files: []string{"typedoc.json", "typedoc.jsonc"}, dir: []string{"out"}, outputs: []string{"docs"}, weak: true},
	{name: "Vite", files: scripts("vite.config"), dir: []string{"build.outDir"}, outputs: []string{"dist"}, base: []string{"base"}, weak: true},
	{
		name: "Create React App", files: []string{"package.json"}, marks: []string{"dependencies.react-scripts", "devDependencies.react-scripts"},
		outputs: []string{"build"}, url: []string{"homepage"}, weak: true,
	},
	{name: "rustdoc", files: []string{"Cargo.toml"}, outputs: []string{rustdoc}, weak: true},
}

// scripts returns the names of settings in JavaScript and TypeScript.
func scripts(name string) []string {
	return []string{name + ".js", name + ".ts", name + ".mjs", name + ".mts", name + ".cjs"}
}

// prefixes are where sites are in a repository.
var prefixes = [...]string{
	".", "docs", "doc", "website", "site", "web", "www", "guide", "book", "documentation", "docs-site",
	"packages/docs", "packages/website", "apps/docs", "apps/web", "apps/website",
}

// usual are the directories in which generators put what they build, in the order in
// which they are tried.
var usual = [...]string{
	"public", "dist", "_site", "build", "out", "site", "book", "docs/_build/html", rustdoc,
	".vitepress/dist", "docs/.vitepress/dist", ".vuepress/dist", "docs/.vuepress/dist", "docs/_build/dirhtml", "_build/html", "_build/dirhtml",
	"docs/build/html", "build/html", "doc/_build/html", "doc/build/html", "guide/book", "docs/book", "doc/book",
	"website/build", "website/dist", "website/public", "website/out", "docs/build", "docs/dist", "docs/public", "docs/_site", "docs/site", "docs/out",
	"site/public", "site/dist", "site/build", "build/site", "output", ".output/public", "_book", "doc_build", "docs/doc_build", "website/doc_build",
	"build/docs/javadoc", "build/dokka/html", "target/site", "target/site/apidocs", "target/reports/apidocs", "docs/html", "doc/html", "html",
}

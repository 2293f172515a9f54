package builddir

// tool is a host or a generator: its settings files, and where they and it put the site.
// All paths are relative to the directory of the project.
type tool struct {
	name  string
	files []string
	// keys are the settings that name the build directory: in data with a dot between
	// levels, in code without.
	keys []string
	// base is the setting to whose directory the other is relative; empty for none.
	base string
	// below are where in the directory the site is; none for the directory itself.
	below []string
	// usual are where a generator builds without the setting.
	usual []string
	// host marks a host, whose paths may start with a slash.
	host bool
	// weak marks a setting that often is of something other than the site.
	weak bool
}

// belowOrItself returns where in the directory of the setting the site is.
func (t *tool) belowOrItself() []string {
	if len(t.below) == 0 {
		return []string{"."}
	}
	return t.below
}

// tools are the hosts, and then the generators, in the order in which they are believed.
var tools = [...]tool{
	{name: "Netlify", files: []string{"netlify.toml"}, keys: []string{"build.publish"}, base: "build.base", host: true},
	{name: "Vercel", files: []string{"vercel.json"}, keys: []string{"outputDirectory"}, host: true},
	{name: "Firebase", files: []string{"firebase.json"}, keys: []string{"hosting.public"}, host: true},
	{
		name: "Cloudflare", files: []string{"wrangler.toml", "wrangler.json", "wrangler.jsonc"},
		keys: []string{"pages_build_output_dir", "assets.directory"}, host: true,
	},
	{
		name: "Docusaurus", files: []string{"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs"},
		usual: []string{"build"},
	},
	{
		name: "VitePress", files: []string{
			".vitepress/config.js", ".vitepress/config.mjs", ".vitepress/config.ts", ".vitepress/config.mts",
			".vitepress/config/index.js", ".vitepress/config/index.ts", ".vitepress/config/index.mts",
		},
		keys: []string{"outDir"}, usual: []string{".vitepress/dist"},
	},
	{name: "VuePress", files: []string{".vuepress/config.js", ".vuepress/config.ts"}, keys: []string{"dest"}, usual: []string{".vuepress/dist"}},
	{name: "MkDocs", files: []string{"mkdocs.yml", "mkdocs.yaml"}, keys: []string{"site_dir"}, usual: []string{"site"}},
	{
		name: "Hugo", files: []string{
			"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml", "config/_default/hugo.yaml",
			"config/_default/config.toml", "config/_default/config.yaml",
		},
		keys: []string{"publishDir", "publishdir"}, usual: []string{"public"},
	},
	{
		name: "Hugo or Zola", files: []string{"config.toml", "config.yaml", "config.yml"},
		keys: []string{"publishDir", "publishdir", "output_dir"}, usual: []string{"public"},
	},
	{
		name: "Jekyll or Hexo", files: []string{"_config.yml", "_config.yaml", "_config.toml"},
		keys: []string{"destination", "public_dir"}, usual: []string{"_site", "public"},
	},
	{name: "mdBook", files: []string{"book.toml"}, keys: []string{"build.build-dir"}, below: []string{".", "html"}, usual: []string{"book", "book/html"}},
	{
		name: "Antora", files: []string{"antora-playbook.yml", "antora-playbook.yaml", "local-antora-playbook.yml", "site.yml"},
		keys: []string{"output.dir"}, usual: []string{"build/site"},
	},
	{
		name:  "Eleventy",
		files: []string{"eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts", ".eleventy.js", ".eleventy.cjs"},
		keys:  []string{"output", "setOutputDirectory"}, usual: []string{"_site"},
	},
	{
		name: "Astro", files: []string{"astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts", "astro.config.cjs"},
		keys: []string{"outDir"}, usual: []string{"dist", "dist/client"},
	},
	{
		name: "Next.js", files: []string{"next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs"},
		keys: []string{"distDir"}, usual: []string{"out"}, weak: true,
	},
	{name: "Quarto", files: []string{"_quarto.yml", "_quarto.yaml"}, keys: []string{"project.output-dir"}, usual: []string{"_site", "_book"}},
	{name: "Pelican", files: []string{"pelicanconf.py"}, keys: []string{"OUTPUT_PATH"}, usual: []string{"output"}},
	{name: "Sphinx", files: []string{"Makefile"}, keys: []string{"BUILDDIR"}, below: []string{"html", "dirhtml", "singlehtml"}, weak: true},
	{
		name: "Sphinx", files: []string{"conf.py", "source/conf.py"},
		usual: []string{"_build/html", "_build/dirhtml", "build/html", "build/dirhtml"},
	},
	{name: "Doxygen", files: []string{"Doxyfile"}, keys: []string{"OUTPUT_DIRECTORY"}, below: []string{"html"}, usual: []string{"html"}, weak: true},
	{name: "Gatsby", files: []string{"gatsby-config.js", "gatsby-config.ts", "gatsby-config.mjs"}, usual: []string{"public"}},
	{name: "Nuxt", files: []string{"nuxt.config.ts", "nuxt.config.js"}, usual: []string{".output/public", "dist"}},
	{name: "SvelteKit", files: []string{"svelte.config.js", "svelte.config.ts"}, keys: []string{"pages"}, usual: []string{"build"}, weak: true},
	{name: "TypeDoc", files: []string{"typedoc.json"}, keys: []string{"out"}, weak: true},
	{name: "Vite", files: []string{"vite.config.js", "vite.config.ts", "vite.config.mjs", "vite.config.mts"}, keys: []string{"outDir"}, usual: []string{"dist"}, weak: true},
	{name: "rustdoc", files: []string{"Cargo.toml"}, usual: []string{rustdoc}},
}

package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/openfile"
)

// TestPlaces reads where settings say that the site is served.
func TestPlaces(t *testing.T) {
	for name, tt := range map[string]struct {
		files  map[string]string
		target string
		want   string // URL, key and file with its line
	}{
		"MkDocs":                  {files: map[string]string{"mkdocs.yml": "site_name: x\nsite_url: https://x.org/docs"}, target: "site", want: "https://x.org/docs/ site_url mkdocs.yml:2"},
		"Docusaurus":              {files: map[string]string{"docusaurus.config.js": "module.exports = {\nurl: 'https://x.org',\nbaseUrl: '/docs/', presets: [{ url: 'y' }] }"}, target: "build", want: "https://x.org/docs/ url docusaurus.config.js:2"},
		"Docusaurus, new":         {files: map[string]string{"website/docusaurus.config.ts": "x = { url: 'https://your-docusaurus-site.example.com', baseUrl: '/docs/' }"}, target: "website/build", want: "/docs/ baseUrl website/docusaurus.config.ts:1"},
		"Hugo":                    {files: map[string]string{"hugo.toml": "baseURL = 'https://X.org/a'"}, target: "public", want: "https://x.org/a/ baseURL hugo.toml:1"},
		"Hugo, new":               {files: map[string]string{"hugo.toml": "baseURL = 'https://example.org/'"}, target: "public"},
		"Hugo, a path":            {files: map[string]string{"hugo.toml": "baseURL = '/a/'"}, target: "public", want: "/a/ baseURL hugo.toml:1"},
		"Hugo, without scheme":    {files: map[string]string{"hugo.toml": "baseURL = '//x.org/'"}, target: "public"},
		"Hexo":                    {files: map[string]string{"_config.yml": "title: x\nurl: https://x.org", "package.json": `{"dependencies": {"hexo": "*"}}`}, target: "public", want: "https://x.org/ url _config.yml:2"},
		"Jekyll":                  {files: map[string]string{"_config.yml": "url: https://x.org\nbaseurl: /a"}, target: "_site", want: "https://x.org/a/ url _config.yml:1"},
		"Jekyll, a path":          {files: map[string]string{"_config.yml": "baseurl: /a"}, target: "_site", want: "/a/ baseurl _config.yml:1"},
		"mdBook":                  {files: map[string]string{"book.toml": "[output.html]\nsite-url = '/a/'"}, target: "book", want: "/a/ output.html.site-url book.toml:2"},
		"VitePress":               {files: map[string]string{"docs/.vitepress/config.mts": "export default defineConfig({ base: '/a/',\nsitemap: { hostname: 'https://x.org' }, themeConfig: { sidebar: [{ base: '/b/' }] } })"}, target: "docs/.vitepress/dist", want: "https://x.org/a/ sitemap.hostname docs/.vitepress/config.mts:2"},
		"Astro":                   {files: map[string]string{"astro.config.mjs": "x({ site: 'https://x.org/ignored', base: 'a' })"}, target: "dist"},
		"Astro, a path":           {files: map[string]string{"astro.config.mjs": "x({ site: 'https://x.org', base: '/a' })"}, target: "dist", want: "https://x.org/a/ site astro.config.mjs:1"},
		"Astro, a variable":       {files: map[string]string{"astro.config.mjs": "x({ site: 'https://x.org', base })"}, target: "dist"},
		"Sphinx":                  {files: map[string]string{"docs/conf.py": "project = 'x'\nhtml_baseurl = 'https://x.org/en/'"}, target: "docs/_build/html", want: "https://x.org/en/ html_baseurl docs/conf.py:2"},
		"Zola":                    {files: map[string]string{"config.toml": "base_url = 'https://x.org'"}, target: "public", want: "https://x.org/ base_url config.toml:1"},
		"Eleventy":                {files: map[string]string{".eleventy.js": "module.exports = (c) => {\nreturn { pathPrefix: '/a/' } }"}, target: "_site", want: "/a/ pathPrefix .eleventy.js:2"},
		"Vite, other files":       {files: map[string]string{"vite.config.ts": "x({ base: 'https://cdn.org/' })"}, target: "dist"},
		"Antora":                  {files: map[string]string{"antora-playbook.yml": "site:\n  url: https://x.org"}, target: "build/site", want: "https://x.org/ site.url antora-playbook.yml:2"},
		"Create React App":        {files: map[string]string{"package.json": `{"homepage": "https://x.org/a", "dependencies": {"react-scripts": "5"}}`}, target: "build", want: "https://x.org/a/ homepage package.json:1"},
		"another package":         {files: map[string]string{"package.json": `{"homepage": "https://x.org/a"}`}, target: "build"},
		"an address with a query": {files: map[string]string{"next.config.js": "x = { basePath: '/a?b' }"}, target: "out"},
		"SvelteKit":               {files: map[string]string{"svelte.config.js": "x = { kit: { paths: { base: '/a' } } }"}, target: "build", want: "/a/ kit.paths.base svelte.config.js:1"},
		"Next.js":                 {files: map[string]string{"next.config.js": "x = { basePath: '/a' }"}, target: "out", want: "/a/ basePath next.config.js:1"},

		"its own directory":   {files: map[string]string{"docs/mkdocs.yml": "site_url: https://x.org\nsite_dir: ../out"}, target: "out", want: "https://x.org/ site_url docs/mkdocs.yml:1"},
		"in a deep directory": {files: map[string]string{"a/b/c/mkdocs.yml": "site_url: https://x.org"}, target: "a/b/c/site", want: "https://x.org/ site_url a/b/c/mkdocs.yml:1"},
		"another directory":   {files: map[string]string{"mkdocs.yml": "site_url: https://x.org"}, target: "dist"},
		"two generators":      {files: map[string]string{"hugo.toml": "baseURL = 'https://x.org'", "gatsby-config.js": ""}, target: "public"},
		"a variable":          {files: map[string]string{"mkdocs.yml": "site_url: !ENV URL"}, target: "site"},
		"local":               {files: map[string]string{"mkdocs.yml": "site_url: http://localhost:8000/"}, target: "site"},
		"several values":      {files: map[string]string{"hugo.toml": "baseURL = 'https://x.org'", "config/_default/hugo.toml": "baseURL = 'https://y.org'"}, target: "public"},
	} {
		t.Run(name, func(t *testing.T) {
			tree(t, tt.files)
			if err := os.MkdirAll(tt.target, 0o700); err != nil {
				t.Fatal(err)
			}
			here, err := openfile.WorkingDirectory()
			if err != nil {
				t.Fatal(err)
			}
			var above []string
			for dir := filepath.Join(here, filepath.FromSlash(tt.target)); dir != here; {
				dir = filepath.Dir(dir)
				above = append(above, dir)
			}
			p, got := PlaceOf(filepath.FromSlash(tt.target), above), ""
			if p.URL.Path != "" {
				got = p.URL.Origin() + p.URL.Path + " " + strings.Replace(p.By, " in ", " ", 1)
			}
			if got = strings.TrimPrefix(got, "://"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

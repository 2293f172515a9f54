package source_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// settled returns for each target and page of a project the line that is named.
func settled(t *testing.T, files map[string]string) []string {
	t.Helper()
	dir := sourcetest.Write(t, files)
	r := mapped(t, dir, "public", "https://example.org/demo/")
	var all []string
	for _, f := range r.Findings {
		for _, o := range f.Occurrences {
			place := "none"
			if o.Source != nil {
				name, err := filepath.Abs(o.Source.File)
				if err == nil {
					name, err = filepath.Rel(dir, name)
				}
				if err != nil {
					t.Fatal(err)
				}
				place = fmt.Sprintf("%s:%d", filepath.ToSlash(name), o.Source.Line)
			}
			all = append(all, fmt.Sprintf("%s on %s: %s", f.Target, o.Page, place))
		}
	}
	return all
}

// testSettled names the lines of projects.
func testSettled(t *testing.T, projects []project) {
	t.Helper()
	for _, tt := range projects {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, settled(t, tt.files)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAttributeAssets attributes what themes load: the settings give its path, with no text
// beside it.
func TestAttributeAssets(t *testing.T) {
	t.Parallel()
	const material = `<head><link rel="icon" href="../img/icon.ico"><link rel="stylesheet" href="../css/extra.css"></head>` +
		`<header><a href="./"><img src="../img/logo.png" alt="logo"></a></header>`
	const mkdocs = "theme:\n  name: material\n  logo: img/logo.png\n  favicon: img/icon.ico\nextra_css:\n  - css/extra.css\n"
	testSettled(t, []project{
		{
			name:  "MkDocs",
			files: map[string]string{"mkdocs.yml": mkdocs, "docs/guide/index.md": "# Guide\n", "public/guide/index.html": material},
			want: []string{
				"/css/extra.css on /guide/: mkdocs.yml:6", "/img/icon.ico on /guide/: mkdocs.yml:4", "/img/logo.png on /guide/: mkdocs.yml:3",
			},
		},
		{
			name: "two places",
			files: map[string]string{
				"mkdocs.yml": mkdocs, "docs/guide/index.md": "# Guide\n", "public/guide/index.html": `<img src="../img/logo.png" alt="logo">`,
				"mkdocs.fr.yml": "theme:\n  logo: img/logo.png\n",
			},
			want: []string{"/img/logo.png on /guide/: none"},
		},
		{
			name: "another key",
			files: map[string]string{
				"tool.yml": "upload:\n  first: img/logo.png\n", "docs/guide/index.md": "# Guide\n",
				"public/guide/index.html": `<img src="../img/logo.png" alt="logo">`,
			},
			want: []string{"/img/logo.png on /guide/: none"},
		},
		{
			name: "a path that ends alike",
			files: map[string]string{
				"mkdocs.yml": mkdocs, "docs/guide/index.md": "# Guide\n", "public/guide/index.html": `<img src="../theme/img/logo.png" alt="logo">`,
			},
			want: []string{"/theme/img/logo.png on /guide/: none"},
		},
		{
			name: "a link with a text",
			files: map[string]string{
				"mkdocs.yml": mkdocs, "docs/guide/index.md": "# Guide\n", "public/guide/index.html": `<a href="../img/logo.png">our picture</a>`,
			},
			want: []string{"/img/logo.png on /guide/: none"},
		},
		{
			name: "Docusaurus",
			files: map[string]string{
				"docusaurus.config.js": "export default {\n  favicon: 'img/icon.ico',\n  themeConfig: {\n    image: 'img/card.png',\n" +
					"    navbar: { logo: { alt: 'Logo', src: 'img/logo.svg' } },\n  },\n}\n",
				"docs/a.md": "# A\n",
				"public/docs/a/index.html": `<link data-rh="true" rel="icon" href="/demo/img/icon.ico">` +
					`<meta data-rh="true" property="og:image" content="https://example.org/demo/img/card.png">` +
					`<meta data-rh="true" name="twitter:image" content="https://example.org/demo/img/card.png">` +
					`<img src="/demo/img/logo.svg" alt="Logo" class="themedComponent_mlkZ">`,
			},
			want: []string{
				"/img/card.png on /docs/a/: docusaurus.config.js:4", "/img/card.png on /docs/a/: docusaurus.config.js:4",
				"/img/icon.ico on /docs/a/: docusaurus.config.js:2", "/img/logo.svg on /docs/a/: docusaurus.config.js:5",
			},
		},
		{
			name: "front matter",
			files: map[string]string{
				"content/blog/post.md": "---\ntitle: Post\nimage: img/card.png\ncover:\n  image: img/cover.png\n---\n",
				"public/blog/post/index.html": `<meta property="og:image" content="https://example.org/demo/img/card.png">` +
					`<meta name="twitter:image" content="https://example.org/demo/img/card.png"><main><img src="/demo/img/cover.png" alt="Cover"></main>`,
				"public/blog/index.html": `<main><img src="/demo/img/cover.png" alt="Cover"></main>`,
			},
			want: []string{
				"/img/card.png on /blog/post/: content/blog/post.md:3", "/img/card.png on /blog/post/: content/blog/post.md:3",
				"/img/cover.png on /blog/: content/blog/post.md:5", "/img/cover.png on /blog/post/: content/blog/post.md:5",
			},
		},
		{
			name: "the path of the page itself",
			files: map[string]string{
				"blog/post.md": "---\nslug: lost\n---\n", "public/blog/lost/index.html": `<link rel="alternate" href="https://example.org/demo/lost"><p>text</p>`,
			},
			want: []string{"/lost on /blog/lost/: none"},
		},
		{
			name: "front matter of a page that does not show the picture",
			files: map[string]string{
				"content/blog/post.md":        "---\ntitle: Post\ncover:\n  image: img/cover.png\n---\n",
				"public/blog/post/index.html": `<main>text</main>`, "public/blog/index.html": `<main><img src="/demo/img/cover.png" alt=""></main>`,
			},
			want: []string{"/img/cover.png on /blog/: none"},
		},
	})
}

// TestAttributeMenus attributes the entries of menus whose paths are relative to the root of
// the site, or whose keys are their texts.
func TestAttributeMenus(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "entries of MkDocs on a page in a directory",
			files: map[string]string{
				"mkdocs.yml": "nav:\n  - Home: index.md\n  - Guide: guide/index.md\n  - Lost: guide/lost.md\n", "docs/guide/index.md": "# Guide\n",
				"public/guide/index.html": `<nav class="md-nav"><a href="lost.md" class="md-nav__link"><span class="md-ellipsis">Lost</span></a></nav>`,
			},
			want: []string{"/guide/lost.md on /guide/: mkdocs.yml:4"},
		},
		{
			name: "an entry with another text",
			files: map[string]string{
				"mkdocs.yml": "nav:\n  - Found: guide/lost.md\n", "docs/guide/index.md": "# Guide\n",
				"public/guide/index.html": `<nav><a href="lost.md">Lost</a></nav>`,
			},
			want: []string{"/guide/lost.md on /guide/: none"},
		},
		{
			name: "keys in Hugo's data, which are texts",
			files: map[string]string{
				"data/menu.yaml": "- Guide: guide/lost/\n", "data/flat.yaml": "Flat one: /flat/\nImprint: imprint.html\nother: /other/\n", "content/a.md": "a\n",
				"public/a/index.html": `<footer><a href="/demo/guide/lost/">Guide</a><a href="/demo/flat/">Flat one</a>` +
					`<a href="/demo/imprint.html">imprint</a><a href="/demo/other/">other</a></footer>`,
			},
			want: []string{
				"/flat/ on /a/: data/flat.yaml:1", "/guide/lost/ on /a/: data/menu.yaml:1", "/imprint.html on /a/: data/flat.yaml:2",
				"/other/ on /a/: none",
			},
		},
		{
			name: "keys in Eleventy's data",
			files: map[string]string{
				"src/_data/links.json": "{ \"Guide pages\": \"/one/\", \"Simple\": \"/two/\" }\n", "src/a.md": "a\n",
				"public/a/index.html": `<nav><a href="/demo/one/">Guide pages</a><a href="/demo/two/">Simple</a></nav>`,
			},
			want: []string{"/one/ on /a/: src/_data/links.json:1", "/two/ on /a/: none"},
		},
		{
			name: "an entry without a text, which is translated elsewhere",
			files: map[string]string{
				"hugo.yaml": "menus:\n  main:\n    - identifier: guide\n      url: /lost/\n", "content/a.md": "a\n",
				"public/a/index.html": `<nav><a href="/demo/lost/">Leitfaden</a></nav>`,
			},
			want: []string{"/lost/ on /a/: hugo.yaml:4"},
		},
		{
			name: "an entry without a text, and a link in the text",
			files: map[string]string{
				"hugo.yaml": "menus:\n  main:\n    - identifier: guide\n      url: /lost/\n", "content/a.md": "a\n",
				"public/a/index.html": `<main><a href="/demo/lost/">Leitfaden</a></main>`,
			},
			want: []string{"/lost/ on /a/: none"},
		},
	})
}

// TestAttributeFrontMatterOfCode attributes links in front matter of JavaScript and JSON.
func TestAttributeFrontMatterOfCode(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "JavaScript",
			files: map[string]string{
				"src/js.md": "---js\n{\n  layout: \"base.njk\",\n  image: \"/demo/img/card.png\", // note\n" +
					"  cards: [\n    { href: `/demo/card/`, title: \"Card two\" },\n  ],\n  now: function() { return new Date(); },\n}\n---\n# JS\n\nText [a](/demo/a/).\n",
				"public/js/index.html": `<meta property="og:image" content="/demo/img/card.png"><main><p>Text <a href="/demo/a/">a</a>.</p>` +
					`<a href="/demo/card/">Card two</a></main>`,
			},
			want: []string{"/a/ on /js/: src/js.md:13", "/card/ on /js/: src/js.md:6", "/img/card.png on /js/: src/js.md:4"},
		},
		{
			name: "JSON that states the path of the page",
			files: map[string]string{
				"src/x.md":                 "---json\n{\n  \"next\": { \"link\": \"/demo/next/\", \"label\": \"Next up\" },\n  \"permalink\": \"/stated/\"\n}\n---\n",
				"src/y.md":                 "{\n  \"permalink\": \"/other/\",\n  \"more\": { \"permalink\": \"/no/\", \"link\": \"/demo/next/\" }\n}\n\ntext\n",
				"public/stated/index.html": `<a href="/demo/next/">Next up</a>`, "public/other/index.html": `<a href="/demo/next/">more</a>`,
			},
			want: []string{"/next/ on /other/: src/y.md:3", "/next/ on /stated/: src/x.md:3"},
		},
		{
			name: "another language",
			files: map[string]string{
				"src/js.md": "---ruby\n{\n  href: \"/demo/card/\",\n}\n---\n", "public/js/index.html": `<a href="/demo/card/">Card two</a>`,
			},
			want: []string{"/card/ on /js/: none"},
		},
	})
}

// TestAttributeFragmentsOfRenamedPages attributes links to a fragment of a page that has
// another path than its file.
func TestAttributeFragmentsOfRenamedPages(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "Docusaurus",
			files: map[string]string{
				"docs/intro.md": "---\nslug: /\n---\n# Intro\n", "docs/sub/a.md": "---\nid: a\nslug: a-new\n---\n# A\n",
				"docs/sub/b.md":                    "---\nid: renamed\n---\n[frag](a.md#lost)\n[bb](../intro.md#gone)\n",
				"public/docs/index.html":           "<h1>Intro</h1>",
				"public/docs/sub/a-new.html":       "<h1>A</h1>",
				"public/docs/sub/renamed.html":     `<a class="" href="/demo/docs/sub/a-new.html#lost">frag</a><a class="" href="/demo/docs/#gone">bb</a>`,
				"docs/sub/c.md":                    "[frag](other.md#lost)\n",
				"public/docs/sub/c/index.html":     `<a href="/demo/docs/sub/a-new.html#lost">frag</a>`,
				"public/docs/sub/other/index.html": "<h1 id=lost>Other</h1>", "docs/sub/other.md": "# Other\n",
			},
			want: []string{
				"/docs/#gone on /docs/sub/renamed.html: docs/sub/b.md:5", "/docs/sub/a-new.html#lost on /docs/sub/c/: none",
				"/docs/sub/a-new.html#lost on /docs/sub/renamed.html: docs/sub/b.md:4",
			},
		},
	})
}

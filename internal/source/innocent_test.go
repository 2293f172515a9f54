package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// project writes a site with its sources; what is below public/ is built.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// blamed says for each occurrence in a report which place of the sources is named.
func blamed(t *testing.T, dir string, r *link.Report) []string {
	t.Helper()
	below := func(name string) string {
		absolute, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		relative, err := filepath.Rel(dir, absolute)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(relative)
	}
	var all []string
	for _, f := range r.Findings {
		for _, o := range f.Occurrences {
			place := "nobody"
			if o.Source != nil {
				place = fmt.Sprintf("%s:%d", below(o.Source.File), o.Source.Line)
			}
			all = append(all, fmt.Sprintf("%s %s: %s", o.Page, strings.TrimSpace(o.Text), place))
		}
	}
	return all
}

// page is a built page with that in its content.
func page(content string) string {
	return "<!doctype html><title>T</title><nav><a href=/>Home</a></nav><main><h1>T</h1>\n" + content + "\n</main>\n"
}

// TestInnocent maps links that come from where nobody can see them, such as the
// code of a shortcode, while a file that made no page holds the same link.
func TestInnocent(t *testing.T) {
	t.Parallel()
	install := page("<p><a href=/install/>Install</a></p>")
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			"a map of redirects",
			map[string]string{"content/a.md": "{{< go >}}\n", "redirects.json": `{"install": "/install/"}`, "public/a/index.html": install},
			[]string{"/a/ Install: nobody"},
		},
		{
			"redirects in TOML",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "netlify.toml": "[[redirects]]\nname = \"Install\"\nfrom = \"/old/\"\nto = \"/install/\"\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"redirects in JSON",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "vercel.json": `{"redirects": [{"title": "Install", "source": "/old/", "destination": "/install/"}]}`,
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"redirects in JavaScript",
			map[string]string{
				"content/a.md":        "{{< go >}}\n",
				"host.config.js":      "export default {\n  async redirects() {\n    return [\n      { name: 'Install', url: '/install/' },\n    ]\n  },\n}\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"what a tool is to leave out",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "linkcheck.yml": "urls:\n  - /install/\nexclude:\n  - name: Install\n    url: /install/\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a path that is only named",
			map[string]string{"content/a.md": "{{< go >}}\n", "app.json": `{"paths": ["/install/"]}`, "public/a/index.html": install},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a path under its own name",
			map[string]string{"content/a.md": "{{< go >}}\n", "routes.js": "export const routes = { install: '/install/' }\n", "public/a/index.html": install},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a test",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "tests/e2e.js": "const links = [{ text: 'Install', url: '/install/' }]\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a test of a component",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "src/nav.test.tsx": "<Link to=\"/install/\">Install</Link>\n", "public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"an entry that is commented out",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "menu.js": "export default [\n  /*\n  { text: 'Install', url: '/install/' },\n  */\n]\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a text that is commented out",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "data.yml": "text: See [x](/x/)\n# text: [Install](/install/)\n", "public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a name in prose takes nothing in",
			map[string]string{
				"content/a.md": "{{< go >}}\n\n- The layout is in `app.json`, see also [import](b.md).\n", "app.json": `{"paths": ["/install/"]}`,
				"content/b.md":        "[Install](/install/)\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a menu",
			map[string]string{
				"content/a.md": "text\n", "data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html": "<nav><a href=/install/>→ Install</a></nav>",
			},
			[]string{"/a/ → Install: data/menu.yml:2"},
		},
		{
			"a menu of names",
			map[string]string{"docs/a.md": "text\n", "mkdocs.yml": "nav:\n  - Install: /install/\n", "public/a/index.html": install},
			[]string{"/a/ Install: mkdocs.yml:2"},
		},
		{
			"a menu and a link in the text",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html": "<nav><a href=/install/>Install</a></nav><main><a href=/install/>Install</a></main>",
			},
			[]string{"/a/ Install: data/menu.yml:2", "/a/ Install: nobody"},
		},
		{
			"the page in another language",
			map[string]string{
				"content/en/a.md": "{{< go >}}\n", "content/fr/a.md": "[Install](/install/)\n",
				"content/en/b.md": "B\n", "content/fr/b.md": "B\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"the page in two languages",
			map[string]string{
				"content/en/a.md": "[Install](/install/)\n", "content/fr/a.md": "\n[Install](/install/)\n",
				"public/a/index.html": install, "public/fr/a/index.html": install,
			},
			[]string{"/a/ Install: content/en/a.md:1", "/fr/a/ Install: content/fr/a.md:2"},
		},
		{
			"the page in languages that its file's name tells",
			map[string]string{
				"content/d/a.md": "[Install](/install/)\n", "content/d/a.fr.md": "\n[Install](/install/)\n",
				"content/d/b.md": "{{< go >}}\n", "content/d/b.fr.md": "\n[Install](/install/)\n",
				"public/d/a/index.html": install, "public/fr/d/a/index.html": install,
				"public/d/b/index.html": install, "public/fr/d/b/index.html": page(""),
			},
			[]string{"/d/a/ Install: content/d/a.md:1", "/d/b/ Install: nobody", "/fr/d/a/ Install: content/d/a.fr.md:2"},
		},
		{
			"the start page in two languages",
			map[string]string{
				"content/en/_index.md": "{{< go >}}\n", "content/fr/_index.md": "\n[Install](/install/)\n", "layouts/index.html": "{{ .Content }}",
				"public/index.html": install, "public/fr/index.html": install,
			},
			[]string{"/fr/ Install: content/fr/_index.md:2", "/ Install: nobody"},
		},
		{
			"the start page in languages that its file's name tells",
			map[string]string{
				"content/_index.en.md": "[Install](/install/)\n", "content/_index.fr.md": "\n[Install](/install/)\n",
				"content/d/index.en.md": "", "content/d/index.fr.md": "",
				"public/en/index.html": install, "public/fr/index.html": install, "public/en/d/index.html": page(""), "public/fr/d/index.html": page(""),
			},
			[]string{"/en/ Install: content/_index.en.md:1", "/fr/ Install: content/_index.fr.md:2"},
		},
		{
			"a directory that only leads to the start page",
			map[string]string{
				"content/en/_index.md": "[Install](/install/)\n", "content/fr/_index.md": "", "README.md": "[Install](/install/)\n",
				"public/index.html": install, "public/fr/index.html": page(""),
				"public/en/index.html": "<!doctype html><meta http-equiv=refresh content='0; url=/'>",
			},
			[]string{"/ Install: content/en/_index.md:1"},
		},
		{
			"the page in another version, with names of files",
			map[string]string{
				"docs/a.md": "", "versioned_docs/version-1.0/a.md": "text\n\n[Install](./install.md)\n",
				"public/docs/a/index.html": page(""), "public/docs/1.0/a/index.html": page("<a href=../install/>Install</a>"),
			},
			[]string{"/docs/1.0/a/ Install: versioned_docs/version-1.0/a.md:3"},
		},
		{
			"the page in another version",
			map[string]string{
				"docs/a.md": "[Install](/install/)\n", "versioned_docs/version-1.0/a.md": "{{< go >}}\n",
				"public/docs/a/index.html": install, "public/docs/1.0/a/index.html": install,
			},
			[]string{"/docs/1.0/a/ Install: nobody", "/docs/a/ Install: docs/a.md:1"},
		},
		{
			"the page in a version, told by its words",
			map[string]string{
				"docs/a.md": "text\n", "versioned_docs/version-1.0/a.md": "[Install](/install/)\n", "versioned_docs/version-2.0/a.md": "\n[Install](/install/)\n",
				"public/docs/a/index.html": page(""), "public/docs/1.0/a/index.html": install, "public/docs/2.0/a/index.html": install,
			},
			[]string{"/docs/1.0/a/ Install: versioned_docs/version-1.0/a.md:1", "/docs/2.0/a/ Install: versioned_docs/version-2.0/a.md:2"},
		},
		{
			"the page of the last version, which has one of its own, too",
			map[string]string{
				"docs/v1/a.md": "[Install](/install/)\n", "docs/v2/a.md": "{{< go >}}\n",
				"public/a/index.html": install, "public/v1/a/index.html": page(""), "public/v2/a/index.html": page(""),
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a language with a country",
			map[string]string{
				"docs/a.md": "{{< go >}}\n", "docs/a.pt-BR.md": "\n[Install](/install/)\n",
				"public/a/index.html": install, "public/pt-br/a/index.html": install,
			},
			[]string{"/a/ Install: nobody", "/pt-br/a/ Install: docs/a.pt-BR.md:2"},
		},
		{
			"all pages as one",
			map[string]string{
				"docs/a.md": "{{< go >}}\n", "docs/b.md": "[Install](/install/)\n",
				"public/a/index.html": page(""), "public/b/index.html": page(""),
				"public/print/index.html": page("<a href=/install/>Install</a><a href=/install/>Install</a>"),
			},
			[]string{"/print/ Install: nobody", "/print/ Install: nobody"},
		},
		{
			"a page of an example",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "example/content/a.md": "[Install](/install/)\n", "content/b.md": "[Install](/install/)\n",
				"public/a/index.html": install, "public/b/index.html": install,
			},
			[]string{"/a/ Install: nobody", "/b/ Install: content/b.md:1"},
		},
		{
			"the right page beside an example",
			map[string]string{
				"content/a.md": "[Install](/install/)\n", "example/content/a.md": "\n[Install](/install/)\n", "content/b.md": "",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/a/ Install: content/a.md:1"},
		},
		{
			"two directories of sources, and nothing tells",
			map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.md": "text\n", "one/b.md": "", "two/c.md": "",
				"public/a/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"the page tells who edits it",
			map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.md": "text\n",
				"public/a/index.html": page("<a href=/install/>Install</a><a href=https://forge.example/o/r/edit/main/one/a.md>Edit</a>"),
			},
			[]string{"/a/ Install: one/a.md:1"},
		},
		{
			"a plain page beside, which does not hold the link",
			map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.html": "<!doctype html><p>text</p>\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: one/a.md:1"},
		},
		{
			"a plain page beside, which holds the link as well",
			map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.html": "<!doctype html><a href=/install/>Install</a>\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a README beside the start page",
			map[string]string{
				"README.md": "[Install](/install/)\n", "docs/index.md": "text\n", "docs/b.md": "text\n",
				"public/index.html": "<nav><a href=/install/>Install</a></nav><main></main>", "public/b/index.html": page(""),
			},
			[]string{"/ Install: nobody"},
		},
		{
			"a README that is the start page makes no navigation",
			map[string]string{
				"README.md":         "text [Install](/install/)\n",
				"public/index.html": "<header><a href=/install/>Install</a></header><main></main>",
			},
			[]string{"/ Install: nobody"},
		},
		{
			"a README that is the start page",
			map[string]string{
				"README.md": "text [Install](/install/)\n", "sub/README.md": "[Install](/install/)\n", "docs/b.md": "",
				"public/index.html": install, "public/sub/index.html": page(""), "public/docs/b/index.html": page(""),
			},
			[]string{"/ Install: README.md:1"},
		},
		{
			"a README beside a start page of code",
			map[string]string{
				"README.md": "text [Install](/install/)\n", "src/pages/index.js": "export default () => <Hero></Hero>\n", "docs/b.md": "",
				"public/index.html": install, "public/docs/b/index.html": page(""),
			},
			[]string{"/ Install: nobody"},
		},
		{
			"a link to the start page",
			map[string]string{
				"README.md": "", "sub/a.md": "[Install](../README.md#install)\n",
				"public/index.html": page(""), "public/sub/a.html": page("<a href=../#install>Install</a>"),
			},
			[]string{"/sub/a.html Install: sub/a.md:1"},
		},
		{
			"a README on a list",
			map[string]string{
				"README.md": "[Install](/install/)\n", "content/b.md": "text\n", "content/c.md": "text\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"a link that the text has once and the page twice",
			map[string]string{
				"content/a.md":        "[Install](/install/) {{< go >}}\n",
				"public/a/index.html": page("<a href=/install/>Install</a> <a href=/install/>Install</a>"),
			},
			[]string{"/a/ Install: nobody", "/a/ Install: nobody"},
		},
		{
			"a link that stands under another heading",
			map[string]string{
				"content/a.md":        "## One\n\n[Install](/install/)\n\n## Two\n\n{{< go >}}\n",
				"public/a/index.html": page("<h2>One</h2><a href=/install/>Install</a><h2>Two</h2><a href=/install/>Install</a>"),
			},
			[]string{"/a/ Install: content/a.md:3", "/a/ Install: nobody"},
		},
		{
			"what is included, and what only has its name",
			map[string]string{
				"content/a.md": "{{< include \"parts/tip.md\" >}}\n", "parts/tip.md": "{{< go >}}\n", "old/tip.md": "[Install](/install/)\n",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a menu of an example",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "content/b.md": "", "theme/example/content/c.md": "",
				"theme/example/data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html":         install, "public/b/index.html": page(""),
			},
			[]string{"/a/ Install: nobody"},
		},
		{
			"a menu of the site, beside an example",
			map[string]string{
				"site/content/a.md": "text\n", "site/content/b.md": "", "example/content/c.md": "",
				"site/data/menu.yml":  "- title: Install\n  url: /install/\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/a/ Install: site/data/menu.yml:2"},
		},
		{
			"permalinks of the page in two languages",
			map[string]string{
				"a.md": "---\npermalink: /x/\n---\n{{< go >}}\n", "fr/a.md": "---\npermalink: /fr/x/\n---\n[Install](/install/)\n",
				"public/x/index.html": install, "public/fr/x/index.html": install,
			},
			[]string{"/fr/x/ Install: fr/a.md:4", "/x/ Install: nobody"},
		},
		{
			"links above the first heading and below",
			map[string]string{
				"content/a.md":        "[Install](/install/) and\n[Install](/install/)\n\n## Two\n\n[Install](/install/)\n",
				"public/a/index.html": page("<a href=/install/>Install</a> and <a href=/install/>Install</a><h2>Two</h2><a href=/install/>Install</a>"),
			},
			[]string{"/a/ Install: content/a.md:1", "/a/ Install: content/a.md:2", "/a/ Install: content/a.md:6"},
		},
		{
			"a link of the text that the layout has, too",
			map[string]string{
				"content/a.md": "[Install](/install/)\n", "layouts/single.html": "{{ .Content }}<a href=\"/install/\">Install</a>",
				"public/a/index.html": page("<a href=/install/>Install</a> <a href=/install/>Install</a>"),
			},
			[]string{"/a/ Install: nobody", "/a/ Install: nobody"},
		},
		{
			"a link of the text below a heading that the layout has, too",
			map[string]string{
				"content/a.md": "# T\n\n[Install](/install/)\n", "layouts/single.html": "{{ .Content }}<a href=\"/install/\">Install</a>",
				"public/a/index.html": "<!doctype html><h1>T</h1><a href=/install/>Install</a> <a href=/install/>Install</a>",
			},
			[]string{"/a/ Install: nobody", "/a/ Install: nobody"},
		},
		{
			"a draft on a list",
			map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\ndraft: true\n---\n[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"what is not published on a list",
			map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\npublished: false\n---\n[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"a draft by its folder",
			map[string]string{
				"_posts/2024-01-01-b.md": "text\n", "_drafts/c.md": "[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"a page on a list that does not show the link itself",
			map[string]string{
				"content/b.md": "text\n", "content/c.md": "{{% hidden %}}[Install](/install/){{% /hidden %}}\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"a page on a list that shows the link itself",
			map[string]string{
				"content/b.md": "text\n", "content/c.md": "[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": install,
			},
			[]string{"/c/ Install: content/c.md:1", "/tags/ Install: content/c.md:1"},
		},
		{
			"a page elsewhere by its own word, on a list",
			map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\npermalink: /else/\n---\n{{% hidden %}}[Install](/install/){{% /hidden %}}\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/else/index.html": page(""),
			},
			[]string{"/tags/ Install: nobody"},
		},
		{
			"a layout's footer",
			map[string]string{
				"content/a.md": "{{< go >}}\n", "layouts/foot.html": "<footer><a href=\"/install/\">Install</a></footer>",
				"public/a/index.html": install,
			},
			[]string{"/a/ Install: nobody"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, tt.files)
			r := mapped(t, dir, "public", "https://example.org/")
			var got []string
			for _, line := range blamed(t, dir, &r) {
				if strings.Contains(line, "Install") {
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

package source_test

import "testing"

// TestInnocentData maps links that come from where nobody can see them, such as the code
// of a shortcode, while data, configuration or a test holds the same link.
func TestInnocentData(t *testing.T) {
	t.Parallel()
	testInnocent(t, []innocent{
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
	})
}

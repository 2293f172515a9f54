package source_test

import "testing"

// TestAttributeData attributes links that data or code makes. No line is named for them,
// unless the data is clearly that of a link.
func TestAttributeData(t *testing.T) {
	t.Parallel()
	testProjects(t, []project{
		{
			name:  "a map of redirects",
			files: map[string]string{"content/a.md": "{{< go >}}\n", "redirects.json": `{"install": "/install/"}`, "public/a/index.html": install},
			want:  []string{"/a/ Install: none"},
		},
		{
			name: "redirects in TOML",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "netlify.toml": "[[redirects]]\nname = \"Install\"\nfrom = \"/old/\"\nto = \"/install/\"\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "redirects in JSON",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "vercel.json": `{"redirects": [{"title": "Install", "source": "/old/", "destination": "/install/"}]}`,
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "redirects in JavaScript",
			files: map[string]string{
				"content/a.md":        "{{< go >}}\n",
				"host.config.js":      "export default {\n  async redirects() {\n    return [\n      { name: 'Install', url: '/install/' },\n    ]\n  },\n}\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "what a tool is to leave out",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "linkcheck.yml": "urls:\n  - /install/\nexclude:\n  - name: Install\n    url: /install/\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name:  "a path that is only named",
			files: map[string]string{"content/a.md": "{{< go >}}\n", "app.json": `{"paths": ["/install/"]}`, "public/a/index.html": install},
			want:  []string{"/a/ Install: none"},
		},
		{
			name:  "a path under its own name",
			files: map[string]string{"content/a.md": "{{< go >}}\n", "routes.js": "export const routes = { install: '/install/' }\n", "public/a/index.html": install},
			want:  []string{"/a/ Install: none"},
		},
		{
			name: "a test",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "tests/e2e.js": "const links = [{ text: 'Install', url: '/install/' }]\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a test of a component",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "src/nav.test.tsx": "<Link to=\"/install/\">Install</Link>\n", "public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "an entry that is commented out",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "menu.js": "export default [\n  /*\n  { text: 'Install', url: '/install/' },\n  */\n]\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a text that is commented out",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "data.yml": "text: See [x](/x/)\n# text: [Install](/install/)\n", "public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a name in prose takes nothing in",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n\n- The layout is in `app.json`, see also [import](b.md).\n", "app.json": `{"paths": ["/install/"]}`,
				"content/b.md":        "[Install](/install/)\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a menu",
			files: map[string]string{
				"content/a.md": "text\n", "data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html": "<nav><a href=/install/>→ Install</a></nav>",
			},
			want: []string{"/a/ → Install: data/menu.yml:2"},
		},
		{
			name:  "a menu of names",
			files: map[string]string{"docs/a.md": "text\n", "mkdocs.yml": "nav:\n  - Install: /install/\n", "public/a/index.html": install},
			want:  []string{"/a/ Install: mkdocs.yml:2"},
		},
		{
			name: "a menu and a link in the text",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html": "<nav><a href=/install/>Install</a></nav><main><a href=/install/>Install</a></main>",
			},
			want: []string{"/a/ Install: data/menu.yml:2", "/a/ Install: none"},
		},
	})
}

package source_test

import "testing"

// TestAttributeTexts attributes links that another text holds, too, such as a README or a
// draft.
func TestAttributeTexts(t *testing.T) {
	t.Parallel()
	testProjects(t, []project{
		{
			name: "a README beside the start page",
			files: map[string]string{
				"README.md": "[Install](/install/)\n", "docs/index.md": "text\n", "docs/b.md": "text\n",
				"public/index.html": "<nav><a href=/install/>Install</a></nav><main></main>", "public/b/index.html": page(""),
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a README that is the start page makes no navigation",
			files: map[string]string{
				"README.md":         "text [Install](/install/)\n",
				"public/index.html": "<header><a href=/install/>Install</a></header><main></main>",
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a README that is the start page",
			files: map[string]string{
				"README.md": "text [Install](/install/)\n", "sub/README.md": "[Install](/install/)\n", "docs/b.md": "",
				"public/index.html": install, "public/sub/index.html": page(""), "public/docs/b/index.html": page(""),
			},
			want: []string{"/ Install: README.md:1"},
		},
		{
			name: "a README beside a start page of code",
			files: map[string]string{
				"README.md": "text [Install](/install/)\n", "src/pages/index.js": "export default () => <Hero></Hero>\n", "docs/b.md": "",
				"public/index.html": install, "public/docs/b/index.html": page(""),
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a link to the start page",
			files: map[string]string{
				"README.md": "", "sub/a.md": "[Install](../README.md#install)\n",
				"public/index.html": page(""), "public/sub/a.html": page("<a href=../#install>Install</a>"),
			},
			want: []string{"/sub/a.html Install: sub/a.md:1"},
		},
		{
			name: "a README on a list",
			files: map[string]string{
				"README.md": "[Install](/install/)\n", "content/b.md": "text\n", "content/c.md": "text\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "a link that the text has once and the page twice",
			files: map[string]string{
				"content/a.md":        "[Install](/install/) {{< go >}}\n",
				"public/a/index.html": page("<a href=/install/>Install</a> <a href=/install/>Install</a>"),
			},
			want: []string{"/a/ Install: none", "/a/ Install: none"},
		},
		{
			name: "a link that stands under another heading",
			files: map[string]string{
				"content/a.md":        "## One\n\n[Install](/install/)\n\n## Two\n\n{{< go >}}\n",
				"public/a/index.html": page("<h2>One</h2><a href=/install/>Install</a><h2>Two</h2><a href=/install/>Install</a>"),
			},
			want: []string{"/a/ Install: content/a.md:3", "/a/ Install: none"},
		},
		{
			name: "what is included, and what only has its name",
			files: map[string]string{
				"content/a.md": "{{< include \"parts/tip.md\" >}}\n", "parts/tip.md": "{{< go >}}\n", "old/tip.md": "[Install](/install/)\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a menu of an example",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "content/b.md": "", "theme/example/content/c.md": "",
				"theme/example/data/menu.yml": "- title: Install\n  url: /install/\n",
				"public/a/index.html":         install, "public/b/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a menu of the site, beside an example",
			files: map[string]string{
				"site/content/a.md": "text\n", "site/content/b.md": "", "example/content/c.md": "",
				"site/data/menu.yml":  "- title: Install\n  url: /install/\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/a/ Install: site/data/menu.yml:2"},
		},
		{
			name: "links above the first heading and below",
			files: map[string]string{
				"content/a.md":        "[Install](/install/) and\n[Install](/install/)\n\n## Two\n\n[Install](/install/)\n",
				"public/a/index.html": page("<a href=/install/>Install</a> and <a href=/install/>Install</a><h2>Two</h2><a href=/install/>Install</a>"),
			},
			want: []string{"/a/ Install: content/a.md:1", "/a/ Install: content/a.md:2", "/a/ Install: content/a.md:6"},
		},
		{
			name: "a link of the text that the layout has, too",
			files: map[string]string{
				"content/a.md": "[Install](/install/)\n", "layouts/single.html": "{{ .Content }}<a href=\"/install/\">Install</a>",
				"public/a/index.html": page("<a href=/install/>Install</a> <a href=/install/>Install</a>"),
			},
			want: []string{"/a/ Install: none", "/a/ Install: none"},
		},
		{
			name: "a link of the text below a heading that the layout has, too",
			files: map[string]string{
				"content/a.md": "# T\n\n[Install](/install/)\n", "layouts/single.html": "{{ .Content }}<a href=\"/install/\">Install</a>",
				"public/a/index.html": "<!doctype html><h1>T</h1><a href=/install/>Install</a> <a href=/install/>Install</a>",
			},
			want: []string{"/a/ Install: none", "/a/ Install: none"},
		},
		{
			name: "a draft on a list",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\ndraft: true\n---\n[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "what is not published on a list",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\npublished: false\n---\n[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "a draft by its folder",
			files: map[string]string{
				"_posts/2024-01-01-b.md": "text\n", "_drafts/c.md": "[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "a page on a list that does not show the link itself",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "{{% hidden %}}[Install](/install/){{% /hidden %}}\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "a page on a list that shows the link itself",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "[Install](/install/)\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/c/index.html": install,
			},
			want: []string{"/c/ Install: content/c.md:1", "/tags/ Install: content/c.md:1"},
		},
		{
			name: "a page elsewhere by its own word, on a list",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "---\npermalink: /else/\n---\n{{% hidden %}}[Install](/install/){{% /hidden %}}\n",
				"public/tags/index.html": install, "public/b/index.html": page(""), "public/else/index.html": page(""),
			},
			want: []string{"/tags/ Install: none"},
		},
		{
			name: "a layout's footer",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "layouts/foot.html": "<footer><a href=\"/install/\">Install</a></footer>",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
	})
}

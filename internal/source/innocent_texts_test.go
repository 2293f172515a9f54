package source_test

import "testing"

// TestInnocentTexts does so where another text holds the link: a README, a draft, an
// entry of a list, or a layout beside the page.
func TestInnocentTexts(t *testing.T) {
	t.Parallel()
	testInnocent(t, []innocent{
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
	})
}

package source_test

import "testing"

// TestAttributePages attributes links where the same page in another language, version or
// example holds the link, too.
func TestAttributePages(t *testing.T) {
	t.Parallel()
	testProjects(t, []project{
		{
			name: "the page in another language",
			files: map[string]string{
				"content/en/a.md": "{{< go >}}\n", "content/fr/a.md": "[Install](/install/)\n",
				"content/en/b.md": "B\n", "content/fr/b.md": "B\n",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "the page in two languages",
			files: map[string]string{
				"content/en/a.md": "[Install](/install/)\n", "content/fr/a.md": "\n[Install](/install/)\n",
				"public/a/index.html": install, "public/fr/a/index.html": install,
			},
			want: []string{"/a/ Install: content/en/a.md:1", "/fr/a/ Install: content/fr/a.md:2"},
		},
		{
			name: "the page in languages that its file's name tells",
			files: map[string]string{
				"content/d/a.md": "[Install](/install/)\n", "content/d/a.fr.md": "\n[Install](/install/)\n",
				"content/d/b.md": "{{< go >}}\n", "content/d/b.fr.md": "\n[Install](/install/)\n",
				"public/d/a/index.html": install, "public/fr/d/a/index.html": install,
				"public/d/b/index.html": install, "public/fr/d/b/index.html": page(""),
			},
			want: []string{"/d/a/ Install: content/d/a.md:1", "/d/b/ Install: none", "/fr/d/a/ Install: content/d/a.fr.md:2"},
		},
		{
			name: "the start page in two languages",
			files: map[string]string{
				"content/en/_index.md": "{{< go >}}\n", "content/fr/_index.md": "\n[Install](/install/)\n", "layouts/index.html": "{{ .Content }}",
				"public/index.html": install, "public/fr/index.html": install,
			},
			want: []string{"/fr/ Install: content/fr/_index.md:2", "/ Install: none"},
		},
		{
			name: "the start page in languages that its file's name tells",
			files: map[string]string{
				"content/_index.en.md": "[Install](/install/)\n", "content/_index.fr.md": "\n[Install](/install/)\n",
				"content/d/index.en.md": "", "content/d/index.fr.md": "",
				"public/en/index.html": install, "public/fr/index.html": install, "public/en/d/index.html": page(""), "public/fr/d/index.html": page(""),
			},
			want: []string{"/en/ Install: content/_index.en.md:1", "/fr/ Install: content/_index.fr.md:2"},
		},
		{
			name: "a directory that only leads to the start page",
			files: map[string]string{
				"content/en/_index.md": "[Install](/install/)\n", "content/fr/_index.md": "", "README.md": "[Install](/install/)\n",
				"public/index.html": install, "public/fr/index.html": page(""),
				"public/en/index.html": "<!doctype html><meta http-equiv=refresh content='0; url=/'>",
			},
			want: []string{"/ Install: content/en/_index.md:1"},
		},
		{
			name: "the page in another version, with names of files",
			files: map[string]string{
				"docs/a.md": "", "versioned_docs/version-1.0/a.md": "text\n\n[Install](./install.md)\n",
				"public/docs/a/index.html": page(""), "public/docs/1.0/a/index.html": page("<a href=../install/>Install</a>"),
			},
			want: []string{"/docs/1.0/a/ Install: versioned_docs/version-1.0/a.md:3"},
		},
		{
			name: "the page in another version",
			files: map[string]string{
				"docs/a.md": "[Install](/install/)\n", "versioned_docs/version-1.0/a.md": "{{< go >}}\n",
				"public/docs/a/index.html": install, "public/docs/1.0/a/index.html": install,
			},
			want: []string{"/docs/1.0/a/ Install: none", "/docs/a/ Install: docs/a.md:1"},
		},
		{
			name: "the page in a version, told by its words",
			files: map[string]string{
				"docs/a.md": "text\n", "versioned_docs/version-1.0/a.md": "[Install](/install/)\n", "versioned_docs/version-2.0/a.md": "\n[Install](/install/)\n",
				"public/docs/a/index.html": page(""), "public/docs/1.0/a/index.html": install, "public/docs/2.0/a/index.html": install,
			},
			want: []string{"/docs/1.0/a/ Install: versioned_docs/version-1.0/a.md:1", "/docs/2.0/a/ Install: versioned_docs/version-2.0/a.md:2"},
		},
		{
			name: "the page of the last version, which has one of its own, too",
			files: map[string]string{
				"docs/v1/a.md": "[Install](/install/)\n", "docs/v2/a.md": "{{< go >}}\n",
				"public/a/index.html": install, "public/v1/a/index.html": page(""), "public/v2/a/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "a language with a country",
			files: map[string]string{
				"docs/a.md": "{{< go >}}\n", "docs/a.pt-BR.md": "\n[Install](/install/)\n",
				"public/a/index.html": install, "public/pt-br/a/index.html": install,
			},
			want: []string{"/a/ Install: none", "/pt-br/a/ Install: docs/a.pt-BR.md:2"},
		},
		{
			name: "all pages as one",
			files: map[string]string{
				"docs/a.md": "{{< go >}}\n", "docs/b.md": "[Install](/install/)\n",
				"public/a/index.html": page(""), "public/b/index.html": page(""),
				"public/print/index.html": page("<a href=/install/>Install</a><a href=/install/>Install</a>"),
			},
			want: []string{"/print/ Install: none", "/print/ Install: none"},
		},
		{
			name: "a page of an example",
			files: map[string]string{
				"content/a.md": "{{< go >}}\n", "example/content/a.md": "[Install](/install/)\n", "content/b.md": "[Install](/install/)\n",
				"public/a/index.html": install, "public/b/index.html": install,
			},
			want: []string{"/a/ Install: none", "/b/ Install: content/b.md:1"},
		},
		{
			name: "the right page beside an example",
			files: map[string]string{
				"content/a.md": "[Install](/install/)\n", "example/content/a.md": "\n[Install](/install/)\n", "content/b.md": "",
				"public/a/index.html": install, "public/b/index.html": page(""),
			},
			want: []string{"/a/ Install: content/a.md:1"},
		},
		{
			name: "two directories of sources, and nothing tells",
			files: map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.md": "text\n", "one/b.md": "", "two/c.md": "",
				"public/a/index.html": install, "public/b/index.html": page(""), "public/c/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "the page tells who edits it",
			files: map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.md": "text\n",
				"public/a/index.html": page("<a href=/install/>Install</a><a href=https://forge.example/o/r/edit/main/one/a.md>Edit</a>"),
			},
			want: []string{"/a/ Install: one/a.md:1"},
		},
		{
			name: "a plain page beside, which does not hold the link",
			files: map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.html": "<!doctype html><p>text</p>\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: one/a.md:1"},
		},
		{
			name: "a plain page beside, which holds the link as well",
			files: map[string]string{
				"one/a.md": "[Install](/install/)\n", "two/a.html": "<!doctype html><a href=/install/>Install</a>\n",
				"public/a/index.html": install,
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "permalinks of the page in two languages",
			files: map[string]string{
				"a.md": "---\npermalink: /x/\n---\n{{< go >}}\n", "fr/a.md": "---\npermalink: /fr/x/\n---\n[Install](/install/)\n",
				"public/x/index.html": install, "public/fr/x/index.html": install,
			},
			want: []string{"/fr/x/ Install: fr/a.md:4", "/x/ Install: none"},
		},
	})
}

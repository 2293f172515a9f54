package source_test

import "testing"

// TestAttributeAntora attributes links of Antora, which leaves references as they are when
// it does not find their pages.
func TestAttributeAntora(t *testing.T) {
	t.Parallel()
	const built = `<nav class="nav"><a href="#lost.adoc" class="xref unresolved">Lost nav</a><a href="/demo/gone.html">Nav link</a></nav>` +
		`<main><h1>Home</h1><a href="#api:errors.adoc#codes" class="xref unresolved">codes</a> <a href="api/a.html#gone" class="xref page">two</a>` +
		`<img src="lost.png" alt="Alt"></main>`
	files := map[string]string{
		"docs/antora.yml":                     "name: comp\ntitle: Comp\nversion: '1.0'\nnav:\n  - modules/ROOT/nav.adoc\n",
		"docs/modules/ROOT/nav.adoc":          "* xref:index.adoc[Home]\n* xref:lost.adoc[Lost nav]\n* link:/demo/gone.html[Nav link]\n",
		"docs/modules/ROOT/pages/index.adoc":  "= Home\n\nxref:api:errors.adoc#codes[codes] xref:api:a.adoc#gone[two]\n\nimage::lost.png[Alt]\n",
		"docs/modules/api/pages/a.adoc":       "= A\n\ntext\n",
		"public/comp/1.0/index.html":          built,
		"public/comp/1.0/api/a.html":          "<h1>A</h1>",
		"other/modules/ROOT/pages/index.adoc": "= Other\n\nimage::lost.png[Alt]\n",
	}
	testSettled(t, []project{
		{
			name:  "a component",
			files: files,
			want: []string{
				"/comp/1.0/#api:errors.adoc#codes on /comp/1.0/: docs/modules/ROOT/pages/index.adoc:3",
				"/comp/1.0/#lost.adoc on /comp/1.0/: docs/modules/ROOT/nav.adoc:2",
				"/comp/1.0/api/a.html#gone on /comp/1.0/: docs/modules/ROOT/pages/index.adoc:3",
				"/comp/1.0/lost.png on /comp/1.0/: docs/modules/ROOT/pages/index.adoc:5",
				"/gone.html on /comp/1.0/: docs/modules/ROOT/nav.adoc:3",
			},
		},
		{
			name: "the navigation of Antora's theme",
			files: map[string]string{
				"docs/antora.yml": files["docs/antora.yml"], "docs/modules/ROOT/nav.adoc": files["docs/modules/ROOT/nav.adoc"],
				"docs/modules/api/pages/a.adoc": files["docs/modules/api/pages/a.adoc"],
				"public/comp/1.0/api/a.html":    `<nav><a class="nav-link" href="../../../work/planted/#lost.adoc">Lost nav</a></nav>`,
			},
			want: []string{"/work/planted/ on /comp/1.0/api/a.html: docs/modules/ROOT/nav.adoc:2"},
		},
		{
			name: "a version that the branch gives",
			files: map[string]string{
				"docs/antora.yml": "name: comp\nversion: true\n", "docs/modules/ROOT/pages/index.adoc": files["docs/modules/ROOT/pages/index.adoc"],
				"other/antora.yml": "name: else\nversion: true\n", "other/modules/ROOT/pages/index.adoc": files["other/modules/ROOT/pages/index.adoc"],
				"public/comp/main/index.html": `<img src="lost.png" alt="Alt">`,
			},
			want: []string{"/comp/main/lost.png on /comp/main/: none"},
		},
		{
			name: "another name with the same end",
			files: map[string]string{
				"docs/antora.yml": files["docs/antora.yml"], "docs/modules/ROOT/pages/index.adoc": "= Home\n\nxref:errors.adoc#other[codes]\n",
				"public/comp/1.0/index.html": `<a href="#api:errors.adoc#codes">codes</a>`,
			},
			want: []string{"/comp/1.0/#api:errors.adoc#codes on /comp/1.0/: none"},
		},
	})
}

// TestAttributeUnresolvedOfSphinx attributes what Sphinx and MyST write for files that they
// do not find.
func TestAttributeUnresolvedOfSphinx(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "MyST",
			files: map[string]string{
				"docs/guide/m.md": "# M\n\n```{note}\n[n](lost.html)\n```\n\n![i](gone.png)\n",
				"public/guide/m.html": `<section id="m"><h1>M</h1><div class="admonition note"><p><a class="reference internal" href="#lost.html"><span class="xref myst">n</span></a></p></div>` +
					`<img alt="i" src="guide/gone.png" /></section>`,
			},
			want: []string{"/guide/guide/gone.png on /guide/m.html: docs/guide/m.md:7", "/guide/m.html#lost.html on /guide/m.html: docs/guide/m.md:4"},
		},
		{
			name: "reStructuredText",
			files: map[string]string{
				"docs/guide/r.rst": "R\n=\n\n.. image:: gone.png\n", "public/guide/r.html": `<h1>R</h1><img alt="guide/gone.png" src="guide/gone.png" />`,
			},
			want: []string{"/guide/guide/gone.png on /guide/r.html: docs/guide/r.rst:4"},
		},
		{
			name: "another directory",
			files: map[string]string{
				"docs/guide/r.rst": "R\n=\n\n.. image:: gone.png\n", "public/guide/r.html": `<h1>R</h1><img alt="" src="other/gone.png" />`,
			},
			want: []string{"/guide/other/gone.png on /guide/r.html: none"},
		},
		{
			name: "a fragment",
			files: map[string]string{
				"docs/guide/m.md": "# M\n\n[n](other.lost.html)\n", "public/guide/m.html": `<a href="#lost.html">n</a>`,
			},
			want: []string{"/guide/m.html#lost.html on /guide/m.html: none"},
		},
	})
}

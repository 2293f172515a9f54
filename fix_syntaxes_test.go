package main

import (
	"strings"
	"testing"
)

// TestFixSyntaxes fixes a link in each syntax of sources, and keeps what is around it.
func TestFixSyntaxes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, old, new string
		// page is the built page of the file; its link is /instalation/ unless it says another.
		page string
		more fileTree
	}{
		{name: "a reference definition, once", file: "content/guide.md", old: "[a][i] and [b][i]\n\n[i]: /instalation/ \"Title\"\n", new: "[a][i] and [b][i]\n\n[i]: /installation/ \"Title\"\n", page: `<p><a href="/instalation/">a</a> and <a href="/instalation/">b</a>`},
		{name: "angle brackets", file: "content/guide.md", old: "See [the link](</instalation/> 'x').\n", new: "See [the link](</installation/> 'x').\n"},
		{name: "an image of Markdown", file: "content/guide.md", old: "![x](/img/Logo.png)\n", new: "![x](/img/logo.png)\n", page: `<p><img src="/img/Logo.png" alt=x>`},
		{name: "HTML in Markdown", file: "content/guide.md", old: "<a href='/instalation/'>the link</a>\n", new: "<a href='/installation/'>the link</a>\n"},
		{name: "a table with CR LF", file: "content/guide.md", old: "| a | b |\r\n| - | - |\r\n| [the link](/instalation/) | x |\r\n", new: "| a | b |\r\n| - | - |\r\n| [the link](/installation/) | x |\r\n"},
		{name: "no line end", file: "content/guide.md", old: "# Guide\n\nSee [the link](/instalation/)", new: "# Guide\n\nSee [the link](/installation/)"},
		{name: "a byte order mark", file: "content/guide.md", old: "\ufeffSee [the link](/instalation/)\n", new: "\ufeffSee [the link](/installation/)\n"},
		{name: "old line ends", file: "content/guide.md", old: "# Guide\r\rSee [the link](/instalation/)\r", new: "# Guide\r\rSee [the link](/installation/)\r"},
		{name: "another encoding", file: "content/guide.md", old: "# G\xfcide\n\nSee \xfc [the link](/instalation/)\n", new: "# G\xfcide\n\nSee \xfc [the link](/installation/)\n"},
		{name: "two links of a line", file: "content/guide.md", old: "é [the link](/instalation/) or [api](/API/)\n", new: "é [the link](/installation/) or [api](/api/)\n", page: `<p>é <a href="/instalation/">the link</a> or <a href="/API/">api</a>`},
		{name: "entities", file: "content/guide.html", old: "<p>See <a href=\"/instalation/?a=1&amp;b=2\">the link</a></p>\n", new: "<p>See <a href=\"/installation/?a=1&amp;b=2\">the link</a></p>\n", page: `<p>See <a href="/instalation/?a=1&amp;b=2">the link</a></p>`},
		{name: "no quotes", file: "content/guide.html", old: "<p>See <a href=/instalation/>the link</a></p>\n", new: "<p>See <a href=/installation/>the link</a></p>\n"},
		{name: "reStructuredText", file: "content/guide.rst", old: "Guide\n=====\n\nSee `the link </instalation/>`__ here.\n", new: "Guide\n=====\n\nSee `the link </installation/>`__ here.\n"},
		{name: "a target of reStructuredText", file: "content/guide.rst", old: "Guide\n=====\n\nSee `the link`_ here.\n\n.. _the link: /instalation/\n", new: "Guide\n=====\n\nSee `the link`_ here.\n\n.. _the link: /installation/\n"},
		{name: "AsciiDoc", file: "content/guide.adoc", old: "= Guide\n\nSee link:/instalation/[the link] here.\n", new: "= Guide\n\nSee link:/installation/[the link] here.\n"},
		{name: "an attribute of AsciiDoc", file: "content/guide.adoc", old: "= Guide\n:i: /instalation/\n\nSee link:{i}[the link] here.\n", new: "= Guide\n:i: /installation/\n\nSee link:{i}[the link] here.\n"},
		{name: "Org", file: "content/guide.org", old: "* Guide\nSee [[/instalation/][the link]] here.\n", new: "* Guide\nSee [[/installation/][the link]] here.\n"},
		{name: "YAML", file: "data/menu.yml", old: "- name: the link\n  url: /instalation/ # menu\n", new: "- name: the link\n  url: /installation/ # menu\n"},
		{name: "YAML in quotes", file: "data/menu.yml", old: "- {name: 'the link', url: '/instalation/'}\n", new: "- {name: 'the link', url: '/installation/'}\n"},
		{name: "TOML", file: "data/menu.toml", old: "[[menu]]\nname = \"the link\"\nurl = \"/instalation/\"\n", new: "[[menu]]\nname = \"the link\"\nurl = \"/installation/\"\n"},
		{name: "JSON", file: "data/menu.json", old: "[{\"name\": \"the link\", \"url\": \"/instalation/\"}]\n", new: "[{\"name\": \"the link\", \"url\": \"/installation/\"}]\n"},
		{name: "JSON with escapes is left", file: "data/menu.json", old: "[{\"name\": \"the link\", \"url\": \"\\/instalation\\/\"}]\n", new: "[{\"name\": \"the link\", \"url\": \"\\/instalation\\/\"}]\n"},
		{name: "JavaScript", file: "sidebar.config.js", old: "export default [{text: 'the link', link: '/instalation/'}]\n", new: "export default [{text: 'the link', link: '/installation/'}]\n"},
		{name: "JSX", file: "src/guide.jsx", old: "export default () => <p>See <a href=\"/instalation/\">the link</a></p>\n", new: "export default () => <p>See <a href=\"/installation/\">the link</a></p>\n"},
		{name: "a layout", file: "_includes/foot.html", old: "<footer><a href=\"/instalation/\">the link</a></footer>\n", new: "<footer><a href=\"/installation/\">the link</a></footer>\n", page: `<p>x</p><footer><a href="/instalation/">the link</a></footer>`},
		{name: "a relative link in a layout is left", file: "_includes/foot.html", old: "<footer><a href=\"../instalation/\">the link</a></footer>\n", new: "<footer><a href=\"../instalation/\">the link</a></footer>\n", page: `<p>x</p><footer><a href="../instalation/">the link</a></footer>`},
		{name: "an expression before it", file: "_includes/foot.html", old: "<footer><a href=\"{{ site.baseurl }}/instalation/\">the link</a></footer>\n", new: "<footer><a href=\"{{ site.baseurl }}/installation/\">the link</a></footer>\n", page: `<p>x</p><footer><a href="/instalation/">the link</a></footer>`},
		{name: "a filter", file: "_includes/foot.html", old: "<footer><a href=\"{{ '/instalation/' | relative_url }}\">the link</a></footer>\n", new: "<footer><a href=\"{{ '/installation/' | relative_url }}\">the link</a></footer>\n", page: `<p>x</p><footer><a href="/instalation/">the link</a></footer>`},
		{
			name: "a style sheet", file: "static/main.css", old: "a { background: url( \"/img/Logo.png\" ) }\n", new: "a { background: url( \"/img/logo.png\" ) }\n",
			page: `<link rel=stylesheet href=/main.css><p>x`, more: fileTree{"public/main.css": "a { background: url( \"/img/Logo.png\" ) }\n"},
		},
		{
			name: "the name of a source, MkDocs", file: "docs/guide.md", old: "See [the link](instalation.md#top).\n", new: "See [the link](installation.md#top).\n",
			page: `<p>See <a href="instalation.md#top">the link</a>.`, more: fileTree{"mkdocs.yml": "site_name: x\n", "docs/installation.md": "# Installation\n"},
		},
		{
			name: "a relative link in an included file is left", file: "docs/snippets/note.md", old: "See [the link](../instalation/).\n", new: "See [the link](../instalation/).\n",
			page: `<p>See <a href="../instalation/">the link</a>.`, more: fileTree{"docs/guide.md": "# Guide\n\n{{#include snippets/note.md}}\n"},
		},
		{
			name: "a link from the root in an included file", file: "docs/snippets/note.md", old: "See [the link](/instalation/).\n", new: "See [the link](/installation/).\n",
			page: `<p>See <a href="/instalation/">the link</a>.`, more: fileTree{"docs/guide.md": "# Guide\n\n{{#include snippets/note.md}}\n"},
		},
		{
			name: "a picture next to the source, MkDocs", file: "docs/guide.md", old: "![x](img/lgoo.png)\n", new: "![x](img/logo.png)\n",
			page: `<p><img src="img/lgoo.png" alt=x>`, more: fileTree{"mkdocs.yml": "site_name: x\n", "docs/img/logo.png": "png\n"},
		},
		{
			name: "a picture next to the source, without such a generator", file: "docs/guide.md", old: "![x](img/lgoo.png)\n", new: "![x](img/lgoo.png)\n",
			page: `<p><img src="img/lgoo.png" alt=x>`, more: fileTree{"docs/img/logo.png": "png\n"},
		},
		{
			name: "the name of a source that the generator turns into a page", file: "src/guide/index.md", old: "See [the link](../instalation.md).\n", new: "See [the link](../installation.md).\n",
			page: `<p>See <a href="../instalation.html">the link</a>.`, more: fileTree{"book.toml": "[book]\n", "src/installation.md": "# Installation\n", "public/installation.html": "x", "public/installation/index.html": ""},
		},
		{
			name: "the name of a source without such a file is left", file: "docs/guide.md", old: "See [the link](instalation.md).\n", new: "See [the link](instalation.md).\n",
			page: `<p>See <a href="instalation.md">the link</a>.`, more: fileTree{"mkdocs.yml": "site_name: x\n"},
		},
		{
			name: "a shortcode of Hugo", file: "content/guide.md", old: "See [the link]({{< ref \"instalation.md\" >}}).\n", new: "See [the link]({{< ref \"installation.md\" >}}).\n",
			more: fileTree{"content/installation.md": "# Installation\n"},
		},
		{
			name: "a copied page", file: "static/demo.html", old: "<title>x</title><a href=\"/instalation/\">the link</a>\n", new: "<title>x</title><a href=\"/installation/\">the link</a>\n",
			page: "x", more: fileTree{"public/demo.html": "<title>x</title><a href=\"/instalation/\">the link</a>\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page := tt.page
			if page == "" {
				page = linking("/instalation/")
			}
			public := fileTree{
				"index.html": "x", "guide/index.html": page, "installation/index.html": "<p id=top>x", "api/index.html": "x", "img/logo.png": "png",
			}
			sources := fileTree{tt.file: tt.old}
			for name, text := range tt.more {
				if below, ok := strings.CutPrefix(name, "public/"); ok {
					public[below] = text
				} else {
					sources[name] = text
				}
			}
			newFixSite(t, sources, public).expect(fileTree{tt.file: tt.new})
		})
	}
}

package source_test

import "testing"

// TestAttributeVariables attributes links whose path a template gives to a variable.
func TestAttributeVariables(t *testing.T) {
	t.Parallel()
	const built = `<main><p><a href="/demo/tags/lost/">Posts with code</a></p></main>`
	testSettled(t, []project{
		{
			name: "Nunjucks",
			files: map[string]string{
				"content/blog.njk":       "---\ntitle: Archive\n---\n{% set more = \"/demo/tags/lost/\" %}\n<p><a href=\"{{ more }}\">Posts with code</a></p>\n",
				"public/blog/index.html": built,
			},
			want: []string{"/tags/lost/ on /blog/: content/blog.njk:4"},
		},
		{
			name: "Liquid and Go",
			files: map[string]string{
				"one/a.html": "---\n---\n{%- assign more = '/demo/tags/lost/' -%}\n<p><a href=\"{{ more }}\">Posts with code</a></p>\n", "two/b.html": "---\n---\n{{ $more := \"/demo/tags/lost/\" }}\n<p><a href=\"{{ $more }}\">Posts with code</a></p>\n",
				"public/one/a.html": built, "public/two/b.html": built,
			},
			want: []string{"/tags/lost/ on /one/a.html: one/a.html:3", "/tags/lost/ on /two/b.html: two/b.html:3"},
		},
		{
			name: "a comparison, and a value that is put together",
			files: map[string]string{
				"content/blog.njk":       "---\n---\n{% if more == \"/demo/tags/lost/\" %}{% set more = \"/demo/tags/lost/\" + x %}{% endif %}\n",
				"public/blog/index.html": built,
			},
			want: []string{"/tags/lost/ on /blog/: none"},
		},
	})
}

// TestAttributeNavigationOfPages attributes entries that pages add to the menu of the site.
func TestAttributeNavigationOfPages(t *testing.T) {
	t.Parallel()
	const front = "---js\nconst permalink = false;\nconst eleventyNavigation = {\n\tkey: \"Guest book\",\n\turl: \"/demo/lost/\",\n};\n---\n"
	testSettled(t, []project{
		{
			name: "an entry of Eleventy",
			files: map[string]string{
				"content/guestbook.md": front, "content/about.md": "About\n",
				"public/about/index.html": `<nav><a href="/demo/lost/">Guest book</a></nav>`,
			},
			want: []string{"/lost/ on /about/: content/guestbook.md:5"},
		},
		{
			name: "a link in the text",
			files: map[string]string{
				"content/guestbook.md": front, "content/about.md": "About\n",
				"public/about/index.html": `<nav><a href="/demo/lost/">Write to us</a></nav>`,
			},
			want: []string{"/lost/ on /about/: none"},
		},
		{
			name: "the same entry in two pages",
			files: map[string]string{
				"content/guestbook.md": front, "content/other.md": front, "content/about.md": "About\n",
				"public/about/index.html": `<nav><a href="/demo/lost/">Guest book</a></nav>`,
			},
			want: []string{"/lost/ on /about/: none"},
		},
	})
}

// TestAttributeRepeatedPictures attributes pictures that a theme shows twice.
func TestAttributeRepeatedPictures(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "a picture and its enlarged copy",
			files: map[string]string{
				"src/format/a.md":      "# A\n\n![logo](images/lost.png)\n",
				"public/format/a.html": `<h1>A</h1><p><img src="images/lost.png" alt="logo"></p><div class="zoom"><img src="images/lost.png" alt="logo"></div>`,
			},
			want: []string{"/format/images/lost.png on /format/a.html: src/format/a.md:3", "/format/images/lost.png on /format/a.html: src/format/a.md:3"},
		},
		{
			name: "two pictures in the text, of three",
			files: map[string]string{
				"src/format/a.md":      "# A\n\n![logo](images/lost.png)\n\n![logo](images/lost.png)\n",
				"public/format/a.html": `<h1>A</h1><img src="images/lost.png" alt="logo"><img src="images/lost.png" alt="logo"><img src="images/lost.png" alt="logo">`,
			},
			want: []string{
				"/format/images/lost.png on /format/a.html: none", "/format/images/lost.png on /format/a.html: none",
				"/format/images/lost.png on /format/a.html: none",
			},
		},
	})
}

// TestAttributeAuthors attributes what a script of the page holds about its author.
func TestAttributeAuthors(t *testing.T) {
	t.Parallel()
	const script = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","author":{"@type":"Person","name":"Me","url":"/demo/team/lost"}}</script>`
	testSettled(t, []project{
		{
			name: "a list of authors",
			files: map[string]string{
				"blog/authors.yml": "me:\n  name: Me\n  url: /demo/team/lost\n", "blog/post.md": "# Post\n",
				"public/blog/post/index.html": script,
			},
			want: []string{"/team/lost on /blog/post/: blog/authors.yml:3"},
		},
		{
			name: "two authors with one page",
			files: map[string]string{
				"blog/authors.yml": "me:\n  name: Me\n  url: /demo/team/lost\nyou:\n  name: You\n  url: /demo/team/lost\n", "blog/post.md": "# Post\n",
				"public/blog/post/index.html": script,
			},
			want: []string{"/team/lost on /blog/post/: none"},
		},
	})
}

// TestAttributeComponents attributes links in the properties of components of Nuxt.
func TestAttributeComponents(t *testing.T) {
	t.Parallel()
	testSettled(t, []project{
		{
			name: "properties in braces and in YAML",
			files: map[string]string{
				"content/a.md": "# A\n\n::hero\n---\ntitle: Welcome\nlinks:\n  - label: Start\n    to: /demo/start\n---\nText\n::\n\n" +
					"::card{to=\"/demo/card\" title=\"The card\"}\nSee [b](/demo/b).\n::\n",
				"public/a/index.html": `<main><h1>A</h1><a href="/demo/start">Start</a><a href="/demo/card"><h3>The card</h3></a><p>See <a href="/demo/b">b</a>.</p></main>`,
			},
			want: []string{"/b on /a/: content/a.md:14", "/card on /a/: content/a.md:13", "/start on /a/: content/a.md:8"},
		},
		{
			name: "properties of code",
			files: map[string]string{
				"content/a.md":        "# A\n\n```mdc\n::card{to=\"/demo/card\"}\n::\n```\n",
				"public/a/index.html": `<main><h1>A</h1><a href="/demo/card">The card</a></main>`,
			},
			want: []string{"/card on /a/: none"},
		},
	})
}

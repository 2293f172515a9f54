package source_test

import "testing"

// TestAttributePelican attributes links of Pelican: pages are called by their titles, and
// links to content name its file.
func TestAttributePelican(t *testing.T) {
	t.Parallel()
	const post = "Title: My First Post\nDate: 2024-01-02\nCategory: News\n\nSee ![i]({static}images/lost.png) and [second]({filename}second.rst#gone).\n"
	const second = "The Second Article: Slugged Differently\n#######################################\n\n:date: 2024-01-03\n:category: News\n\n" +
		"See `first <{filename}post-one.md#gone>`_.\n\n.. image:: {static}/images/lost.png\n   :alt: pic\n"
	testSettled(t, []project{
		{
			name: "titles",
			files: map[string]string{
				"content/post-one.md": post, "content/second.rst": second, "content/third.md": "Slug: elsewhere\n\n[x](gone.html)\n",
				"public/my-first-post.html": `<p>See <img alt="i" src="https://example.org/demo/images/lost.png"> and ` +
					`<a href="https://example.org/demo/the-second-article-slugged-differently.html#gone">second</a>.</p>`,
				"public/the-second-article-slugged-differently.html": `<p>See <a class="reference external" href="https://example.org/demo/my-first-post.html#gone">first</a>.</p>` +
					`<img alt="pic" src="https://example.org/demo/images/lost.png">`,
				"public/elsewhere.html": `<a href="gone.html">x</a>`,
			},
			want: []string{
				"/gone.html on /elsewhere.html: content/third.md:3",
				"/images/lost.png on /my-first-post.html: content/post-one.md:5",
				"/images/lost.png on /the-second-article-slugged-differently.html: content/second.rst:9",
				"/my-first-post.html#gone on /the-second-article-slugged-differently.html: content/second.rst:7",
				"/the-second-article-slugged-differently.html#gone on /my-first-post.html: content/post-one.md:5",
			},
		},
		{
			name: "another post of the same title",
			files: map[string]string{
				"content/a.md": post, "content/b.md": post,
				"public/my-first-post.html": `<img alt="i" src="https://example.org/demo/images/lost.png">`,
			},
			want: []string{"/images/lost.png on /my-first-post.html: none"},
		},
		{
			name: "a text that begins with a colon",
			files: map[string]string{
				"content/a.md": "Note: My First Post\n\n![i](images/lost.png)\n", "public/my-first-post.html": `<img alt="i" src="images/lost.png">`,
			},
			want: []string{"/images/lost.png on /my-first-post.html: none"},
		},
	})
}

// TestAttributeTemplatesOfSphinx attributes links that a template makes with pathto.
func TestAttributeTemplatesOfSphinx(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"_templates/my.html": "<p><a href=\"{{ pathto('lost') }}\">ten</a>\n<a href=\"{{ pathto('guide/a') + '#gone' }}\">eleven</a>\n" +
			"<img src=\"{{ pathto('_static/lost.png', 1) }}\"></p>\n<a href=\"{{ pathto('guide/b') + '#gone' }}\">other</a>\n",
		"index.rst": "Index\n=====\n", "guide/a.rst": "A\n=\n", "guide/b.rst": "B\n=\n",
		"public/index.html":   `<div class="sphinxsidebar"><p><a href="lost.html">ten</a> <a href="guide/a.html#gone">eleven</a> <img src="_static/lost.png"></p></div>`,
		"public/guide/a.html": "<h1>A</h1>", "public/guide/b.html": "<h1>B</h1>",
	}
	testSettled(t, []project{{
		name:  "a template",
		files: files,
		want: []string{
			"/_static/lost.png on /: _templates/my.html:3", "/guide/a.html#gone on /: _templates/my.html:2", "/lost.html on /: _templates/my.html:1",
		},
	}})
}

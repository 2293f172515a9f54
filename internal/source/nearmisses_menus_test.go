package source_test

import "testing"

// TestNearMissesOfMenus reads links of the text that a menu of the layout repeats, without
// a region that tells them apart.
func TestNearMissesOfMenus(t *testing.T) {
	t.Parallel()
	const fr = "<a href=/fr/a/>Français</a>"
	titled := map[string]string{"content/a.md": "---\ntitle: T\n---\nIn [Français](/fr/a/).\n", "content/b.md": "text\n", "layouts/single.html": "{{ range .Translations }}<a href=\"{{ .RelPermalink }}\">{{ .Language }}</a>{{ end }}{{ .Content }}"}
	headed := map[string]string{"content/a.md": "# T\n\nIn [Français](/fr/a/).\n", "layouts/single.html": titled["layouts/single.html"]}
	below := map[string]string{"content/a.md": "# T\n\n## Use\n\nIn [Français](/fr/a/).\n"}
	of := func(file string) map[string]string { return map[string]string{file: "In [Français](/fr/a/).\n"} }
	link := "a /fr/a/: content/a.md:"
	testNearMisses(t, []nearMiss{
		{name: "above all headings", files: headed, page: "<div>" + fr + "</div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "above all headings, with the title in front matter", files: titled, page: "<div>" + fr + "</div><h1>T</h1><p>In " + fr + "."},
		{name: "above all headings, with a region", files: titled, page: "<div>" + fr + "</div><main><h1>T</h1><p>In " + fr + ".</main>", want: []string{link + "4"}},
		{name: "above all headings, in the content", files: titled, page: "<main><div>" + fr + "</div><h1>T</h1><p>In " + fr + ".</main>"},
		{name: "above the content", files: titled, page: "<h1>T</h1><div>" + fr + "</div><p>In " + fr + "."},
		{name: "below the content", files: headed, page: "<h1>T</h1><p>In " + fr + ".</p><div>" + fr + "</div>"},
		{name: "under another heading", files: below, page: "<h1>T</h1><div>" + fr + "</div><h2>Use</h2><p>In " + fr + ".", want: []string{link + "5"}},
		{name: "below another heading", files: below, page: "<h1>T</h1><h2>Use</h2><p>In " + fr + ".</p><h2>Languages</h2>" + fr, want: []string{link + "5"}},
		{name: "in a list of the layout", files: headed, page: "<ul><li>" + fr + "</ul><main><h1>T</h1><p>In " + fr + ".</main>", want: []string{link + "3"}},
		{name: "in a header, and the text is lost", files: headed, page: "<header>" + fr + "</header><main><h1>T</h1></main>"},
		{name: "in a footer, and the text is lost", files: headed, page: "<main><h1>T</h1></main><footer>" + fr + "</footer>"},
		{name: "in a menu outside of main, and the text is lost", files: headed, page: "<div>" + fr + "</div><main><h1>T</h1></main>"},
		{name: "in an option", files: headed, page: "<select><option value=/fr/a/>Français</select><div>" + fr + "</div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a flag", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=FR></a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a flag named as the text", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=Français></a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a code", files: headed, page: "<div><a href=/fr/a/>fr</a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "in the README of the repository", files: of("README.md"), page: "<div>" + fr + "</div>"},
		{name: "a second link at the end", files: titled, page: "<h1>T</h1><p>In " + fr + ".</p><h2>More</h2>" + fr, want: []string{link + "4"}},
	})
}

// TestNearMissesOfMenusOnEveryPage reads a link of one page that a menu has on all pages, of
// which some have no source.
func TestNearMissesOfMenusOnEveryPage(t *testing.T) {
	t.Parallel()
	const menu = "<!doctype html><title>T</title><div><a href=/install/>Install</a></div><main><h1>T</h1>"
	testProjects(t, []project{
		{
			name: "a menu",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "# T\n\n[Install](/install/)\n",
				"public/tags/index.html": menu, "public/b/index.html": menu, "public/c/index.html": menu + "<p><a href=/install/>Install</a>",
			},
			want: []string{"/b/ Install: none", "/c/ Install: none", "/c/ Install: content/c.md:3", "/tags/ Install: none"},
		},
		{
			name: "a list that shows the text of a page",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "# T\n\n[Install](/install/)\n",
				"public/tags/index.html": page("<a href=/install/>Install</a>"), "public/b/index.html": page(""), "public/c/index.html": page("<a href=/install/>Install</a>"),
			},
			want: []string{"/c/ Install: content/c.md:3", "/tags/ Install: content/c.md:3"},
		},
		{
			name: "a list that shows the text of a page with a link of the footer",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "# T\n\n[Install](/install/)\n", "content/docs/_index.md": "text\n",
				"layouts/footer.html":    "<p><a href=\"/install/\">Install</a></p>",
				"public/b/index.html":    "<!doctype html><main><h1>T</h1><footer><p><a href=/install/>Install</a></footer></main>",
				"public/docs/index.html": "<!doctype html><main><h1>T</h1><p><a href=/install/>Install</a><footer><p><a href=/install/>Install</a></footer></main>",
			},
			want: []string{"/b/ Install: layouts/footer.html:1", "/docs/ Install: none", "/docs/ Install: layouts/footer.html:1"},
		},
		{
			name: "a list that shows the text of a page, without regions",
			files: map[string]string{
				"content/b.md": "text\n", "content/c.md": "# T\n\n[Install](/install/)\n", "content/docs/_index.md": "text\n",
				"layouts/footer.html":    "<p><a href=\"/install/\">Install</a></p>",
				"public/b/index.html":    "<!doctype html><h1>T</h1><p><a href=/install/>Install</a>",
				"public/docs/index.html": "<!doctype html><h1>T</h1><p><a href=/install/>Install</a><p><a href=/install/>Install</a>",
			},
			want: []string{"/b/ Install: layouts/footer.html:1", "/docs/ Install: none", "/docs/ Install: none"},
		},
	})
}

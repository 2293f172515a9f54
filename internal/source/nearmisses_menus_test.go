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
		{name: "above all headings, and the text is lost", files: below, page: "<div>" + fr + "</div><h1>T</h1><h2>Use</h2>"},
		{name: "under another heading, and the text is lost", files: below, page: "<h1>T</h1><h2>Languages</h2>" + fr + "<h2>Use</h2>"},
		{name: "in an option", files: headed, page: "<select><option value=/fr/a/>Français</select><div>" + fr + "</div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a flag", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=FR></a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a flag named as the text", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=Français></a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a code", files: headed, page: "<div><a href=/fr/a/>fr</a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "in the README of the repository", files: of("README.md"), page: "<div>" + fr + "</div>"},
		{name: "in another page", files: of("content/b.md"), page: "<div>" + fr + "</div>"},
		{name: "in a page of another language", files: of("content/fr/a.md"), page: "<div>" + fr + "</div>"},
		{name: "in the data of a list", files: of("content/fr/_index.md"), page: "<div>" + fr + "</div>"},
	})
}

package source_test

import "testing"

// TestNearMissesOfPaths reads links of the text whose paths end like that of a link of the
// layout with the same text.
func TestNearMissesOfPaths(t *testing.T) {
	t.Parallel()
	pageOf := func(link string) map[string]string {
		return map[string]string{"content/a.md": link + "\n", "content/b.md": "text\n", "public/b/index.html": ""}
	}
	menu := func(href string) string { return "<div><a href=" + href + ">Install</a></div>" }
	testNearMisses(t, []nearMiss{
		{name: "another version, by its path", files: pageOf("[Install](/v1/docs/install/)"), page: menu("/v2/docs/install/")},
		{name: "another version, by its file", files: pageOf("[Install](v1/docs/install.md)"), page: menu("/v2/docs/install/")},
		{name: "another version, below", files: pageOf("[Install](/docs/v1/guide/install/)"), page: menu("/docs/v2/guide/install/")},
		{name: "the newest version", files: pageOf("[Install](/v1/docs/install/)"), page: menu("/docs/install/")},
		{name: "another language, by its path", files: pageOf("[Install](/en/docs/install/)"), page: menu("/fr/docs/install/")},
		{name: "another language, by its file", files: pageOf("[Install](en/docs/install.md)"), page: menu("/fr/docs/install/")},
		{name: "a translation", files: pageOf("[Install](/docs/install/)"), page: menu("/fr/docs/install/")},
		{name: "a translation of a page at the top", files: pageOf("[Install](/install/)"), page: menu("/fr/install/")},
		{name: "a translation, by its file", files: pageOf("[Install](docs/install.md)"), page: menu("/fr/docs/install/")},
		{name: "another product", files: pageOf("[Install](/app/start/install/)"), page: menu("/cli/start/install/")},
		{name: "another directory", files: pageOf("[Install](/app/install/)"), page: menu("/cli/install/")},
		{name: "another file", files: pageOf("[Install](cli/install.md)"), page: menu("/app/install/")},
		{name: "another page", files: pageOf("[Install](/install/)"), page: menu("/install-it/")},
		{name: "another date", files: pageOf("[Install](/2023/05/install/)"), page: menu("/2024/06/install/")},
		{name: "another host", files: pageOf("[Install](https://other.example/docs/install/)"), page: menu("/docs/install/")},
		{name: "another host, without a scheme", files: pageOf("[Install](//other.example/docs/install/)"), page: menu("/docs/install/")},
		{name: "another query", files: pageOf("[Install](/docs/install/?v=1)"), page: menu("'/docs/install/?v=2'")},
		{name: "another fragment", files: pageOf("[Install](#install)"), page: menu("#installing")},
		{name: "another extension", files: pageOf("[Install](/docs/install.pdf)"), page: menu("/docs/install.zip")},
		{name: "the page and not its file", files: pageOf("[Install](/docs/install.pdf)"), page: menu("/docs/install/")},
		{name: "a directory of that name", files: pageOf("[Install](/install/index.md)"), page: menu("/docs/guide/install/")},
		{name: "the same path below the base path", files: pageOf("[Install](/install/)"), page: menu("/install/"), want: []string{"a /install/: content/a.md:1"}},
		{name: "the file of the page", files: pageOf("[Install](docs/install.md)"), page: menu("/docs/install/"), want: []string{"a /docs/install/: content/a.md:1"}},
		{name: "the file of the page from the root", files: pageOf("[Install](/docs/install.md)"), page: menu("../docs/install/"), want: []string{"a ../docs/install/: content/a.md:1"}},
	})
}

// TestNearMissesOfFrontMatter reads settings of a page that lead where a link of the page
// leads.
func TestNearMissesOfFrontMatter(t *testing.T) {
	t.Parallel()
	of := func(setting string) map[string]string {
		return map[string]string{"content/a.md": "---\ntitle: Install\n" + setting + "\n---\ntext\n"}
	}
	const link = "<p><a href=/install/>Install</a></p>"
	testNearMisses(t, []nearMiss{
		{name: "an alias", files: of("aliases: [/install/]"), page: link},
		{name: "a redirect", files: of("redirect_from: /install/"), page: link},
		{name: "a layout", files: of("layout: /install/"), page: link},
		{name: "an output", files: of("output: /install/"), page: link},
		{name: "a template", files: of("template: /install/"), page: link},
		{name: "an image", files: of("image: /install.png"), page: "<p><a href=/install.png>Shot</a></p><img src=/install.png alt=Logo>", want: []string{"img /install.png: content/a.md:3"}},
		{name: "a style sheet", files: of("styles: [/a.css]"), page: "<link rel=stylesheet href=/a.css>", want: []string{"link /a.css: content/a.md:3"}},
		{name: "an icon", files: of("icon: /icon.png"), page: "<link rel=icon href=/icon.png>", want: []string{"link /icon.png: content/a.md:3"}},
		{name: "a button", files: of("hero:\n  actions:\n    - text: Install\n      link: /install/"), page: link, want: []string{"a /install/: content/a.md:6"}},
		{name: "the next page", files: of("next: /install/"), page: "<a href=/install/>Install it next</a>", want: []string{"a /install/: content/a.md:3"}},
	})
}

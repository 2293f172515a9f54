package markup_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestSyntaxOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		want        markup.Syntax
		prose, data bool
	}{
		{name: "a.md", want: markup.Markdown, prose: true},
		{name: "dir/A.MARKDOWN", want: markup.Markdown, prose: true},
		{name: "a.mdx", want: markup.MDX, prose: true},
		{name: "a.html", want: markup.HTML},
		{name: "a.njk", want: markup.HTML},
		{name: "a.tsx", want: markup.HTML},
		{name: "a.rst", want: markup.RST, prose: true},
		{name: "a.adoc", want: markup.AsciiDoc, prose: true},
		{name: "a.org", want: markup.Org, prose: true},
		{name: "a.yaml", want: markup.YAML, data: true},
		{name: "a.toml", want: markup.TOML, data: true},
		{name: "a.json", want: markup.JSON, data: true},
		{name: "a.config.ts", want: markup.JSON, data: true},
		{name: "package-lock.json", want: markup.None},
		{name: "package.json", want: markup.None},
		{name: "a.png", want: markup.None},
		{name: "Makefile", want: markup.None},
	} {
		got := markup.SyntaxOf(tt.name)
		if got != tt.want || got.IsProse() != tt.prose || got.IsData() != tt.data {
			t.Errorf("SyntaxOf(%q) = %v, prose %v, data %v", tt.name, got, got.IsProse(), got.IsData())
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src string
		page, elements  bool
	}{
		{name: "prose", file: "a.md", src: "text", page: true},
		{name: "a whole document", file: "a.html", src: "<!DOCTYPE html><p>text", page: true},
		{name: "a document with a root element", file: "a.html", src: "<HTML><p>text", page: true},
		{name: "a part of a document", file: "a.html", src: "<p>text"},
		{name: "a layout", file: "a.html", src: "<!doctype html>{{ content }}"},
		{name: "a layout of ERB", file: "a.html.erb", src: "<!doctype html><%= yield %>"},
		{name: "a directory of layouts", file: "_layouts/a.html", src: "<!doctype html>"},
		{name: "front matter", file: "a.html", src: "---\ntitle: x\n---\n{{ x }}", page: true},
		{name: "data", file: "a.yml", src: "a: b"},
		{name: "code with elements", file: "a.js", src: "x = <a href='/'>y</a>", elements: true},
		{name: "code without elements", file: "a.js", src: "x = 1 < 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := markuptest.Read(tt.file, tt.src)
			if got.IsPage != tt.page || got.HasElements != tt.elements {
				t.Errorf("page %v, elements %v", got.IsPage, got.HasElements)
			}
		})
	}
}

func TestFrontMatter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src, slug string
		links           []string
		present         bool
	}{
		{name: "YAML", src: "---\nslug: a\nimage: /b.png\n---\n[c](/d)\n", slug: "a", links: []string{"/b.png", "/d"}, present: true},
		{name: "YAML that dots end", src: "---\nslug: a\n...\n[c](/d)\n", slug: "a", links: []string{"/d"}, present: true},
		{name: "TOML", src: "+++\nslug = 'a'\nimage = '/b.png'\n+++\n[c](/d)\n", slug: "a", links: []string{"/b.png", "/d"}, present: true},
		{name: "JSON", src: ";;;\n\"slug\": \"a\",\n\"image\": \"/b.png\"\n;;;\n[c](/d)\n", slug: "a", links: []string{"/b.png", "/d"}, present: true},
		{name: "CRLF", src: "---\r\nslug: a\r\n---\r\n[c](/d)\r\n", slug: "a", links: []string{"/d"}, present: true},
		{name: "empty", src: "---\n---\n[c](/d)\n", links: []string{"/d"}, present: true},
		{name: "without an end", src: "---\nslug: a\n[c](/d)\n", links: []string{"/d"}},
		{name: "not at the beginning", src: "\n---\nslug: a\n---\n[c](/d)\n", links: []string{"/d"}},
		{name: "another fence", src: "---\nslug: a\n+++\n[c](/d)\n", links: []string{"/d"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := markuptest.Read("a.md", tt.src)
			var links []string
			for _, l := range got.Links {
				links = append(links, l.Raw)
			}
			if diff := cmp.Diff(tt.links, links); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.Front.Present != tt.present || got.Front.Slug != tt.slug {
				t.Errorf("front matter %+v", got.Front)
			}
		})
	}
}

func TestIncludes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{name: "Jekyll", line: `{% include foot.html %}`, want: []string{"foot"}},
		{name: "Hugo", line: `{{ partial "head/meta.html" . }}`, want: []string{"meta"}},
		{name: "Nunjucks", line: `{% extends "layouts/base.njk" %}`, want: []string{"base"}},
		{name: "MkDocs", line: `--8<-- "snippets/part.md"`, want: []string{"part"}},
		{name: "reStructuredText", line: `.. include:: part.rst`, want: []string{"part"}},
		{name: "AsciiDoc", line: `include::parts/head.adoc[]`, want: []string{"head"}},
		{name: "Org", line: `#+INCLUDE: "part.org"`, want: []string{"part"}},
		{name: "MDX", line: `import Part from './_part.mdx'`, want: []string{"part"}},
		{name: "a component", line: `<Include file="part.md" />`, want: []string{"part"}},
		{name: "a comment", line: `<!-- include part.html -->`, want: []string{"part"}},
		{name: "an indented directive", line: `    !include part.md`, want: []string{"part"}},
		{name: "an expression in prose", line: `See x.md {{ include "part.md" }} and y.md`, want: []string{"part"}},
		{name: "prose", line: `We include part.md here`},
		{name: "another expression", line: `{{ link "part.md" }}`},
		{name: "a word without a path", line: `{% include part %}`},
		{name: "another component", line: `<Card file="part.md" />`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for name := range markuptest.Read("a.md", tt.line+"\n").Includes {
				got = append(got, name)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReportsHoldNoLinks reads an earlier report, which holds the links that are looked for.
func TestReportsHoldNoLinks(t *testing.T) {
	t.Parallel()
	report := `{"schema": "linkvet.report/1", "link": "/no/"}`
	if got := markuptest.Lines("linkvet.json", report); got != nil {
		t.Errorf("read %q", got)
	}
	if got := markuptest.Lines("linkvet.json", `{"schema": "other", "link": "/no/"}`); len(got) != 1 {
		t.Errorf("read %q of another file", got)
	}
}

func TestReadPage(t *testing.T) {
	t.Parallel()
	src := "<nav><a href=/a>{{ A }}</a></nav><main><h2>One</h2><p><a href=/b>B</a></main>"
	var got []string
	for _, l := range markup.ReadPage(t.Context(), []byte(src), markuptest.All) {
		got = append(got, l.Raw+" "+l.Text+" "+l.Heading)
	}
	if diff := cmp.Diff([]string{"/a  ", "/b b one"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package markup_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src string
		page, elements  bool
	}{
		{name: "prose", file: "a.md", src: "text", page: true},
		{name: "a whole document", file: "a.html", src: "<!DOCTYPE html><p>text", page: true},
		{name: "a layout", file: "a.html", src: "<!doctype html>{{ content }}"},
		{name: "a layout of ERB", file: "a.html.erb", src: "<!doctype html><%= yield %>"},
		{name: "code with elements", file: "a.js", src: "x = <a href='/'>y</a>", elements: true},
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
		{name: "CRLF", src: "---\r\nslug: a\r\n---\r\n[c](/d)\r\n", slug: "a", links: []string{"/d"}, present: true},
		{name: "without an end", src: "---\nslug: a\n[c](/d)\n", links: []string{"/d"}},
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
		{name: "reStructuredText", line: `.. include:: part.rst`, want: []string{"part"}},
		{name: "MDX", line: `import Part from './_part.mdx'`, want: []string{"part"}},
		{name: "an expression in prose", line: `See x.md {{ include "part.md" }} and y.md`, want: []string{"part"}},
		{name: "prose", line: `We include part.md here`},
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

// TestScripts reads the lists of links in the code of components and of Markdown.
func TestScripts(t *testing.T) {
	t.Parallel()
	const nav = "const nav = [\n  { href: '/a', label: 'A' }, // '/no'\n];\n"
	for _, tt := range []struct{ name, file, src, want string }{
		{name: "JSX", file: "nav.jsx", src: nav + "export default () => <p>Don't</p>\n", want: `2:12-14 /a "a"`},
		{name: "Vue", file: "nav.vue", src: "<script setup>" + nav + "</script><template><p>{{ href: '/no' }}</p></template>\n", want: `2:12-14 /a "a"`},
		{name: "Astro", file: "nav.astro", src: "---\n" + nav + "---\n<p></p>\n", want: `3:12-14 /a "a"`},
		{name: "text that is no code", file: "text.mdx", src: "We export const nav = [{ href: '/a', label: 'A' }].\n"},
		{name: "an export without an end", file: "text.mdx", src: "export const nav = [{ href: '/a', label: 'A' },\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := markuptest.Lines(tt.file, tt.src)
			if tt.want == "" && len(got) == 0 {
				return
			}
			if len(got) != 1 || got[0] != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestElementsOfComponents reads a link once, though it is in code.
func TestElementsOfComponents(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.tsx", []markuptest.Case{{
		Name:   "an element",
		Source: "const a = <Link href=\"/a\">The A</Link>, b = <a href={'/b'}>B</a>\n",
		Want:   []string{`1:23-25 /a "thea"`, `1:55-57 /b "b"`},
	}})
}

// TestComponentPages tells pages from layouts.
func TestComponentPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file, src string
		page      bool
	}{
		{file: "app/layout.tsx", src: "export default ({ children }) => <html><body>{children}</body></html>\n"},
		{file: "pages/_document.jsx", src: "<html></html>"},
		{file: "src/app.html", src: "<!doctype html>\n<html><body>%sveltekit.body%</body></html>\n"},
		{file: "src/layouts/Base.astro", src: "---\nconst x = 1\n---\n<html></html>\n"},
		{file: "src/pages/about.astro", src: "---\nconst x = 1\n---\n<html></html>\n", page: true},
		{file: "src/routes/More.svelte", src: "<p></p>\n"},
		{file: "src/routes/+page.svelte", src: "<p></p>\n"},
		{file: "index.html", src: "<!doctype html>\n<html></html>\n", page: true},
	} {
		if got := markuptest.Read(tt.file, tt.src); got.IsPage != tt.page {
			t.Errorf("%s: a page is %v", tt.file, got.IsPage)
		}
	}
}

// TestReadEndsWithItsContext reads with a context that has ended.
func TestReadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range fuzzed {
		src := []byte(strings.Repeat("[x](/no/) <a href=/no/>x</a> link:/no/[x] `x </no/>`_ [[/no/][x]]\nurl: /no/\n", 5000))
		all := len(markup.Read(t.Context(), name, src, markuptest.All).Links)
		some := len(markup.Read(ctx, name, src, markuptest.All).Links)
		if all > 0 && some > all/2 {
			t.Errorf("%s: %d of %d links are read after the end", name, some, all)
		}
	}
}

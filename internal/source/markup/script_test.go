package markup_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestScripts reads the lists of links in the code of components and of Markdown.
func TestScripts(t *testing.T) {
	t.Parallel()
	const nav = "const nav = [\n  { href: '/a', label: 'A' }, // '/no'\n];\n"
	for _, tt := range []struct{ name, file, src, want string }{
		{name: "JSX", file: "nav.jsx", src: nav + "export default () => <p>Don't</p>\n", want: `2:12-14 /a "a"`},
		{name: "TSX", file: "nav.tsx", src: nav, want: `2:12-14 /a "a"`},
		{name: "Vue", file: "nav.vue", src: "<script setup>" + nav + "</script><template><p>{{ href: '/no' }}</p></template>\n", want: `2:12-14 /a "a"`},
		{name: "Svelte", file: "nav.svelte", src: "<script>" + nav + "</script>\n", want: `2:12-14 /a "a"`},
		{name: "Astro", file: "nav.astro", src: "---\n" + nav + "---\n<p></p>\n", want: `3:12-14 /a "a"`},
		{name: "MDX", file: "nav.mdx", src: "export " + nav + "\n# Text\n", want: `2:12-14 /a "a"`},
		{name: "Markdown", file: "nav.md", src: "<script setup>\n" + nav + "</script>\n", want: `3:12-14 /a "a"`},
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

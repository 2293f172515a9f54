package cause

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestLinksThatAppear decides about links whose line is old, and which the pull request shows
// for the first time.
func TestLinksThatAppear(t *testing.T) {
	t.Parallel()
	const text = "[a](/gone)\n"
	const footer = "<a href=\"/gone\">x</a>\n"
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		file          string
		line, column  int
		pages         []string
		want          answer
		why           string
	}{
		{
			name: "a draft that is published", before: map[string]string{"a.md": "---\ndraft: true\n---\n" + text},
			after: map[string]string{"a.md": "---\ndraft: false\n---\n" + text}, file: "a.md", line: 4, column: 5, want: caused,
		},
		{
			name: "another title", before: map[string]string{"a.md": "---\ntitle: A\ndraft: false\n---\n" + text},
			after: map[string]string{"a.md": "---\ntitle: B\ndraft: false\n---\n" + text}, file: "a.md", line: 5, column: 5,
		},
		{
			name: "a draft that is moved to the posts", before: map[string]string{"_drafts/a.md": text},
			after: map[string]string{"_posts/a.md": text}, file: "_posts/a.md", line: 1, column: 5, want: caused,
		},
		{
			name: "a file from outside the content", before: map[string]string{"notes/a.md": text},
			after: map[string]string{"docs/a.md": text}, file: "docs/a.md", line: 1, column: 5, want: caused,
		},
		{
			name: "a text that becomes a page", before: map[string]string{"docs/a.txt": text},
			after: map[string]string{"docs/a.md": text}, file: "docs/a.md", line: 1, column: 5, want: caused,
		},
		{
			name: "a condition around the link", before: map[string]string{"layouts/f.html": "{{ if .x }}\n" + footer + "{{ end }}\n"},
			after: map[string]string{"layouts/f.html": footer}, file: "layouts/f.html", line: 1, column: 10, want: undecided, why: whyTemplate,
		},
		{
			name: "other text next to an expression", before: map[string]string{"layouts/f.html": "<p class=\"a\">{{ .Title }}</p>\n" + footer},
			after: map[string]string{"layouts/f.html": "<p class=\"b\">{{ .Title }}</p>\n" + footer}, file: "layouts/f.html", line: 2, column: 10,
		},
		{
			name: "other text in a layout", before: map[string]string{"layouts/f.html": "{{ if .x }}\n" + footer + "{{ end }}\n"},
			after: map[string]string{"layouts/f.html": "<p>More</p>\n{{ if .x }}\n" + footer + "{{ end }}\n"}, file: "layouts/f.html", line: 3, column: 10,
		},
		{
			name: "a condition of a component", before: map[string]string{"src/F.jsx": "export const F = () => <p>{old && <b>x</b>}</p>\n" + footer},
			after: map[string]string{"src/F.jsx": "export const F = () => <p>{<b>x</b>}</p>\n" + footer}, file: "src/F.jsx", line: 2, column: 10, want: undecided, why: whyTemplate,
		},
		{
			name:   "a layout that includes the file",
			before: map[string]string{"layouts/base.html": "<main>\n", "layouts/footer.html": footer},
			after:  map[string]string{"layouts/base.html": "<main>\n{{ partial \"footer.html\" . }}\n", "layouts/footer.html": footer},
			file:   "layouts/footer.html", line: 1, column: 10, want: caused,
		},
		{
			name:   "a page that includes the file",
			before: map[string]string{"docs/p.md": "P\n", "docs/part.md": text},
			after:  map[string]string{"docs/p.md": "P\n--8<-- \"part.md\"\n", "docs/part.md": text},
			file:   "docs/part.md", line: 1, column: 5, want: caused,
		},
		{
			name:   "a component in a new page",
			before: map[string]string{"src/Promo.astro": footer},
			after:  map[string]string{"docs/p.mdx": "<Promo />\n", "src/Promo.astro": footer},
			file:   "src/Promo.astro", line: 1, column: 10, want: caused,
		},
		{
			name:   "a new page with the layout of others",
			before: map[string]string{"_layouts/default.html": footer},
			after:  map[string]string{"_layouts/default.html": footer, "p.md": "---\nlayout: default\n---\n"},
			file:   "_layouts/default.html", line: 1, column: 10, pages: []string{"/old/", "/p/"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			opt, dir := (&tree{before: tt.before, after: tt.after}).options(t)
			f := finding("https://example.com/gone", dir+"/"+tt.file, tt.line, tt.column)
			if tt.pages != nil {
				place := f.Occurrences[0]
				f.Occurrences = nil
				for _, page := range tt.pages {
					place.Page = page
					f.Occurrences = append(f.Occurrences, place)
				}
			}
			if is, why := decide(t.Context(), opt, f); is != tt.want || why != tt.why {
				t.Errorf("got %v %q, want %v %q", is, why, tt.want, tt.why)
			}
		})
	}
}

// TestAnchorsThatDisappear decides about anchors of pages that include less than before.
func TestAnchorsThatDisappear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		before, after map[string]string
		target        string
		want          answer
		why           string
	}{
		{
			name: "a page without its part", before: map[string]string{"guide.md": "# Guide\n--8<-- \"part.md\"\n"},
			after: map[string]string{"guide.md": "# Guide\n"}, target: "/guide/#of-the-part", want: undecided, why: whyIncludes,
		},
		{
			name: "another page without its part", before: map[string]string{"guide.md": "# Guide\n--8<-- \"part.md\"\n"},
			after: map[string]string{"guide.md": "# Guide\n"}, target: "/other/#of-the-part",
		},
		{
			name: "a layout without its part", before: map[string]string{"layouts/base.html": "{{ partial \"toc\" }}\n"},
			after: map[string]string{"layouts/base.html": "\n"}, target: "/other/#toc-list", want: undecided, why: "the pull request changes what layouts/base.html shows",
		},
		{
			name: "a layout with one more part", before: map[string]string{"layouts/base.html": "\n"},
			after: map[string]string{"layouts/base.html": "{{ partial \"toc\" }}\n"}, target: "/other/#toc-list",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const other = "from.md"
			tt.before[other], tt.after[other] = "[a](/a)\n", "[a](/a)\n"
			opt, dir := (&tree{before: tt.before, after: tt.after}).options(t)
			f := finding(tt.target, dir+"/"+other, 1, 5)
			f.Reason, f.Occurrences[0].Link = link.FragmentNotFound, "/a"
			if is, why := decide(t.Context(), opt, f); is != tt.want || why != tt.why {
				t.Errorf("got %v %q, want %v %q", is, why, tt.want, tt.why)
			}
		})
	}
}

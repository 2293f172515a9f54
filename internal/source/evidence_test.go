package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/pagesource"
)

// onePage are occurrences of one page whose built links are known.
func onePage(t *testing.T, files []index.File, on []link.Occurrence, built ...document.Link) *pageLinks {
	t.Helper()
	x := &index.Index{Files: files}
	page := &builtPage{links: map[[2]int]*document.Link{}}
	for i := range on {
		on[i].Page, on[i].Line, on[i].Column = "/a/", i+1, 1
		if i < len(built) {
			built[i].Line = i + 1
			page.links[[2]int{i + 1, 1}] = &built[i]
		}
	}
	a := &attributor{
		ctx: t.Context(), index: x, pages: pagesource.New(x, nil), linking: func() map[string]bool { return map[string]bool{"a": true} },
		built: &builtPages{ctx: t.Context(), index: x, pages: map[string]*builtPage{"/a/": page}, fetch: func(string) []byte { return nil }},
	}
	return newPageLinks(a, on, true)
}

// TestEvidence tests each row of the table with a match that is enough and one that is not,
// as far as there are both.
func TestEvidence(t *testing.T) {
	t.Parallel()
	files := []index.File{
		{Name: "content/a.md", Syntax: markup.Markdown},
		{Name: "data/menu.yml", Syntax: markup.YAML},
		{Name: "tests/a.html", Syntax: markup.HTML, Test: true},
	}
	known, pattern := destination.Read("/no/"), destination.Read("/x/{{ y }}/no/")
	const data, test = 1, 2
	tested := map[string]bool{}
	for _, tt := range []struct {
		name  string
		row   string
		match match
		link  document.Link
		built document.Region
		want  bool
	}{
		{
			name:  "another text",
			row:   "the texts differ",
			match: match{text: textDiffers, relation: pageFile, dest: destIdentical},
			want:  false,
		},
		{
			name:  "one of several files",
			row:   "only one of several files is right",
			match: match{text: textExact, relation: pageFile, dest: destIdentical, ambiguous: true},
			want:  false,
		},
		{
			name:  "a link whose text another link of the page has",
			row:   "the source of another link of the page, which has exactly its text",
			match: match{text: textPartial, relation: pageFile, dest: destIdentical, taken: true},
			want:  false,
		},
		{
			name:  "a layout with a part of the text",
			row:   "a shared file with a fixed text, of which the link has only a part",
			match: match{text: textPartial, relation: sharedFile, dest: destIdentical},
			link:  document.Link{Dest: known},
			want:  false,
		},
		{
			name:  "another page with all of the link",
			row:   "the file of another page, which the content of this page may show",
			match: match{text: textExact, relation: otherFile, dest: destEquivalent},
			want:  true,
		},
		{
			name:  "another page with a part of the text",
			row:   "the file of another page, which the content of this page may show",
			match: match{text: textPartial, relation: otherFile, dest: destEquivalent},
			want:  false,
		},
		{
			name:  "another page, in the footer",
			row:   "the file of another page, which the content of this page may show",
			match: match{text: textExact, relation: otherFile, dest: destEquivalent},
			built: document.FooterRegion,
			want:  false,
		},
		{
			name:  "a layout with an expression",
			row:   "a shared file with an expression, whose value comes from elsewhere",
			match: match{text: textExact, relation: sharedFile, dest: destResolved},
			link:  document.Link{Dest: pattern},
			want:  false,
		},
		{
			name:  "similar paths with the same text",
			row:   "paths that only end alike",
			match: match{text: textExact, relation: pageFile, dest: destSimilar},
			want:  true,
		},
		{
			name:  "similar paths with a similar text",
			row:   "paths that only end alike",
			match: match{text: textPartial, relation: pageFile, dest: destSimilar},
			want:  false,
		},
		{
			name:  "the page's own file without a text",
			row:   "a file that the page is made of",
			match: match{text: textUnknown, relation: pageFile, dest: destResolved},
			want:  true,
		},
		{
			name:  "a test",
			row:   "a test of the site",
			match: match{text: textExact, relation: sharedFile, dest: destIdentical},
			link:  document.Link{File: test, Dest: known},
			want:  false,
		},
		{
			name:  "a menu",
			row:   "data, which may name a path for another purpose",
			match: match{text: textExact, relation: sharedFile, dest: destIdentical},
			link:  document.Link{File: data, Dest: known, Text: "install"},
			want:  true,
		},
		{
			name:  "a menu whose text is a part of that of the link",
			row:   "data, which may name a path for another purpose",
			match: match{text: textPartial, relation: sharedFile, dest: destIdentical},
			link:  document.Link{File: data, Dest: known, Text: "stall"},
			want:  true,
		},
		{
			name:  "a setting with a path",
			row:   "data, which may name a path for another purpose",
			match: match{text: textUnknown, relation: sharedFile, dest: destIdentical},
			link:  document.Link{File: data, Dest: known},
			want:  false,
		},
		{
			name:  "a key that is the text",
			row:   "data, which may name a path for another purpose",
			match: match{text: textExact, relation: sharedFile, dest: destIdentical},
			link:  document.Link{File: data, Dest: known, Text: "install", Keyed: true},
			want:  false,
		},
		{
			name:  "a value of a program that is a page",
			row:   "a value in the program of the page, with no text beside it",
			match: match{text: textUnknown, relation: pageFile, dest: destIdentical},
			link:  document.Link{Dest: known, IsValue: true},
			want:  false,
		},
		{
			name:  "a value of a program with the text of the link",
			row:   "data, which may name a path for another purpose",
			match: match{text: textExact, relation: sharedFile, dest: destIdentical},
			link:  document.Link{Dest: known, Text: "install", IsValue: true},
			want:  true,
		},
		{
			name:  "an included file without a text",
			row:   "a text that is not known",
			match: match{text: textUnknown, relation: includedFile, dest: destResolved},
			want:  true,
		},
		{
			name:  "a layout without a text, with the destination",
			row:   "a text that is not known",
			match: match{text: textUnknown, relation: sharedFile, dest: destIdentical},
			link:  document.Link{Dest: known},
			want:  true,
		},
		{
			name:  "a layout without a text, with the name of a page",
			row:   "a text that is not known",
			match: match{text: textUnknown, relation: sharedFile, dest: destResolved},
			link:  document.Link{Dest: known},
			want:  false,
		},
		{
			name:  "a layout with a text of expressions, with the name of a page",
			row:   "a text that is not known",
			match: match{text: textUnknown, relation: sharedFile, dest: destResolved},
			link:  document.Link{Dest: known, Loose: true},
			want:  true,
		},
		{
			name:  "no row",
			match: match{text: textPartial, relation: sharedFile, dest: destResolved},
			link:  document.Link{Dest: known, Loose: true},
			want:  true,
		},
	} {
		tested[tt.row] = true
		t.Run(tt.name, func(t *testing.T) {
			p := onePage(t, files, []link.Occurrence{{Text: "Install"}}, document.Link{Region: tt.built})
			m := tt.match
			m.link = &tt.link
			row := ""
			for _, r := range evidence {
				if r.applies(p, 0, m) {
					row = r.name
					break
				}
			}
			if row != tt.row {
				t.Errorf("the row %q decides, want %q", row, tt.row)
			}
			if got := p.isEnough(0, m); got != tt.want {
				t.Errorf("isEnough is %v", got)
			}
		})
	}
	for _, row := range evidence {
		if !tested[row.name] {
			t.Errorf("the row %q has no test", row.name)
		}
	}
}

// TestRules tests each rule with matches that it alone decides.
func TestRules(t *testing.T) {
	t.Parallel()
	files := []index.File{{Name: "content/a.md", Syntax: markup.Markdown}, {Name: "layouts/base.html", Syntax: markup.HTML}}
	const page, layout = 0, 1
	// at makes a match of the page's file, or of the layout.
	at := func(file int32, offset int, change func(*match)) match {
		m := match{link: &document.Link{File: file, Offset: offset, Order: offset, Text: "x", Dest: destination.Read("/no/")}, dest: destIdentical, relation: pageFile, text: textExact}
		if file == layout {
			m.relation = sharedFile
		}
		if change != nil {
			change(&m)
		}
		return m
	}
	heading := func(name string) func(*match) { return func(m *match) { m.link.Heading = name } }
	for _, tt := range []struct {
		name  string
		found []match
		built []document.Link
		// want are the offsets of the links of the occurrences; -1 for none.
		want []int
	}{
		{name: "no match", want: []int{-1}},
		{name: "one place", found: []match{at(page, 5, nil)}, want: []int{5}},
		{name: "one place, seen twice", found: []match{at(page, 5, nil), at(page, 5, nil)}, want: []int{5}},
		{name: "two places", found: []match{at(page, 5, nil), at(page, 9, nil)}, want: []int{-1}},
		{
			name:  "not enough evidence",
			found: []match{at(page, 5, func(m *match) { m.ambiguous = true })},
			want:  []int{-1},
		},
		{
			name:  "the region of a link in the navigation",
			found: []match{at(page, 5, nil), at(layout, 9, nil)},
			built: []document.Link{{Region: document.NavRegion, Innermost: document.NavRegion}},
			want:  []int{9},
		},
		{
			name:  "the region of a link in the content",
			found: []match{at(page, 5, nil), at(layout, 9, nil)},
			built: []document.Link{{Region: document.MainRegion, Innermost: document.MainRegion}},
			want:  []int{5},
		},
		{
			name:  "a layout's footer is not the content",
			found: []match{at(layout, 9, func(m *match) { m.link.Innermost = document.FooterRegion })},
			built: []document.Link{{Region: document.MainRegion, Innermost: document.MainRegion}},
			want:  []int{-1},
		},
		{
			name:  "the text of a page is not its navigation",
			found: []match{at(page, 5, nil)},
			built: []document.Link{{Region: document.NavRegion, Innermost: document.NavRegion}},
			want:  []int{-1},
		},
		{
			name:  "the best destination",
			found: []match{at(page, 5, nil), at(layout, 9, func(m *match) { m.dest = destResolved })},
			want:  []int{5},
		},
		{
			name:  "the heading above",
			found: []match{at(page, 5, heading("one")), at(page, 9, heading("two"))},
			built: []document.Link{{Heading: "two"}},
			want:  []int{9},
		},
		{
			name:  "above all headings",
			found: []match{at(page, 5, nil), at(page, 9, heading("two"))},
			built: []document.Link{{Heading: "title"}},
			want:  []int{5},
		},
		{
			name:  "equal links in order",
			found: []match{at(page, 9, nil), at(page, 5, nil)},
			built: []document.Link{{}, {}},
			want:  []int{5, 9},
		},
		{
			name:  "more links on the page than in its file",
			found: []match{at(page, 9, nil), at(page, 5, nil)},
			built: []document.Link{{}, {}, {}},
			want:  []int{-1, -1, -1},
		},
		{
			name:  "equal links in two files",
			found: []match{at(page, 9, nil), at(layout, 5, nil)},
			built: []document.Link{{}, {}},
			want:  []int{-1, -1},
		},
		{
			name:  "one link of the text is not two of the page",
			found: []match{at(page, 5, nil)},
			built: []document.Link{{Heading: "one"}, {Heading: "one"}},
			want:  []int{-1, -1},
		},
		{
			name:  "a link of the content beside one of the navigation",
			found: []match{at(page, 5, nil)},
			built: []document.Link{{Region: document.MainRegion}, {Region: document.NavRegion}},
			want:  []int{5, -1},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := onePage(t, files, make([]link.Occurrence, len(tt.want)), tt.built...)
			p.found[0] = tt.found
			var got []int
			for i := range tt.want {
				if l, ok := p.choose(i); ok {
					got = append(got, l.Offset)
				} else {
					got = append(got, -1)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEditLink(t *testing.T) {
	t.Parallel()
	dir := map[string]string{"content/a.md": "[x](/x/)\n", "content/b.md": "", "data/menu.yml": ""}
	x := indexOf(t, dir)
	for _, tt := range []struct {
		name, src, want string
	}{
		{name: "a link to edit the page", src: `<a href="https://forge.example/o/r/edit/main/content/a.md">`, want: "content/a.md"},
		{name: "a branch with a slash", src: `<a href="https://forge.example/o/r/_edit/x/y/content/a.md">`, want: "content/a.md"},
		{name: "the same link twice", src: `<a href="/edit/main/content/a.md"> <a href="/edit/main/content/a.md">`, want: "content/a.md"},
		{name: "two files", src: `<a href="/edit/main/content/a.md"> <a href="/edit/main/content/b.md">`},
		{name: "no source file", src: `<a href="/edit/main/content/c.md">`},
		{name: "data", src: `<a href="/edit/main/data/menu.yml">`},
		{name: "a link that only shows the file", src: `<a href="/blob/main/content/a.md">`},
		{name: "no end", src: `<a href="/edit/main/content/a.md`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if n := editLink(x, []byte(tt.src)); n != noFile {
				got = x.Files[n].Name
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

package document_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// newDocument returns a document that wants all destinations but "/unwanted".
func newDocument(t *testing.T, src string) *document.Document {
	t.Helper()
	return document.New(t.Context(), "a.md", []byte(src), func(d destination.Destination) bool { return d.Pattern != "/unwanted" })
}

func TestAdd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, src string
		link      document.Link
		want      string
	}{
		{name: "a link", src: "see /a now", link: document.Link{Offset: 4, End: 6}, want: "/a at 5"},
		{name: "over the end", src: "/a", link: document.Link{Offset: -1, End: 9}, want: "/a at 1"},
		{name: "white space", src: "see /a now", link: document.Link{Offset: 3, End: 4}},
		{name: "an unwanted one", src: "/unwanted", link: document.Link{Offset: 0, End: 9}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := newDocument(t, tt.src)
			doc.Add(tt.link)
			got := ""
			for _, l := range doc.Links {
				got += fmt.Sprintf("%s at %d", l.Dest.Pattern, l.Order)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestFinish sorts links, and sets their headings and positions.
func TestFinish(t *testing.T) {
	t.Parallel()
	doc := newDocument(t, "/a\n\n# One\nü /b /c\n# Two\n/d")
	doc.AddHeading(18, []byte(" Two"))
	doc.AddHeading(4, []byte(" **One**"))
	doc.AddHeading(0, []byte("--"))
	for _, offset := range []int{16, 13} {
		doc.Add(document.Link{Offset: offset, End: offset + 2})
	}
	doc.Add(document.Link{Offset: 25, End: 27, Order: 1})
	doc.Add(document.Link{Offset: 0, End: 10, Raw: "/over/lines"})
	doc.Finish()
	var got []string
	for _, l := range doc.Links {
		got = append(got, fmt.Sprintf("%d:%d-%d %s %q", l.Line, l.Column, l.EndColumn, l.Raw, l.Heading))
	}
	want := []string{`6:1-3 /d ""`, `1:1-0 /over/lines ""`, `4:3-5 /b "one"`, `4:6-8 /c "one"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLandmarks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name               string
		open, closed       []string
		current, innermost document.Region
	}{
		{name: "the footer of an article", open: []string{"article", "footer"}, current: document.MainRegion, innermost: document.FooterRegion},
		{name: "a region that closes others", open: []string{"main", "aside"}, closed: []string{"main"}},
		{name: "a region that is not open", open: []string{"main"}, closed: []string{"nav"}, current: document.MainRegion, innermost: document.MainRegion},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var l document.Landmarks
			for _, element := range tt.open {
				l.Start(document.RegionOf(element))
			}
			for _, element := range tt.closed {
				l.Close(document.RegionOf(element))
			}
			if l.Current() != tt.current || l.Innermost() != tt.innermost {
				t.Errorf("current %v, innermost %v", l.Current(), l.Innermost())
			}
		})
	}
}

func TestFrontMatter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, keys string
		want       document.FrontMatter
	}{
		{name: "a slug before an identifier", keys: "slug: a\nid: b\n", want: document.FrontMatter{Slug: "a"}},
		{name: "a permalink with an expression", keys: "permalink: /:year/{{ x }}\n"},
		{name: "aliases in a list", keys: "redirect_from:\n- /a/\n- /b/\n", want: document.FrontMatter{Aliases: []string{"/a/", "/b/"}}},
		{name: "not published", keys: "published: false\n", want: document.FrontMatter{Draft: true}},
		{name: "nested keys and comments", keys: "menu:\n  title: no\n# slug: no\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got document.FrontMatter
			got.ReadKeys([]byte(tt.keys))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

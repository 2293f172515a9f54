package xml

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// FuzzXML holds against every document that its links are in order in it.
func FuzzXML(f *testing.F) {
	for _, seed := range []string{
		`<feed xml:base="a"><link href='b' rel=self/><icon><![CDATA[c]]></icon></feed>`, "<rss><guid isPermaLink='true'> a<b/>c </guid><enclosure a=b url = \"\xff\">",
		`<urlset><url><loc>a<!-- b -->&amp;</loc></url></urlset>`, `<!DOCTYPE rss [<!ENTITY a "b">]><rss><link>&a;</link></rss>`, `<rss><link/><link a href href="x"/></rss>`, `<rss><guid isPermaLink='true'> a<enclosure url="b">c </guid><enclosure url="d"></rss>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		last := 0
		_, _ = Links(src, func(l link.Link) { // what is before a fault counts
			if l.Offset < last || l.Offset >= len(src) {
				t.Fatalf("%+v of %q is not behind offset %d", l, src, last)
			}
			last = l.Offset
		})
	})
}

// TestTextThatHoldsLinks reads a URL before the links in the elements of its text, and takes
// a text with very many for none.
func TestTextThatHoldsLinks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		held int
		want []string
	}{
		{name: "one", held: 1, want: []string{"/text", "/held", "/after"}},
		{name: "very many", held: maxLater, want: append(slices.Repeat([]string{"/held"}, maxLater), "/after")},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			src := `<rss><guid isPermaLink="true">/text` + strings.Repeat(`<enclosure url="/held"/>`, test.held) + `</guid><enclosure url="/after"/></rss>`
			var got []string
			if _, err := Links([]byte(src), func(l link.Link) { got = append(got, l.Raw) }); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
		})
	}
}

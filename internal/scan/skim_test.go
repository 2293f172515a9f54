package scan

import (
	"strings"
	"testing"
)

// TestHTMLFindsLinksAtEveryOffset moves tags and quotes through every place in
// the words that are looked at at once, and up to the end of the document.
func TestHTMLFindsLinksAtEveryOffset(t *testing.T) {
	t.Parallel()
	var page Page
	for before := range 17 {
		for size := range 33 {
			for _, tag := range []string{`<a href="|">`, `<a href='|'>`, `<A HREF=|>`, `<a class="b" href="|" id="c">`, `<b></b><a title='"' href="|"/>`} {
				for behind := range 9 {
					value := strings.Repeat("u", size)
					start, rest, _ := strings.Cut(tag, "|")
					start = strings.Repeat("t", before) + start
					HTML([]byte(start+value+rest+strings.Repeat("t", behind)), Options{}, &page)
					if len(page.Links) != 1 || page.Links[0].Raw != value || page.Links[0].Offset != len(start) {
						t.Fatalf("%q with %q and %d bytes behind it has the links %+v", start+rest, value, behind, page.Links)
					}
				}
			}
		}
	}
}

// TestHTMLTakesNoLinkFromATagThatIsCutOff cuts a document off at every byte.
func TestHTMLTakesNoLinkFromATagThatIsCutOff(t *testing.T) {
	t.Parallel()
	const src = `<p>text</p><a class="one" href="two" id='three'>`
	var page Page
	for end := range len(src) {
		HTML([]byte(src[:end]), Options{}, &page)
		if len(page.Links) > 0 || len(page.Anchors) > 0 {
			t.Errorf("%q has links or anchors", src[:end])
		}
	}
}

func TestHTMLReadsEndTags(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "of another kind", src: `</p><a href="¦x"></a></><a href="¦y"></ a><a href="¦z"></1>`, want: []string{"a@href x follow", "a@href y follow", "a@href z follow"}},
		{name: "with attributes", src: `</p a="<a href=n>"><a href="¦x"></a b='>'><a href="¦y">`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "with a slash", src: `</p/><a href="¦x"></a /><a href="¦y">`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "with long names", src: `</blockquote></figcaption><a href="¦x"></annotation-xml><a href="¦y">`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "cut off by the next tag", src: `<p></p <a href="n"><a href="¦x">`, want: []string{"a@href x follow"}},
		{name: "of a form", src: `<form><button formaction="¦x"></form><button formaction=n>`, want: []string{"button@formaction x"}},
		{name: "of a form in capitals", src: `<form></FORM><button formaction=n>`},
		{name: "of a form with a slash", src: `<form></form/><button formaction=n>`},
		{name: "of a form with attributes", src: `<form></form a=">"><button formaction=n>`},
		{name: "like that of a form", src: `<form></for></forms></fork></font></f><button formaction="¦x">`, want: []string{"button@formaction x"}},
	})
}

package scan

import (
	"bytes"
	"strings"
	"testing"
)

// TestNamesAreFound looks for every name in each case, before every byte that
// ends a name and at every distance from the end of the document.
func TestNamesAreFound(t *testing.T) {
	t.Parallel()
	for _, name := range elementNames[1:] {
		for _, written := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
			for _, end := range []string{">", " ", "\n", "\t", "\r", "\f", "/"} {
				for behind := range 9 {
					src := []byte("<" + written + end + strings.Repeat("x", behind))
					tag := tag{src: src}
					if at := tag.parseName(1); tag.element.name != name || at != 1+len(name) {
						t.Errorf("the name in %q is %q up to %d", src, tag.element.name, at)
					}
				}
			}
		}
	}
	for number, name := range attributeNames[1:] {
		want := attribute(number + 1)
		for _, written := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
			for _, end := range []string{"", " ", "=v", `="v"`, "='v'", " = 'v'", "/"} {
				for behind := range 9 {
					src := []byte(written + end + ">" + strings.Repeat("x", behind))
					every := element{wants: ^attributes(0)}
					tag := tag{src: src, element: &every}
					if at := tag.parseAttrs(0); at != len(src)-behind || tag.have != 1<<want {
						t.Errorf("the attribute in %q is %b up to %d, want %b", src, tag.have, at, attributes(1)<<want)
					}
				}
			}
		}
	}
}

// TestNamesAreNotMistaken changes each byte of every name by one bit. Only what
// changes the case of a letter leaves it the name that it is.
func TestNamesAreNotMistaken(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, name := range elementNames[1:] {
		known[name] = true
	}
	for name := range known {
		for i := range len(name) {
			for bit := range 8 {
				changed := []byte(name)
				changed[i] ^= 1 << bit
				if endsName[changed[i]] || known[string(bytes.ToLower(changed))] {
					continue
				}
				tag := tag{src: []byte(string(changed) + ">          ")}
				if tag.parseName(0); tag.element.name != "" {
					t.Errorf("the name %q is taken for %q", changed, tag.element.name)
				}
			}
		}
	}
}

func TestIndexFromFindsTheFirst(t *testing.T) {
	t.Parallel()
	// What differs from a "<" by one bit, or by one, is none.
	decoys := []byte{'<' ^ 0x80, '<' ^ 1, '<' + 1, '<' - 1, 0, 0xff}
	for size := range 40 {
		for start := range size + 1 {
			for at := start; at <= size; at++ {
				src := make([]byte, size)
				for i := range src {
					src[i] = decoys[i%len(decoys)]
				}
				if at < size {
					src[at] = '<'
				}
				if start > 0 {
					src[start-1] = '<'
				}
				want := bytes.IndexByte(src[start:], '<')
				if want >= 0 {
					want += start
				}
				if got := indexFrom(src, start, '<'); got != want {
					t.Fatalf("indexFrom(%q, %d) = %d, want %d", src, start, got, want)
				}
			}
		}
	}
}

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

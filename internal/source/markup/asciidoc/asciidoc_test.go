package asciidoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestAsciiDoc(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.adoc", []markuptest.Case{
		{Name: "links", Source: "link:/x[the X] https://a.example/y[Y^] https://b.example/.\n", Want: []string{`1:6-8 /x "thex"`, `1:16-35 https://a.example/y "y"`, `1:40-58 https://b.example/ "httpsbexample"`}},
		{Name: "cross references", Source: "xref:install.adoc#linux[On Linux] <<setup,Set up>> <<b.adoc#c>>\n", Want: []string{`1:6-24 install.adoc#linux "onlinux"`, `1:37-42 #setup "setup"`, `1:54-62 b.adoc#c ""`}},
		{Name: "pictures", Source: "image::a.png[An A, 100]\nx image:b.png[]\n", Want: []string{`1:8-13 a.png "ana100"`, `2:9-14 b.png ""`}},
		{Name: "an attribute that is all of a destination", Source: ":more:  a.html\n:both: {more}#b\n\nSee {more}[more] or link:{more}[languages] and link:{both}[both].\n", Want: []string{`1:9-15 a.html "more"`, `1:9-15 a.html "languages"`, `4:53-59 a.html#b "both"`}},
		{Name: "a comment block", Source: "////\nlink:/no[x]\n----\n////\nlink:/y[Y]\n\n[comment]\n====\nlink:/no[x]\n\n====\n[comment]\nlink:/no[x]\nlink:/no[x]\n\nlink:/z[Z]\n", Want: []string{`5:6-8 /y "y"`, `16:6-8 /z "z"`}},
		{Name: "listings and comments", Source: "----\nlink:/no[x]\n----\n// link:/no[x]\n....\nlink:/no[x]\n....\nlink:/y[Y]\n", Want: []string{`8:6-8 /y "y"`}},
	})
}

func FuzzAsciiDoc(f *testing.F) {
	for _, seed := range []string{
		"link:/x[the X] https://a.example/y[Y^] https://b.example/.\n", "xref:install.adoc#linux[On Linux] <<setup,Set up>> <<b.adoc#c>>\n",
		"image::a.png[An A, 100]\nx image:b.png[]\n", ":base: /docs\n:b: {base}{base}\n\nlink:{base}/x[X] {b}/y[Y] {unknown}/y/z[Y]\n",
		"////\nlink:/no[x]\n----\n////\nlink:/y[Y]\n\n[comment]\n====\nlink:/no[x]\n====\n", "++++\n<a href=\"/x\">X</a>\n++++\n+++<a href=\"/y\">Y</a>+++ pass:[<a href=\"/z\">Z</a>]\n",
		"----\nlink:/no[x]\n----\n// link:/no[x]\n```\na\n```\n<<a\nb>> +++ \\link:x[]", "link:{[x] <<,>> image::[] https://[x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		markuptest.CheckParagraphs(t, "a.adoc", src, "See link:/one/more/[one more] here.", "/one/more/")
	})
}

func TestPictures(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.adoc", []markuptest.Case{
		{Name: "a picture with a link", Source: ":base: /docs\n\nimage::a.png[The map, 300,link=\"{base}/map,1/\"]\n\nimage:b.png[B,link=/b/] icon:c[link=/c/,role=x]\n", Want: []string{`3:8-13 a.png "themap"`, `3:33-46 /docs/map,1/ "themap"`, `5:7-12 b.png "b"`, `5:20-23 /b/ "b"`, `5:37-40 /c/ ""`}},
		{Name: "a destination between plus signs", Source: "link:++a_b_.html++[the a] link:++c.html[no]\n", Want: []string{`1:8-17 a_b_.html "thea"`, `1:32-40 ++c.html "no"`}},
	})
}

// TestAttributesThatStandForOneAnother reads AsciiDoc whose attributes would be very
// long, were each put in the place of its name wherever that is.
func TestAttributesThatStandForOneAnother(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	src.WriteString(":a0: xxxxxxxxxx\n")
	for i := range 60 {
		fmt.Fprintf(&src, ":a%d: {a%d}{a%d}{a%d}\n", i+1, i, i, i)
	}
	src.WriteString(":base: /docs\n:guide: {base}/guide\n{a60}/never[x]\nlink:{guide}/a[y] link:{none}/b[z]\n")
	got := markuptest.Lines("x.adoc", src.String())
	want := []string{`65:6-15 /docs/guide/a "y"`, `65:24-32 */b "z"`}
	if n := len(got); n < 2 || !cmp.Equal(want, got[n-2:]) {
		t.Errorf("read %.500q, want %q at the end", got, want)
	}
	for _, line := range got {
		if len(line) > 8192 {
			t.Errorf("a destination is %d bytes long", len(line))
		}
	}
}

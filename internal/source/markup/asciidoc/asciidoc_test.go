package asciidoc_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestAsciiDoc(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.adoc", []markuptest.Case{
		{
			Name:   "links",
			Source: "link:/x[the X] https://a.example/y[Y^] https://b.example/.\n",
			Want: []string{
				`1:6-8 /x "thex"`, `1:16-35 https://a.example/y "y"`, `1:40-58 https://b.example/ "httpsbexample"`,
			},
		},
		{
			Name:   "cross references",
			Source: "xref:install.adoc#linux[On Linux] <<setup,Set up>> <<b.adoc#c>>\n",
			Want: []string{
				`1:6-24 install.adoc#linux "onlinux"`, `1:37-42 #setup "setup"`, `1:54-62 b.adoc#c ""`,
			},
		},
		{
			Name:   "pictures",
			Source: "image::a.png[An A, 100]\nx image:b.png[]\n",
			Want:   []string{`1:8-13 a.png "ana100"`, `2:9-14 b.png ""`},
		},
		{
			Name:   "attributes",
			Source: ":base: /docs\n\nlink:{base}/x[X] {unknown}/y/z[Y]\n",
			Want:   []string{`3:6-14 /docs/x "x"`, `3:18-31 */y/z "y"`},
		},
		{
			Name:   "an attribute that is all of a destination",
			Source: ":more:  a.html\n:both: {more}#b\n\nSee {more}[more] or link:{more}[languages] and link:{both}[both].\n",
			Want:   []string{`1:9-15 a.html "more"`, `1:9-15 a.html "languages"`, `4:53-59 a.html#b "both"`},
		},
		{
			Name:   "a comment block",
			Source: "////\nlink:/no[x]\n----\n////\nlink:/y[Y]\n\n[comment]\n====\nlink:/no[x]\n\n====\n[comment]\nlink:/no[x]\nlink:/no[x]\n\nlink:/z[Z]\n",
			Want:   []string{`5:6-8 /y "y"`, `16:6-8 /z "z"`},
		},
		{
			Name:   "passthroughs",
			Source: "++++\n<a href=\"/x\">X</a> link:/no[x]\n<!-- <a href=/no>x</a> -->\n++++\n+++<a href=\"/y\">Y</a>+++ pass:[<a href=\"/z\">Z</a>] link:/w[W]\n",
			Want: []string{
				`2:10-12 /x "x"`, `5:13-15 /y "y"`, `5:41-43 /z "z"`, `5:57-59 /w "w"`,
			},
		},
		{
			Name:   "listings and comments",
			Source: "----\nlink:/no[x]\n----\n// link:/no[x]\n....\nlink:/no[x]\n....\nlink:/y[Y]\n",
			Want:   []string{`8:6-8 /y "y"`},
		},
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

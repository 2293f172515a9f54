package asciidoc_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestPictures(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.adoc", []markuptest.Case{
		{
			Name:   "a picture with a link",
			Source: ":base: /docs\n\nimage::a.png[The map, 300,link=\"{base}/map,1/\"]\n\nimage:b.png[B,link=/b/] icon:c[link=/c/,role=x]\n",
			Want: []string{
				`3:8-13 a.png "themap"`, `3:33-46 /docs/map,1/ "themap"`, `5:7-12 b.png "b"`, `5:20-23 /b/ "b"`, `5:37-40 /c/ ""`,
			},
		},
		{
			Name:   "a picture without one",
			Source: "image::a.png[see hyperlink=x]\n\nicon:c[role=x]\n",
			Want:   []string{`1:8-13 a.png "seehyperlinkx"`},
		},
		{
			Name:   "a destination between plus signs",
			Source: "link:++a_b_.html++[the a] link:++c.html[no]\n",
			Want:   []string{`1:8-17 a_b_.html "thea"`, `1:32-40 ++c.html "no"`},
		},
	})
}

// TestDestinationsInAttributes finds a destination where an author can edit it.
func TestDestinationsInAttributes(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.adoc", []markuptest.Case{
		{
			Name:   "all of it",
			Source: ":more: /more.html\n\nSee {more}[more] or link:{more}[all].\n",
			Want:   []string{`1:8-18 /more.html "more"`, `1:8-18 /more.html "all"`},
		},
		{
			Name:   "a part of it",
			Source: ":base: /docs\n\nSee link:{base}/more.html[more].\n",
			Want:   []string{`3:10-26 /docs/more.html "more"`},
		},
		{
			Name:   "an attribute without a value",
			Source: ":more:\n\nSee link:{more}[more].\n",
		},
	})
}

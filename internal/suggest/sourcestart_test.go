package suggest

import "testing"

// TestStartPageBySource asks for a link of a source file that leads to the source of the start
// page in another letter case, and to a folder without a name.
func TestStartPageBySource(t *testing.T) {
	t.Parallel()
	p, names := index("/", "/guide/install/", "/api/")
	for _, q := range []Query{
		{Target: "/guide/Index.md", Uses: []Use{{Page: "/guide/install/", Link: "../Index.md"}}},
		{Target: "/guide/install/readme.md", Uses: []Use{{Page: "/guide/install/", Link: "readme.md"}}},
		{Target: "/guide/install//index.md", Uses: []Use{{Page: "/guide/install/", Link: "/index.md"}}},
	} {
		if got := nearest(p, names, q); got != "" && got != "/" {
			t.Errorf("%s: %q", q.Target, got)
		}
	}
}

package suggest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTypos finds what was meant by names with typos that say enough in short words and
// in code, too.
func TestTypos(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		site, target string
		use          Use
		want         string
	}{
		"letters swapped in a short word":      {"/ /docs/ /blog/", "/dosc/", Use{}, "/docs/"},
		"letters swapped in a shorter word":    {"/ /faq/ /blog/", "/fqa/", Use{}, "/faq/"},
		"the first letters swapped":            {"/ /team/ /blog/", "/etam/", Use{}, "/team/"},
		"the first letters of a folder":        {"/ /guide/use/ /blog/", "/ugide/use/", Use{}, "/guide/use/"},
		"letters swapped in two words":         {"/ /what-is-new/ /blog/", "/waht-is-nwe/", Use{}, "/what-is-new/"},
		"letters swapped in code":              {"/ /api/java.sql.html", "/api/java.slq.html", Use{}, "/api/java.sql.html"},
		"a name with a dot":                    {"/ /page.name.html /page.other.html", "/page.nmae.html", Use{}, "/page.name.html"},
		"a name with a dot, without its end":   {"/ /page.name.html", "/page.name", Use{}, "/page.name.html"},
		"a name with a version":                {"/ /endpoints.v2.html", "/endpionts.v2.html", Use{}, "/endpoints.v2.html"},
		"a letter of a name with a version":    {"/ /docs/endpoints.v2.html", "/docs/endponts.v2.html", Use{}, "/docs/endpoints.v2.html"},
		"a letter of a name with a number":     {"/ /release-1.2.html", "/relese-1.2.html", Use{}, "/release-1.2.html"},
		"a letter typed twice in code":         {"/ /api/trait.Send.html", "/api/traiit.Send.html", Use{}, "/api/trait.Send.html"},
		"a letter of a short word in a name":   {"/ /deploy-your-site/", "/deploy-yor-site/", Use{}, "/deploy-your-site/"},
		"a letter typed twice in a short word": {"/ /how-to-play/", "/how-too-play/", Use{}, "/how-to-play/"},
		"the name of an index":                 {"/ /deploying/ /other/", "/deploying/inedx.html", Use{}, "/deploying/"},
		"digits swapped":                       {"/ /page-12/ /other/", "/page-21/", Use{}, ""},
		"digits swapped at the start":          {"/ /12x/ /other/", "/21x/", Use{}, ""},
		"a short word that is all of the name": {"/ /your/", "/yor/", Use{}, ""},
		"another short word in a name":         {"/ /to-do-your/", "/to-do-yor/", Use{}, ""},
		"two swaps that fit":                   {"/ /form/ /from/ /x/", "/frmo/", Use{}, "/from/"},
		"another version":                      {"/ /endpoints.v3.html", "/endpoints.v2.html", Use{}, ""},
		"an index with no folder":              {"/ /other/", "/deploying/inedx.html", Use{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, names := index(fields(tt.site)...)
			if diff := cmp.Diff(tt.want, nearest(p, names, query(tt.target, tt.use))); diff != "" {
				t.Errorf("for %s (-want +got):\n%s", tt.target, diff)
			}
		})
	}
}

// TestSourceFolder reads links as MkDocs leaves those that it cannot resolve: they are
// relative to the folder of "guide/a.md", and the page is served as "/guide/a/".
func TestSourceFolder(t *testing.T) {
	t.Parallel()
	const site = "/ /guide/ /guide/a/ /guide/install/ /setup/install/ /setup/themes/ /blog/ /img/logo.png"
	for name, tt := range map[string]struct {
		target string
		use    Use
		want   string
	}{
		"a page beside":          {"/guide/a/isntall.md", Use{"/guide/a/", "isntall.md"}, "/guide/install/"},
		"a page beside, with ./": {"/guide/a/isntall.md", Use{"/guide/a/", "./isntall.md"}, "/guide/install/"},
		"a page elsewhere":       {"/guide/setup/thems.md", Use{"/guide/a/", "../setup/thems.md"}, "/setup/themes/"},
		"a page at the top":      {"/guide/blgo.md", Use{"/guide/a/", "../blgo.md"}, "/blog/"},
		"from a page at the top": {"/blog/gudie.md", Use{"/blog/", "gudie.md"}, "/guide/"},
		"with a fragment":        {"/guide/a/isntall.md", Use{"/guide/a/", "isntall.md#linux"}, "/guide/install/"},
		"a page that is a file":  {"/guide/isntal.md", Use{"/guide/a.html", "isntal.md"}, ""},
		"from the root":          {"/blog/isntall.md", Use{"/guide/a/", "/blog/isntall.md"}, ""},
		"nothing near":           {"/guide/a/pricing.md", Use{"/guide/a/", "pricing.md"}, ""},
		"a <base>":               {"/x/isntall.md", Use{"/guide/a/", "isntall.md"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, names := index(fields(site)...)
			if diff := cmp.Diff(tt.want, nearest(p, names, query(tt.target, tt.use))); diff != "" {
				t.Errorf("for %s (-want +got):\n%s", tt.target, diff)
			}
		})
	}
	p, names := index(fields(site)...)
	q := Query{Target: "/guide/a/isntall.md", Uses: []Use{{"/guide/a/", "isntall.md"}, {"/blog/", "../guide/a/isntall.md"}}}
	if got := nearest(p, names, q); got != "" {
		t.Errorf("%s is suggested for links from two folders", got)
	}
}

// TestThePageItself suggests no page for a link that stands on that page alone.
func TestThePageItself(t *testing.T) {
	t.Parallel()
	p, names := index("/", "/guide/", "/guide/install/")
	on := func(pages ...string) Query {
		q := Query{Target: "/guide/instal/"}
		for _, page := range pages {
			q.Uses = append(q.Uses, Use{page, "/guide/instal/"})
		}
		return q
	}
	part := on("/guide/install/")
	part.Uses[0].Link += "#linux"
	for _, tt := range []struct {
		query Query
		want  string
	}{
		{part, "/guide/install/"}, // another part of the page
		{on(), "/guide/install/"},
		{on("/"), "/guide/install/"},
		{on("/guide/install/"), ""},
		{on("/guide/install/", "/guide/install/"), ""},
		{on("/guide/install/", "/guide/"), "/guide/install/"}, // a menu
	} {
		if got := nearest(p, names, tt.query); got != tt.want {
			t.Errorf("for a link on %v: %q, want %q", tt.query.Uses, got, tt.want)
		}
	}
}

// TestSwappedFragments finds a fragment of code with two letters swapped.
func TestSwappedFragments(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ids            []string
		fragment, want string
	}{
		{[]string{"close(java.io.Closeable)", "close()"}, "colse(java.io.Closeable)", "close(java.io.Closeable)"},
		{[]string{"method.new", "method.get"}, "mehtod.new", "method.new"},
		{[]string{"method.new", "method.get"}, "method.set", ""},
		{[]string{"java.sql", "java.slq"}, "java.qsl", "java.sql"},
		{[]string{"a.b12"}, "a.b21", ""},
	} {
		if got := NewAnchors(tt.ids).Nearest(tt.fragment); got != tt.want {
			t.Errorf("for #%s of %v: %q, want %q", tt.fragment, tt.ids, got, tt.want)
		}
	}
}

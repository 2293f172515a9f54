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
		"letters swapped in a short word":      {site: "/ /docs/ /blog/", target: "/dosc/", use: Use{}, want: "/docs/"},
		"the first letters swapped":            {site: "/ /team/ /blog/", target: "/etam/", use: Use{}, want: "/team/"},
		"letters swapped in code":              {site: "/ /api/java.sql.html", target: "/api/java.slq.html", use: Use{}, want: "/api/java.sql.html"},
		"a name with a dot":                    {site: "/ /page.name.html /page.other.html", target: "/page.nmae.html", use: Use{}, want: "/page.name.html"},
		"a name with a dot, without its end":   {site: "/ /page.name.html", target: "/page.name", use: Use{}, want: "/page.name.html"},
		"a name with a version":                {site: "/ /endpoints.v2.html", target: "/endpionts.v2.html", use: Use{}, want: "/endpoints.v2.html"},
		"a letter typed twice in code":         {site: "/ /api/trait.Send.html", target: "/api/traiit.Send.html", use: Use{}, want: "/api/trait.Send.html"},
		"a letter typed twice in a short word": {site: "/ /how-to-play/", target: "/how-too-play/", use: Use{}, want: "/how-to-play/"},
		"the name of an index":                 {site: "/ /deploying/ /other/", target: "/deploying/inedx.html", use: Use{}, want: "/deploying/"},
		"digits swapped":                       {site: "/ /page-12/ /other/", target: "/page-21/", use: Use{}, want: ""},
		"a short word that is all of the name": {site: "/ /your/", target: "/yor/", use: Use{}, want: ""},
		"another short word in a name":         {site: "/ /to-do-your/", target: "/to-do-yor/", use: Use{}, want: ""},
		"two swaps that fit":                   {site: "/ /form/ /from/ /x/", target: "/frmo/", use: Use{}, want: "/from/"},
		"an index of a folder with a typo":     {site: "/ /guide/ /other/", target: "/guid/index.html", use: Use{}, want: "/guide/"},
		"no index of a folder":                 {site: "/ /dirs.html /other/", target: "/dir/index.html", use: Use{}, want: ""},
		"a letter of a type in code":           {site: "/ /log/trait.Log.html /log/enum.Level.html", target: "/log/trait.Lgo.html", use: Use{}, want: "/log/trait.Log.html"},
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
		"a page beside":          {target: "/guide/a/isntall.md", use: Use{"/guide/a/", "isntall.md"}, want: "/guide/install/"},
		"a page beside, with ./": {target: "/guide/a/isntall.md", use: Use{"/guide/a/", "./isntall.md"}, want: "/guide/install/"},
		"a page elsewhere":       {target: "/guide/setup/thems.md", use: Use{"/guide/a/", "../setup/thems.md"}, want: "/setup/themes/"},
		"a page at the top":      {target: "/guide/blgo.md", use: Use{"/guide/a/", "../blgo.md"}, want: "/blog/"},
		"from a page at the top": {target: "/blog/gudie.md", use: Use{"/blog/", "gudie.md"}, want: "/guide/"},
		"with a fragment":        {target: "/guide/a/isntall.md", use: Use{"/guide/a/", "isntall.md#linux"}, want: "/guide/install/"},
		"a page that is a file":  {target: "/guide/isntal.md", use: Use{"/guide/a.html", "isntal.md"}, want: ""},
		"from the root":          {target: "/blog/isntall.md", use: Use{"/guide/a/", "/blog/isntall.md"}, want: ""},
		"nothing near":           {target: "/guide/a/pricing.md", use: Use{"/guide/a/", "pricing.md"}, want: ""},
		"a <base>":               {target: "/x/isntall.md", use: Use{"/guide/a/", "isntall.md"}, want: ""},
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

// TestThePageItself suggests no page for a link that it holds.
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
		{query: part, want: "/guide/install/"}, // another part of the page
		{query: on(), want: "/guide/install/"},
		{query: on("/"), want: "/guide/install/"},
		{query: on("/guide/install/"), want: ""},
		{query: on("/guide/install/", "/guide/install/"), want: ""},
		{query: on("/guide/install/", "/guide/"), want: ""}, // a menu
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
		{ids: []string{"close(java.io.Closeable)", "close(java.io.Closeable...)"}, fragment: "colse(java.io.Closeable)", want: "close(java.io.Closeable)"},
		{ids: []string{"method.new", "method.get"}, fragment: "mehtod.new", want: "method.new"},
		{ids: []string{"method.new", "method.get"}, fragment: "method.set", want: ""},
		{ids: []string{"isAsciiPrintable(char)", "isAscii(char)"}, fragment: "isAsciiPrintble(char)", want: "isAsciiPrintable(char)"},
		{ids: []string{"java.sql", "java.slq"}, fragment: "java.qsl", want: "java.sql"},
		{ids: []string{"a.b12"}, fragment: "a.b21", want: ""},
	} {
		if got := NewAnchors(tt.ids).Nearest(tt.fragment); got != tt.want {
			t.Errorf("for #%s of %v: %q, want %q", tt.fragment, tt.ids, got, tt.want)
		}
	}
}

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

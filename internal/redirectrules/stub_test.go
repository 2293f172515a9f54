package redirectrules_test

import (
	"html"
	"net/url"
	"regexp"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
)

// refresh matches where a page sends its readers.
var refresh = regexp.MustCompile(`<meta http-equiv="refresh" content="0; url=([^"]*)">`)

// follow returns where a page leads, as a browser resolves it.
func follow(t *testing.T, file string, source *hosting.Source) string {
	t.Helper()
	match := refresh.FindSubmatch(source.Data)
	if match == nil {
		t.Fatalf("%s sends its readers nowhere: %s", file, source.Data)
	}
	base, err := url.Parse("https://here.example/" + hosting.EscapePath(file))
	if err != nil {
		t.Fatal(err)
	}
	to, err := base.Parse(html.UnescapeString(string(match[1])))
	if err != nil {
		t.Fatal(err)
	}
	if to.Host == base.Host {
		to.Scheme, to.Host = "", ""
	}
	return decoded(t, to.String())
}

func TestStubs(t *testing.T) {
	t.Parallel()
	moves := []redirectrules.Move{
		{From: "/old/", To: "/"},
		{From: "/old", To: "/"},
		{From: "/old/page.html", To: "/old/page/"},
		{From: "/old/deep/page", To: "/new/ä b/#c"},
		{From: "/top.html", To: "/new/ä b/?d=e&f='g'"},
		{From: "/v1.2", To: "https://other.example/v1?x=1&y=2"},
		{From: "/deep/a/b/c/", To: "/deep/a/new.html"},
		{From: "/file.pdf", To: "/new/file.pdf"},
		{From: "/gone/", Gone: true},
	}
	tree, site := newSite("/", "/old/page/", "/new/ä b/", "/deep/a/new.html", "/new/file.pdf")
	out := redirectrules.Write(redirectrules.Stubs, site, moves)
	if len(out.Unwritten) != 2 || out.Unwritten[0].Reason != "a page cannot take the place of a .pdf file" || out.Unwritten[1].Reason != "a page cannot answer with status 410" {
		t.Errorf("not written: %+v", out.Unwritten)
	}
	want := map[string]string{}
	for from, to := range written(out, moves) {
		want[from] = decoded(t, to)
	}
	stubsArrive(t, deploy(tree, out.Files), hosts[redirectrules.Stubs], want)
}

package cli_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestLivePagesThatAreXML serves one document as both of the syntaxes of HTML,
// each by the name of the other: what a page is served as says how to read it.
func TestLivePagesThatAreXML(t *testing.T) {
	t.Parallel()
	const document = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>` +
		`<body><a id="there"/><a href="/lost">x</a></body></html>`
	const xhtml = "application/xhtml+xml"
	other := serve(t, site{
		"/a.html":  typed(xhtml, document),
		"/b.xhtml": page(document),
	})
	s := serve(t, site{
		"/": page(links("/a.html#there", "/b.xhtml#there", "/c#there", "/d#größe", "/a.html#nowhere",
			other.URL+"/a.html#there", other.URL+"/b.xhtml#there")),
		"/a.html":  typed(xhtml, document),
		"/b.xhtml": page(document),
		"/c":       typed(xhtml+";charset=utf-8", `<p><script src="/s"/><svg><style/></svg><a id="there"/><a href="/gone"/></p>`),
		"/d":       typed(xhtml, "<?xml version='1.0' encoding='iso-8859-1'?><title/><p id='gr\xf6\xdfe'/>"),
		"/s":       typed("text/javascript", ""),
	})
	r := check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/lost": link.NotFound, "/gone": link.NotFound, "/a.html#nowhere": link.FragmentNotFound, "/b.xhtml#there": link.FragmentNotFound,
		other.URL + "/b.xhtml#there": link.FragmentNotFound,
	})
	r.pages(t, 5)
	if got := r.finding(t, "/lost").Occurrences; len(got) != 1 || got[0].Page != "/a.html" || got[0].Text != "x" {
		t.Errorf("the page that is XML has the occurrences %+v", got)
	}
}

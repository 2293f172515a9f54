package crawl_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLivePagesThatAreXML serves one document as both of the syntaxes of HTML,
// each by the name of the other: what a page is served as says how to read it.
func TestLivePagesThatAreXML(t *testing.T) {
	t.Parallel()
	const document = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>` +
		`<body><a id="there"/><a href="/lost">x</a></body></html>`
	const xhtml = "application/xhtml+xml"
	other := livetest.Serve(t, livetest.Site{
		"/a.html":  livetest.Typed(xhtml, document),
		"/b.xhtml": livetest.Page(document),
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/a.html#there", "/b.xhtml#there", "/c#there", "/d#größe", "/a.html#nowhere",
			other.URL+"/a.html#there", other.URL+"/b.xhtml#there")),
		"/a.html":  livetest.Typed(xhtml, document),
		"/b.xhtml": livetest.Page(document),
		"/c":       livetest.Typed(xhtml+";charset=utf-8", `<p><script src="/s"/><svg><style/></svg><a id="there"/><a href="/gone"/></p>`),
		"/d":       livetest.Typed(xhtml, "<?xml version='1.0' encoding='iso-8859-1'?><title/><p id='gr\xf6\xdfe'/>"),
		"/s":       livetest.Typed("text/javascript", ""),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/lost": link.NotFound, "/gone": link.NotFound, "/a.html#nowhere": link.FragmentNotFound, "/b.xhtml#there": link.FragmentNotFound,
		other.URL + "/b.xhtml#there": link.FragmentNotFound,
	})
	r.Pages(t, 5)
	if got := r.Finding(t, "/lost").Occurrences; len(got) != 1 || got[0].Page != "/a.html" || got[0].Text != "x" {
		t.Errorf("the page that is XML has the occurrences %+v", got)
	}
}

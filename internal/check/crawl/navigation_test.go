package crawl_test

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveNavigation sees to it that what is known of a reference is used for the
// pages for which it holds, and for no others: the same references are on each
// of many pages, some of which lie elsewhere or have another base.
func TestLiveNavigation(t *testing.T) {
	t.Parallel()
	const pages = 12
	same := livetest.Links("next.html", "next.html#there", "next.html#gone", "../up.html", "#own", "#lost", "?q", "mailto:a@example.com",
		"https://example.com/", "kept.html", "kept.html#not") + `<link rel="stylesheet" href="style.css">`
	content := livetest.Site{
		"/a/next.html": livetest.Page(`<p id="there">`), "/b/next.html": livetest.Page(`<p id="gone">`), "/up.html": livetest.Page(""),
		"/a/style.css": livetest.Typed("text/css", ""), "/a/kept.html": livetest.Page(""), "/b/kept.html": livetest.Page(""),
		"/based/next.html": livetest.Page(`<p id="there"><p id="gone">`), "/based/kept.html": livetest.Page(`<p id="not">`), "/based/style.css": livetest.Typed("text/css", ""),
	}
	start := ""
	for i := range pages {
		for path, head := range map[string]string{
			fmt.Sprintf("/a/%d.html", i): `<p id="own">`,
			fmt.Sprintf("/b/%d.html", i): `<p id="lost">`,
			fmt.Sprintf("/c/%d.html", i): `<base href="/based/"><p id="own">`,
		} {
			content[path] = livetest.Page(head + same)
			content[path+"?q"] = livetest.Page("")
			start += livetest.Links(path)
		}
	}
	content["/"] = livetest.Page(start)
	want := map[string]link.Reason{
		"/a/next.html#gone": link.FragmentNotFound, "/a/kept.html#not": link.FragmentNotFound,
		"/b/next.html#there": link.FragmentNotFound, "/b/kept.html#not": link.FragmentNotFound, "/b/style.css": link.NotFound,
		"/based/": link.NotFound, "/based/?q": link.NotFound,
	}
	for i := range pages {
		want[fmt.Sprintf("/a/%d.html#lost", i)] = link.FragmentNotFound
		want[fmt.Sprintf("/b/%d.html#own", i)] = link.FragmentNotFound
	}
	s := livetest.Serve(t, content)
	r := livetest.Check(t, "--external=false", s.URL+"/")
	r.Found(t, livetest.Failed, want)
	for target, occurrences := range map[string]int{
		"/a/next.html#gone": pages, "/b/next.html#there": pages, "/b/style.css": pages, "/based/": 2 * pages, "/a/3.html#lost": 1,
	} {
		if got := len(r.Finding(t, target).Occurrences); got != occurrences {
			t.Errorf("%s has %d occurrences, want %d", target, got, occurrences)
		}
	}
	if skipped := r.Report.Stats.Skipped; skipped != 2 {
		t.Errorf("%d targets were skipped, want 2", skipped)
	}
	delete(want, "/b/next.html#there")
	patterned := livetest.Check(t, "--external=false", "--exclude=**/next.html#there", s.URL+"/")
	patterned.Found(t, livetest.Failed, want)
	if got := len(patterned.Finding(t, "/a/next.html#gone").Occurrences); got != pages {
		t.Errorf("beside an excluded fragment another one has %d occurrences, want %d", got, pages)
	}
}

func TestLiveAsksOnceForWhatAPageNamesInSeveralWays(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":  livetest.Page(`<link rel="next" href="/b"><link rel="prev" href="/c">` + livetest.Links("/b", "/b#x")),
		"/b": livetest.Page(`<p id="x">`),
		"/c": livetest.Page(""),
	})
	r := livetest.Check(t, "--concurrency=1", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	s.Once(t, "GET /b", "HEAD /c")
	s.Never(t, "HEAD /b", "GET /c")
}

package cli_test

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestLiveNavigation sees to it that what is known of a reference is used for the
// pages for which it holds, and for no others: the same references stand on each
// of many pages, some of which lie elsewhere or have another base.
func TestLiveNavigation(t *testing.T) {
	t.Parallel()
	const pages = 40
	same := links("next.html", "next.html#there", "next.html#gone", "../up.html", "#own", "#lost", "?q", "mailto:a@example.com",
		"https://example.com/", "kept.html", "kept.html#not") + `<link rel="stylesheet" href="style.css">`
	content := site{
		"/a/next.html": page(`<p id="there">`), "/b/next.html": page(`<p id="gone">`), "/up.html": page(""),
		"/a/style.css": typed("text/css", ""), "/a/kept.html": page(""), "/b/kept.html": page(""),
		"/based/next.html": page(`<p id="there"><p id="gone">`), "/based/kept.html": page(`<p id="not">`), "/based/style.css": typed("text/css", ""),
	}
	start := ""
	for i := range pages {
		for path, head := range map[string]string{
			fmt.Sprintf("/a/%d.html", i): `<p id="own">`,
			fmt.Sprintf("/b/%d.html", i): `<p id="lost">`,
			fmt.Sprintf("/c/%d.html", i): `<base href="/based/"><p id="own">`,
		} {
			content[path] = page(head + same)
			content[path+"?q"] = page("")
			start += links(path)
		}
	}
	content["/"] = page(start)
	want := map[string]link.Reason{
		"/a/next.html#gone": link.FragmentNotFound, "/a/kept.html#not": link.FragmentNotFound,
		"/b/next.html#there": link.FragmentNotFound, "/b/kept.html#not": link.FragmentNotFound, "/b/style.css": link.NotFound,
		"/based/": link.NotFound, "/based/?q": link.NotFound,
	}
	for i := range pages {
		want[fmt.Sprintf("/a/%d.html#lost", i)] = link.FragmentNotFound
		want[fmt.Sprintf("/b/%d.html#own", i)] = link.FragmentNotFound
	}
	s := serve(t, content)
	r := check(t, "--external=false", s.URL+"/")
	r.found(t, failed, want)
	for target, occurrences := range map[string]int{
		"/a/next.html#gone": pages, "/b/next.html#there": pages, "/b/style.css": pages, "/based/": 2 * pages, "/a/3.html#lost": 1,
	} {
		if got := len(r.finding(t, target).Occurrences); got != occurrences {
			t.Errorf("%s has %d occurrences, want %d", target, got, occurrences)
		}
	}
	if skipped := r.report.Stats.Skipped; skipped != 2 {
		t.Errorf("%d targets were skipped, want 2", skipped)
	}
	delete(want, "/b/next.html#there")
	patterned := check(t, "--external=false", "--exclude=**/next.html#there", s.URL+"/")
	patterned.found(t, failed, want)
	if got := len(patterned.finding(t, "/a/next.html#gone").Occurrences); got != pages {
		t.Errorf("beside an excluded fragment another one has %d occurrences, want %d", got, pages)
	}
}

func TestLiveAsksOnceForWhatAPageNamesInSeveralWays(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":  page(`<link rel="next" href="/b"><link rel="prev" href="/c">` + links("/b", "/b#x")),
		"/b": page(`<p id="x">`),
		"/c": page(""),
	})
	r := check(t, "--concurrency=1", s.URL+"/")
	r.found(t, clean, nil)
	s.once(t, "GET /b", "HEAD /c")
	s.never(t, "HEAD /b", "GET /c")
}

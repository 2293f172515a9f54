package compare_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLists reads lists as editors of any system write them.
func TestLists(t *testing.T) {
	t.Parallel()
	pages := newSite()
	pages["/b%C3%BCro/"] = livetest.FullPage("Office", "office")
	now := livetest.Serve(t, pages)
	text := "# Seiten\r\n\r\n/b\u00fcro/\r\n  https://example.com/k\u00fcche/ \r\n"
	for name, list := range map[string]string{
		"CRLF": text, "LF": strings.ReplaceAll(text, "\r", ""), "with a mark": "\ufeff" + text,
	} {
		r := livetest.Check(t, "--compare="+write(t, "old.txt", list), now.URL)
		r.Found(t, livetest.Failed, lostURLs("/k%C3%BCche/"))
		if o := r.Finding(t, "/k%C3%BCche/").Occurrences; len(o) != 1 || o[0].Line != 4 || o[0].Column != 3 {
			t.Errorf("%s: got %+v", name, o)
		}
	}
}

// TestNumberedPosts calls the posts of a site lost that it named by numbers, when the new one has
// files: each of these URLs shows its home page.
func TestNumberedPosts(t *testing.T) {
	t.Parallel()
	list := write(t, "old.txt", "/?p=12\n/index.html?page_id=3\n/?utm_source=x\n/?p=\n/guide/?p=2\n")
	dir := writeSite(t, map[string]string{"index.html": "<title>Home</title>", "guide/index.html": "<title>Guide</title>"})
	r := livetest.Check(t, "--hosting=plain", "--compare="+list, dir)
	r.Found(t, livetest.Failed, lostURLs("/?p=12", "/index.html?page_id=3"))
	pages := newSite()
	pages["/?p=12"] = livetest.FullPage("Post", "a post")
	r = livetest.Check(t, "--compare="+write(t, "old.txt", "/?p=12\n"), livetest.Serve(t, pages).URL)
	r.Found(t, livetest.Clean, nil)
}

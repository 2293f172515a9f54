package compare_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestStatusColumn takes the column with the answers of the old site for what it is.
func TestStatusColumn(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	table := "\"Address\",\"Status\",\"Status Code\",\"Title 1 Length\"\n" +
		"\"https://example.com/was\",\"OK\",\"200\",\"42\"\n\"https://example.com/never\",\"Not Found\",\"404\",\"9\"\n"
	r := livetest.Check(t, "--compare="+write(t, "crawl.csv", table), now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
	if f := r.Finding(t, "/was"); strings.Contains(f.Message, "visit") {
		t.Errorf("got %q", f.Message)
	}
}

// TestEncodedLists reads lists as spreadsheets write them.
func TestEncodedLists(t *testing.T) {
	t.Parallel()
	pages := newSite()
	pages["/b%C3%BCro/"] = livetest.FullPage("Office", "office")
	now := livetest.Serve(t, pages)
	text := "Seite\tKlicks\r\n/b\u00fcro/\t7\r\n/k\u00fcche/\t5\r\n"
	for name, list := range map[string]string{
		"UTF-8": text, "with a mark": "\ufeff" + text, "Windows-1252": strings.ReplaceAll(text, "\u00fc", "\xfc"),
	} {
		r := livetest.Check(t, "--compare="+write(t, "old.txt", list), now.URL)
		r.Found(t, livetest.Failed, lostURLs("/k%C3%BCche/"))
		if f := r.Finding(t, "/k%C3%BCche/"); !strings.Contains(f.Message, "(5 visits)") {
			t.Errorf("%s: got %q", name, f.Message)
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

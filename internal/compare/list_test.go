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

package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// quotedPage writes r with the lines that line returns.
func quotedPage(t *testing.T, r *link.Report, line func(file string, line int) string) string {
	t.Helper()
	var out bytes.Buffer
	if err := HTML(&out, r, HTMLOptions{Line: line}); err != nil {
		t.Fatal(err)
	}
	standsAsHTML(t, out.String())
	return out.String()
}

// What is broken and new has the line that the text report quotes, with the link marked.
// Nothing of the line is markup.
func TestHTMLQuotes(t *testing.T) {
	t.Parallel()
	const text = "See <b>the</b> [page](/a)<script>::error::x"
	f := lost("/a", link.Occurrence{
		Page: "/", File: "public/index.html", Line: 1, Column: 1, Element: "a", Attribute: "href", Link: "/a",
		Source: &link.Source{File: "content/a.md", Line: 4, Column: 23, EndColumn: 25},
	})
	line := func(file string, number int) string {
		if file != "content/a.md" || number != 4 {
			t.Errorf("asked for line %d of %s", number, file)
		}
		return text
	}
	const want = "<pre>See &lt;b&gt;the&lt;/b&gt; [page](<mark>/a</mark>)&lt;script&gt;&#58;:error&#58;:x</pre>"
	if out := quotedPage(t, reportOf(f), line); !strings.Contains(out, want) {
		t.Errorf("lacks %s:\n%s", want, out)
	}
	known := f
	known.Known = true
	blocked := f
	blocked.Reason = link.Blocked
	secret := func(string, int) string { return "" }
	for name, out := range map[string]string{
		"known": quotedPage(t, reportOf(known), line), "unverified": quotedPage(t, reportOf(blocked), line), "a line that must not be shown": quotedPage(t, reportOf(f), secret),
	} {
		if strings.Contains(out, "<pre>") || !strings.Contains(out, "content/a.md:4:23") {
			t.Errorf("%s is quoted, or not named:\n%s", name, out)
		}
	}
}

// Only so many lines are read, however many findings there are.
func TestHTMLQuotesSoManyLines(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 2 * maxHTMLQuotes {
		f := lost(fmt.Sprintf("/t%d", i), from(fmt.Sprintf("content/%d.md", i), 1))
		all = append(all, f)
	}
	asked := 0
	out := quotedPage(t, reportOf(all...), func(string, int) string {
		asked++
		return "/x"
	})
	if n := strings.Count(out, "<pre>"); asked != maxHTMLQuotes || n != maxHTMLQuotes {
		t.Errorf("%d lines are read and %d quoted, want %d", asked, n, maxHTMLQuotes)
	}
}

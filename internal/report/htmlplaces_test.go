package report

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// A link that is written the same at several places is shown once, and again after another
// one.
func TestHTMLShowsALinkOnce(t *testing.T) {
	t.Parallel()
	at := func(page, text string) link.Occurrence {
		return link.Occurrence{Page: page, File: "public" + page + "index.html", Line: 3, Column: 9, Element: "a", Attribute: "href", Link: "../x/", Text: text}
	}
	out := htmlOf(t, reportOf(lost("/x/", at("/a/", "old"), at("/b/", "old"), at("/c/", "new"), at("/d/", "old"))))
	standsAsHTML(t, out)
	if old, all := strings.Count(out, "“old”"), strings.Count(out, "<code>&lt;a href=&#34;../x/&#34;&gt;</code>"); old != 2 || all != 3 {
		t.Errorf("the link is shown %d times, and %d times with that text:\n%s", all, old, out)
	}
	if n := strings.Count(out, "index.html:3:9</a>"); n != 4 {
		t.Errorf("%d places are named", n)
	}
}

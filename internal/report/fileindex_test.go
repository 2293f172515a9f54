package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// The index counts each new finding in the files where it is to be fixed.
func TestFileIndex(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 45 {
		all = append(all, lost(fmt.Sprintf("/%02d", i), from("a.md", 1+i), from("a.md", 90+i)))
	}
	page := func(n int) []link.Occurrence { return onPages(n, link.Occurrence{File: "public/p.html", Link: "/x"}) }
	all = append(
		all,
		lost("/two", from("a.md", 80), from("b.md", 3), link.Occurrence{Page: "/p", File: "public/p.html"}),
		lost("/maybe", link.Occurrence{Page: "/p", Link: "/maybe", Candidates: []link.Source{{File: "c.md", Line: 1}, {File: "d.md", Line: 1}}}),
		lost("/page", page(3)...),
		lost("/pages", page(4)...),
		link.Finding{Reason: link.Timeout, Target: "https://x.test/", Occurrences: []link.Occurrence{from("b.md", 4)}},
		link.Finding{Reason: link.NotReached, Target: "https://y.test/", Occurrences: []link.Occurrence{from("b.md", 5)}},
		link.Finding{Reason: link.NotFound, Target: "https://z.test/", Known: true, Occurrences: []link.Occurrence{from("b.md", 6)}},
	)
	if files, _ := fileIndexOf(reportOf(all...)); files != nil {
		t.Errorf("50 new findings have an index: %v", files)
	}
	all = append(all, moved("http://m.test/", "https://n.test/"))
	all[len(all)-1].Occurrences = []link.Occurrence{from("b.md", 9)}
	files, others := fileIndexOf(reportOf(all...))
	var got []string
	for i := range files {
		got = append(got, files[i].file+" "+files[i].words())
	}
	want := []string{"a.md 46 broken", "b.md 1 broken, 1 unverified, 1 redirected", "c.md 1 broken (possible source)", "public/p.html 1 broken"}
	if diff := cmp.Diff(want, got); diff != "" || others != 1 {
		t.Errorf("%d others, (-want +got):\n%s", others, diff)
	}
	r := reportOf(all...)
	text, summary := textOf(t, r, TextOptions{}), markdownOf(t, r, MarkdownOptions{})
	if !strings.Contains(text, "\nFiles to fix: 4\n    a.md           46 broken\n") {
		t.Errorf("the text has no index:\n%s", text)
	}
	if !strings.Contains(summary, "\n### Files to fix: 4\n\n| File | To fix |\n| --- | --- |\n| `a.md` | 46 broken |\n") {
		t.Errorf("the summary has no index:\n%s", summary)
	}
}

// What may be the source of many links is named once for each target, the most likely
// place first.
func TestPossibleSourcesOnce(t *testing.T) {
	t.Parallel()
	var all []link.Occurrence
	for i := range 9 {
		all = append(all, link.Occurrence{
			Page: fmt.Sprintf("/p%d", i), File: fmt.Sprintf("public/p%d.html", i), Line: 1, Element: "a", Link: "/x",
			Candidates: []link.Source{{File: fmt.Sprintf("p%d.md", i), Line: 2}, {File: "nav.html", Line: 3}},
		})
	}
	const want = "possible sources: nav.html:3, p0.md:2, p1.md:2, 7 more\n"
	r := reportOf(lost("/x", all...))
	if out := textOf(t, r, TextOptions{}); strings.Count(out, "possible source") != 1 || !strings.Contains(out, want) {
		t.Errorf("the text lacks %q, or repeats it:\n%s", want, out)
	}
	if out := markdownOf(t, r, MarkdownOptions{}); strings.Count(out, "possible source") != 1 {
		t.Errorf("the summary does not name possible sources once:\n%s", out)
	}
}

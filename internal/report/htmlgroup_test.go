package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// fromLine are n targets that one line of a template makes on three pages.
func fromLine(n int) []link.Finding {
	var all []link.Finding
	for i := range n {
		f := lost(fmt.Sprintf("/tags/t%d/", i))
		f.Message = "no such file"
		for page := range 3 {
			f.Occurrences = append(f.Occurrences, link.Occurrence{
				Page: fmt.Sprintf("/p%d/", page), File: fmt.Sprintf("public/p%d/index.html", page), Line: 4, Column: 9,
				Element: "a", Attribute: "href", Link: f.Target, Text: "tag",
				Source: &link.Source{File: "layouts/tags.html", Line: 3, Column: 10},
			})
		}
		all = append(all, f)
	}
	return all
}

// What one line of a source makes is one card, and the line is on it once. Every finding
// has an address, and a place elsewhere is not lost.
func TestHTMLShowsACauseOnce(t *testing.T) {
	t.Parallel()
	all := fromLine(12)
	all[7].Occurrences = append(all[7].Occurrences, link.Occurrence{
		Page: "/x/", File: "public/x/index.html", Line: 2, Column: 2, Element: "a", Attribute: "href", Link: all[7].Target,
		Source: &link.Source{File: "content/x.md", Line: 8, Column: 2},
	})
	out := htmlOf(t, reportOf(all...))
	standsAsHTML(t, out)
	for part, want := range map[string]int{
		"<article": 1, ` id="f-`: 12, "<h3>12 targets linked from <code>layouts/tags.html:3</code>, on 4 pages</h3>": 1,
		">layouts/tags.html:3:10</a>": 1, "content/x.md:8:2": 1, ": no such file.": 1, `<a href="#reason-not-found">`: 1,
		"<summary>7 further targets</summary>": 1,
	} {
		if n := strings.Count(out, part); n != want {
			t.Errorf("%q: %d times, want %d:\n%s", part, n, want, out)
		}
	}
}

// What may be the source of all findings is said once.
func TestHTMLNamesPossibleSourcesOnce(t *testing.T) {
	t.Parallel()
	all := fromLine(4)
	for i := range all {
		for j := range all[i].Occurrences {
			o := &all[i].Occurrences[j]
			o.Source, o.Candidates = nil, []link.Source{{File: "layouts/a.html", Line: 3, Column: 1}, {File: "layouts/b.html", Line: 7, Column: 1}}
		}
	}
	out := htmlOf(t, reportOf(all...))
	standsAsHTML(t, out)
	if strings.Count(out, "<article") != 1 || strings.Count(out, ">possible sources: ") != 1 || strings.Count(out, ">layouts/b.html:7:1</a>") != 1 {
		t.Errorf("the possible sources are not named once:\n%s", out)
	}
	if n := strings.Count(out, "public/p1/index.html:4:9"); n != len(all) {
		t.Errorf("a page is named %d times, want %d", n, len(all))
	}
	one := reportOf(all[0])
	if out := htmlOf(t, one); strings.Count(out, ">possible sources: ") != 1 {
		t.Errorf("the possible sources of one target are not named once:\n%s", out)
	}
}

// Findings of one cause with several reasons keep theirs.
func TestHTMLReasonsOfAGroup(t *testing.T) {
	t.Parallel()
	all := fromLine(2)
	all[1].Reason, all[1].Message = link.CaseMismatch, "the file is /Tags/t1/"
	out := htmlOf(t, reportOf(all...))
	standsAsHTML(t, out)
	for _, want := range []string{
		`<b>/tags/t0/</b> <a href="#f-` + link.FindingID("/tags/t0/", link.NotFound) + `" aria-label="Permalink">#</a> <a href="#reason-not-found">not-found</a>: no such file.`,
		`<a href="#reason-case-mismatch">case-mismatch</a>: the file is /Tags/t1/.`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q:\n%s", want, out)
		}
	}
}

// The only redirect of a finding is not repeated where its URL is named.
func TestHTMLRedirects(t *testing.T) {
	t.Parallel()
	one := moved("https://old.test/", "https://new.test/")
	if out := htmlOf(t, reportOf(one)); strings.Contains(out, "<ol>") || !strings.Contains(out, "now at https://new.test/.") {
		t.Errorf("one redirect is a list:\n%s", out)
	}
	one.Message = "it moved"
	if out := htmlOf(t, reportOf(one)); !strings.Contains(out, `<li>301 to <a href="https://new.test/">`) {
		t.Errorf("the redirect is not named:\n%s", out)
	}
}

package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// TestFragments asks for fragments of pages that are read before and after the
// one that asks.
func TestFragments(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, ids, fragment string
		missing             string // "" when it is there
	}{
		{name: "plain", ids: `<p id=part>`, fragment: "part"},
		{name: "missing", ids: `<p id=part>`, fragment: "other", missing: "other"},
		{name: "percent-encoded as it stands", ids: `<p id="a%20b">`, fragment: "a%20b"},
		{name: "percent-encoded and decoded", ids: `<p id="a b">`, fragment: "a%20b"},
		{name: "percent-encoded and missing", ids: `<p id="a b">`, fragment: "a%20c", missing: "a%20c"},
		{name: "fixed by the browser", ids: `<p id="a b">`, fragment: "a b"},
		{name: "fixed and missing", ids: `<p id="a b">`, fragment: "a c", missing: "a%20c"},
		{name: "lines", ids: `<p id=10><p id=20>`, fragment: "10-20"},
		{name: "lettered lines", ids: `<p id=L10><p id=L20>`, fragment: "L10-L20"},
		{name: "lines that end beyond the page", ids: `<p id=10>`, fragment: "10-20", missing: "10-20"},
		{name: "the top", ids: ``, fragment: "Top"},
		{name: "the top before a text", ids: ``, fragment: ":~:text=words"},
		{name: "a place and a text", ids: `<p id=part>`, fragment: "part:~:text=words"},
		{name: "a missing place and a text", ids: ``, fragment: "part:~:text=words", missing: "part"},
		{name: "a route", ids: ``, fragment: "!/settings"},
		{name: "nothing", ids: ``, fragment: ""},
		{name: "white space behind", ids: `<p id=part>`, fragment: "part "},
		{name: "a stub that forwards", ids: `<meta http-equiv=refresh content="0;url=whole.html">`, fragment: "whole"},
		{name: "a stub that forwards to a page without it", ids: `<meta http-equiv=refresh content="0;url=whole.html">`, fragment: "part", missing: "part"},
		{name: "a stub that leads away", ids: `<meta http-equiv=refresh content="0;url=https://elsewhere.test/">`, fragment: "part"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			asking := func(page string) string {
				// The same again with a query is another target.
				return fmt.Sprintf(`<a href="%s#%s">x</a> <a href="%s?v#%s">x</a>`, page, test.fragment, page, test.fragment)
			}
			job, dir := checktest.OpenPages(t, map[string]string{
				"a.html": asking("m.html"), "m.html": test.ids, "whole.html": `<p id=whole>`, "z.html": asking("m.html"),
			}, "--external=false")
			report := Check(t.Context(), job, dir)
			var want []string
			if test.missing != "" {
				for _, target := range []string{"/m.html#", "/m.html?v#"} {
					want = append(want, target+test.missing+" /a.html:1 /z.html:1")
				}
			}
			if diff := cmp.Diff(want, findingLines(report)); diff != "" || len(report.Problems) > 0 {
				t.Errorf("problems %q, findings (-want +got):\n%s", report.Problems, diff)
			}
		})
	}
}

// findingLines writes each finding in a line: its target and where links to it
// are.
func findingLines(r *link.Report) []string {
	var lines []string
	for _, f := range r.Findings {
		line := []string{f.Target}
		for _, o := range f.Occurrences {
			line = append(line, fmt.Sprintf("%s:%d", o.Page, o.Line))
		}
		lines = append(lines, strings.Join(line, " "))
	}
	return lines
}

// TestFragmentOfChangedPage reads a page again that is not what it was: what it
// asked for is not known any more, and that is said.
func TestFragmentOfChangedPage(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{"a.html": `<a href="b.html#now">x</a>`, "b.html": ``}, "--jobs", "1")
	for name, ask := range map[string]fragmentAsk{
		"another fragment": {hash: scan.HashAnchor("then"), page: 0, index: 0, place: 1, spelled: hashed},
		"fewer links":      {hash: scan.HashAnchor("now"), page: 0, index: 1, place: 1, spelled: hashed},
	} {
		t.Run(name, func(t *testing.T) {
			r := newWorker(&directory{job: job, steps: new(check.Steps), bounds: check.NewBounds(job), inWork: check.NewPageBudget(1), dir: dir, kinds: []link.Kind{link.HTMLKind, link.HTMLKind}})
			r.spell(t.Context(), []fragmentAsk{ask})
			want := []string{fmt.Sprintf("could not read the page %q: it changed during the check", dir.File(0))}
			if diff := cmp.Diff(want, r.problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(r.missing) > 0 {
				t.Errorf("missing: %v", r.missing)
			}
		})
	}
}

// TestManyFragments asks for fragments of more pages than are judged at once, and
// than a cache begins with, before and after these are read.
func TestManyFragments(t *testing.T) {
	t.Parallel()
	const pages = 2*freshAsks + 100
	files := map[string]string{}
	var asking strings.Builder
	var want []string
	for i := range pages {
		name, ids := fmt.Sprintf("m%04d.html", i), `<p id=part>`
		fmt.Fprintf(&asking, "<a href=%s#part>x</a>", name)
		if i%100 == 7 {
			ids = ""
			want = append(want, "/"+name+"#part /a.html:1 /z.html:1")
		}
		files[name] = ids
	}
	files["a.html"], files["z.html"] = asking.String(), asking.String()
	job, dir := checktest.OpenPages(t, files)
	if diff := cmp.Diff(want, findingLines(Check(t.Context(), job, dir))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
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
			report := Check(t.Context(), job, dir, nil)
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

// TestPageThatChanges reads a page again that has fewer links by then, and says so.
func TestPageThatChanges(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{"a.html": `<a href="b.html#now">x</a>`, "b.html": ``})
	d := newDirectory(job, dir)
	d.wantMiss(&miss{ask: ask{index: 1}, file: 1})
	d.readAgain(t.Context())
	want := []string{fmt.Sprintf("could not read the page %q: it changed during the check", dir.File(0))}
	if diff := cmp.Diff(want, d.Report.Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestManyFragments asks for fragments of more pages than are judged at once, and
// than one page has links in other tests, before and after these are read.
func TestManyFragments(t *testing.T) {
	t.Parallel()
	const pages = 612
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
	if diff := cmp.Diff(want, findingLines(Check(t.Context(), job, dir, nil))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// What is no URL is shown as it was written, which may be how another link that
// is not ok is shown. Both are said, whoever reads which page.
func TestFaultsOfOneName(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{
		"a.html": `<base href="mailto:me"><a href="/gone.html">`, "b.html": `<a href="gone.html">`,
		"c.html": `<a href="/gone.html"></a><a href="gone.html">`,
	})
	got := map[string]int{}
	for _, f := range Check(t.Context(), job, dir, nil).Findings {
		got[string(f.Reason)+" "+f.Target] = len(f.Occurrences)
	}
	want := map[string]int{"invalid-url /gone.html": 1, "not-found /gone.html": 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("occurrences by finding (-want +got):\n%s", diff)
	}
}

// However a page is made, the report shows what its links read, those judged at
// once and those judged at the end.
func TestTextsOfQuotedLinks(t *testing.T) {
	t.Parallel()
	const (
		links  = `<a href="b.html#nope">fragment</a><a href="gone.html">file</a><a ping="gone">ping</a>`
		nested = `<iframe srcdoc="<p><a href='lost.html'>inside</a>"></iframe>`
		svg    = `<svg><a xlink:href="pic.html">picture<title> of it</title></a></svg>`
	)
	usual := map[string]string{"b.html#nope": "fragment", "gone.html": "file", "gone": ""}
	with := func(raw, text string) map[string]string {
		all := map[string]string{raw: text}
		for k, v := range usual {
			all[k] = v
		}
		return all
	}
	tests := map[string]struct {
		page string
		want map[string]string
	}{
		"usual":           {page: links, want: usual},
		"with a srcdoc":   {page: links + nested, want: with("lost.html", "inside")},
		"with a picture":  {page: links + svg, want: with("pic.html", "picture of it")},
		"behind a srcdoc": {page: nested + links, want: with("lost.html", "inside")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job, dir := checktest.OpenPages(t, map[string]string{"a.html": tt.page, "b.html": ""})
			got := map[string]string{}
			for _, f := range Check(t.Context(), job, dir, nil).Findings {
				for _, at := range f.Occurrences {
					got[at.Link] = at.Text
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("texts by link (-want +got):\n%s", diff)
			}
		})
	}
}

// manyLinks is a page with a link of every way to be wrong, and some in good
// order that are kept for the next page to use.
const manyLinks = `<!doctype html><p id="here">
<a href="#gone">self</a> <a href="?#gone-too">self</a> <a href="gone.html">file</a> <a href="/gone/root.html">root</a>
<a href="b.html#gone-there">other</a> <a href="b.html#there">other</a> <a href="/b.html#gone-root">other</a> <a href="/sub/index.html#gone-index">other</a> <a href="B.html">case</a>
<a href="bare/">directory</a> <a href="http://[bad">URL</a> <a href="https://elsewhere.test/page?q#part">external</a>
<a href="//elsewhere.test/other">external</a> <a href="gopher:x">scheme</a> <a href="telephone:y">scheme</a>
<img src="gone.png" usemap="#gone-map" srcset="gone-1.png 1x, /gone-2.png 2x"><p data-linkvet-ignore><a href="ignored.html">no</a></p>
<a href="gone%2ehtml?query">query</a> <a href="/gone.html?query">query</a> <p style="background:url(gone-style.png)">
`

// TestDirectoryKeepsNothingOfADocument checks a page and then another that takes
// its place in memory: the report is the same as for the page alone.
func TestDirectoryKeepsNothingOfADocument(t *testing.T) {
	t.Parallel()
	// It is larger, but fits into the memory that was taken for the first.
	filler := "<!doctype html><p id=there>" + strings.Repeat("z", len(manyLinks)*6/5-len("<!doctype html><p id=there>"))
	const empty = "<p id=there>"
	// The third page has the same links, so that the resolve cache is used.
	want := reportOn(t, map[string]string{"a.html": manyLinks, "b.html": empty, "c.html": manyLinks, "d.html": empty, "sub/index.html": empty, "bare/x": ""})
	got := reportOn(t, map[string]string{"a.html": manyLinks, "b.html": filler, "c.html": manyLinks, "d.html": filler, "sub/index.html": empty, "bare/x": ""})
	if len(want) < 20 {
		t.Errorf("the report has no more than %d lines", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report on a page that others overwrote (-want +got):\n%s", diff)
	}
}

// reportOn checks a directory with those files, in the order of their names, and
// lists what the report says.
func reportOn(t *testing.T, files map[string]string) []string {
	t.Helper()
	job, dir := checktest.OpenPages(t, files, "--fragments", "all")
	job.Config.Jobs = 1
	report := Check(t.Context(), job, dir, nil)
	lines := []string{fmt.Sprint(report.Skips, report.Stats.Targets)}
	for _, f := range report.Findings {
		lines = append(lines, fmt.Sprintf("%s %s %s %s", f.ID, f.Reason, f.Target, f.Message))
		for _, at := range f.Occurrences {
			lines = append(lines, fmt.Sprintf("  %s:%d:%d %s@%s %s %q", at.Page, at.Line, at.Column, at.Element, at.Attribute, at.Link, at.Text))
		}
	}
	return lines
}

// TestSheetKnownFromAnotherLink reads a style sheet that only a link tells to be one,
// though where it leads was known before.
func TestSheetKnownFromAnotherLink(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{
		"a.html": `<a href="theme">the theme</a>`,
		"b.html": `<link rel="stylesheet" href="theme">`,
		"theme":  `body { background: url(gone.png) }`,
	})
	job.Config.Jobs = 1
	want := []string{"/gone.png /theme:1"}
	if diff := cmp.Diff(want, findingLines(Check(t.Context(), job, dir, nil))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// unclosed are pieces of pages whose links continue to the end of the document, as far as each
// by itself can tell: what they read is not looked for from each of them to there.
var unclosed = []string{
	`<a href=x>`, `<a href=x>one two `, `<a href=#x>one`, `<div><a href=x>one<b>`, `<noscript><a href=x>`, `<a href=x><template>`,
	`<svg><a href=x><title>`, `<a href=x><!--`, `<svg><a xlink:href=x>one`,
}

func TestPagesOfLinksWithoutAnEnd(t *testing.T) {
	t.Parallel()
	for _, piece := range unclosed {
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": strings.Repeat(piece, 2000)})
		r := Check(t.Context(), job, dir, nil)
		if !r.Complete || r.Stats.Broken != 1 {
			t.Errorf("%s: complete is %v, and %d are broken: %q", piece, r.Complete, r.Stats.Broken, r.Problems)
		}
	}
}

func BenchmarkLinearUnclosedLinks(b *testing.B) {
	for _, piece := range unclosed {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 20_000, func(n int) func() {
				job, dir := checktest.OpenPages(b, map[string]string{"index.html": strings.Repeat(piece, n)})
				return func() { Check(b.Context(), job, dir, nil) }
			})
		})
	}
}

// TestTextsAreTheSameHoweverManyAreRead holds that each link of a page is quoted with
// what it reads itself.
func TestTextsAreTheSameHoweverManyAreRead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 32, 100} {
		var page strings.Builder
		for i := range n {
			fmt.Fprintf(&page, "<p><a href=lost-%d>read <b>number</b>\n%d</a><a href=.>", i, i)
		}
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String()})
		r := Check(t.Context(), job, dir, nil)
		if len(r.Findings) != n {
			t.Fatalf("%d findings, want %d", len(r.Findings), n)
		}
		for _, f := range r.Findings {
			want := "read number " + strings.TrimPrefix(f.Target, "/lost-")
			if got := f.Occurrences[0].Text; got != want {
				t.Errorf("of %d links, that to %s reads %q, want %q", n, f.Target, got, want)
			}
		}
	}
}

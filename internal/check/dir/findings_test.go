package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// What is no URL is shown as it was written, which may be how another link that
// is not ok is shown. Both are said, whoever reads which page.
func TestFaultsOfOneName(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{
		"a.html": `<base href="mailto:me"><a href="/gone.html">`, "b.html": `<a href="gone.html">`,
		"c.html": `<a href="/gone.html"></a><a href="gone.html">`,
	})
	got := map[string]int{}
	for _, f := range Check(t.Context(), job, dir).Findings {
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
			for _, f := range Check(t.Context(), job, dir).Findings {
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
	job, dir := checktest.OpenPages(t, files, "--jobs", "1", "--fragments", "all")
	report := Check(t.Context(), job, dir)
	lines := []string{fmt.Sprint(report.Skips, report.Schemes, report.Stats.Targets)}
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
	}, "--jobs", "1")
	want := []string{"/gone.png /theme:1"}
	if diff := cmp.Diff(want, findingLines(Check(t.Context(), job, dir))); diff != "" {
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
		r := Check(t.Context(), job, dir)
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
				return func() { Check(b.Context(), job, dir) }
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
		r := Check(t.Context(), job, dir)
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

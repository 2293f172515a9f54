package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

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

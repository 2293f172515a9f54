package source_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestLiveSources names lines of sources by what the pages of a live site say: who
// edits them, and what is around their links.
func TestLiveSources(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{
		"one/a.md":    "## First\n\n[x](/no/)\n\n## Second\n\n[x](/no/)\n",
		"two/a.md":    "[x](/no/)\n",
		"one/b.md":    "text\n\n[y](/gone/)\n",
		"one/c.md":    "[z](/lost/)\n",
		"one/fr/c.md": "\n[z](/lost/)\n",
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/a/", "/b/", "/c/", "/fr/c/")),
		"/a/": livetest.Page("<a href=https://forge.invalid/o/r/edit/main/one/a.md data-linkvet-ignore>Edit</a>" +
			"<h2>First</h2><p>ü <a href=/no/>x</a></p><h2>Second</h2><a href=/no/>x</a>"),
		"/b/":    livetest.Page("<nav><a href=/gone/>y</a></nav><main>text</main>"),
		"/c/":    livetest.Page("<a href=/lost/>z</a>"),
		"/fr/c/": livetest.Page("<a href=/lost/>z</a>"),
	})
	r := livetest.Check(t, "--external=false", "--sources="+dir, s.URL+"/")
	var got []string
	for _, f := range r.Report.Findings {
		for _, o := range f.Occurrences {
			place := "none"
			if o.Source != nil {
				place = fmt.Sprintf("%s:%d", relative(t, dir, o.Source.File), o.Source.Line)
			}
			got = append(got, fmt.Sprintf("%s %s: %s", o.Page, o.Link, place))
		}
	}
	want := []string{"/b/ /gone/: none", "/c/ /lost/: one/c.md:1", "/fr/c/ /lost/: one/fr/c.md:2", "/a/ /no/: one/a.md:3", "/a/ /no/: one/a.md:7"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	sent := 0
	for request, n := range s.Asked() {
		sent += n
		if n > 2 {
			t.Errorf("%s was sent %d times", request, n)
		}
	}
	if int(r.Report.Stats.Requests) < sent {
		t.Errorf("%d requests are reported of %d", r.Report.Stats.Requests, sent)
	}
}

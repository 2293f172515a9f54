package dir

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// packed is a text in gzip, whose unpacked size is unknown.
func packed(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// TestManyLargePages reads pages that all take part in the budget, some of which ask
// for all of it, with many workers and again with one: the reports are the same.
func TestManyLargePages(t *testing.T) {
	t.Parallel()
	const pages = 40
	words := strings.Repeat("<p>some words of a page that is large beside its share", 400)
	files := map[string]string{}
	for i := range pages {
		files[fmt.Sprintf("%d.html", i)] = fmt.Sprintf(`<h1 id=here-%d>t</h1><a href="%d.html#here-%[2]d">x</a><a href="%[2]d.html#heer-%[2]d">lost</a><a href="gone-%[1]d.html">y</a>%[3]s`, i, (i+1)%pages, words)
		files[fmt.Sprintf("sitemap-%d.xml", i)] = packed(t, fmt.Sprintf("<urlset><url><loc>https://site.test/none-%d.html</loc></url></urlset>", i))
	}
	files["index.html"] = `<a href="0.html">x</a>`
	var reports []*link.Report
	for _, jobs := range []int{1, 1024} {
		job, dir := checktest.OpenPages(t, files, fmt.Sprintf("--jobs=%d", jobs), "--site-url=https://site.test/")
		job.Scope = site.NewScope(checktest.MustParse(t, "https://site.test/"))
		if small := 16 << 20 / jobs; jobs > 1 && small > len(files["0.html"]) {
			t.Fatalf("pages of %d bytes do not take part", len(files["0.html"]))
		}
		r := Check(t.Context(), job, dir)
		for i := range r.Findings {
			for j := range r.Findings[i].Occurrences {
				r.Findings[i].Occurrences[j].File = ""
			}
		}
		reports = append(reports, r)
	}
	if n := len(reports[0].Findings); n != 3*pages {
		t.Errorf("%d findings, want %d", n, 3*pages)
	}
	if diff := cmp.Diff(reports[0].Findings, reports[1].Findings, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("with many workers (-one +many):\n%s", diff)
	}
}

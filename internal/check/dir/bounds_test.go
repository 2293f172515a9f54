package dir

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// TestFindingsAreBounded finds more than the report lists: all are counted.
func TestFindingsAreBounded(t *testing.T) {
	t.Parallel()
	const most, over = 500, 1000
	for _, sign := range []string{"", "#"} {
		var page strings.Builder
		for i := range most + over {
			fmt.Fprintf(&page, "<a href=%s%d>", sign, i+1)
		}
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String()})
		job.MaxFindings = most
		r := Check(t.Context(), job, dir, nil)
		want := "1,000 findings are counted, but not listed: the report lists the first 500"
		if r.Complete || !r.Failed || !slices.Contains(r.Problems, want) || len(r.Findings) != most || r.Stats.Broken != most+over || r.FailsUnlisted != over {
			t.Errorf("complete %t, failed %t, %d findings of %d, problems %q", r.Complete, r.Failed, len(r.Findings), r.Stats.Broken, r.Problems)
		}
	}
}

func TestPlacesOfFindingsAreBounded(t *testing.T) {
	t.Parallel()
	const most, each, pages = 1000, 260, 4
	files := map[string]string{"index.html": "<a href=gone>"}
	for i := range pages {
		files[fmt.Sprintf("%d.html", i)] = strings.Repeat("<a href=gone>", each)
	}
	job, dir := checktest.OpenPages(t, files)
	job.MaxFindings = most
	r := Check(t.Context(), job, dir, nil)
	if !r.Complete || !r.Failed || len(r.Findings) != 1 {
		t.Fatalf("complete %t, failed %t, %d findings, problems %q", r.Complete, r.Failed, len(r.Findings), r.Problems)
	}
	// The first place of each finding is kept besides.
	if n := len(r.Findings[0].Occurrences); n < most || n > most+len(files) {
		t.Errorf("%d places, want about %d", n, most)
	}
	left := slices.ContainsFunc(r.Notes, func(note string) bool {
		return strings.Contains(note, "more occurrences of these findings are not listed")
	})
	if !left || r.Stats.Links != each*pages+1 {
		t.Errorf("%d links, notes %q", r.Stats.Links, r.Notes)
	}
}

// TestLongBases resolves a million links against no more than the beginning of a long base.
func TestLongBases(t *testing.T) {
	t.Parallel()
	long := "/" + strings.Repeat("a/", 1<<20)
	job, dir := checktest.OpenPages(t, map[string]string{
		"other.html": "", "based.html": `<base href="` + long + `">` + strings.Repeat(`<a href=/other.html>x</a>`, 1<<10) + `<a href=x>x</a>`,
		"feed.xml": `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="` + long + `">` + strings.Repeat(`<link href="/other.html"/>`, 1<<10) + `</feed>`,
	})
	r := Check(t.Context(), job, dir, nil)
	if len(r.Findings) != 1 || r.Findings[0].Reason != link.NotFound || len(r.Findings[0].Target) > 10<<10 || !r.Complete {
		t.Errorf("findings %v, problems %q", len(r.Findings), r.Problems)
	}
}

// TestHugeDocumentsAreProblems reaches the bounds of one document.
func TestHugeDocumentsAreProblems(t *testing.T) {
	t.Parallel()
	testutil.Nightly(t)
	pastBounds(t, map[string]string{
		"index.html":     strings.Repeat("<a href=>", scan.MaxLinks+1),
		"sitemap.xml.gz": packed(t, "<urlset>"+strings.Repeat(" ", fetch.MaxUnpacked)),
		"cut.html":       packed(t, strings.Repeat(" ", fetch.MaxUnpacked)+"<p id=later>"),
		"asking.html":    "<a href=cut.html#later>", // what was not read may be there
	}, `index.html" completely: it has more than 1000000 links`, `sitemap.xml.gz" completely: larger than 64 MiB when unpacked`)
}

// pastBounds checks documents that cannot be read completely.
func pastBounds(t *testing.T, files map[string]string, problems ...string) {
	t.Helper()
	files["other.html"] = "<p>"
	job, dir := checktest.OpenPages(t, files)
	r := Check(t.Context(), job, dir, nil)
	for _, want := range problems {
		if !strings.Contains(strings.Join(r.Problems, "\n"), want) {
			t.Errorf("no problem says %q: %q", want, r.Problems)
		}
	}
	if r.Complete || len(r.Findings) > 0 || r.Mode != link.Directory {
		t.Errorf("complete %t, %d findings", r.Complete, len(r.Findings))
	}
}

// TestFragmentsOfAPageThatIsTooLarge holds that an id which an unread part of a page may have
// is not called missing.
func TestFragmentsOfAPageThatIsTooLarge(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{"a.html": `<a href="b.html#later">x</a><a href="b.html#a%20b">x</a>`, "b.html": "<p>"})
	if err := os.Truncate(dir.File(dir.Find("/b.html", "").File), site.MaxPage+1); err != nil {
		t.Fatal(err)
	}
	r := Check(t.Context(), job, dir, nil)
	if len(r.Findings) > 0 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "larger than 64 MiB") {
		t.Errorf("problems %q, findings %q", r.Problems, findingLines(r))
	}
}

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
		job, dir := checktest.OpenPages(t, files, "--site-url=https://site.test/")
		job.Config.Jobs = jobs
		job.Scope = site.NewScope(checktest.MustParse(t, "https://site.test/"))
		if small := 16 << 20 / jobs; jobs > 1 && small > len(files["0.html"]) {
			t.Fatalf("pages of %d bytes do not take part", len(files["0.html"]))
		}
		r := Check(t.Context(), job, dir, nil)
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

// faulty is a Checkout that fails by a mistake of ours for one host.
type faulty struct{ host string }

func (f faulty) Look(u weburl.URL) (git.Answer, bool) {
	if u.Host == f.host {
		panic("a mistake of ours")
	}
	return git.Answer{}, false
}

// TestAMistakeOfOursCostsOnePage checks a directory of which one page makes a step
// fail: all others are checked to their ends, and the run says which it was.
func TestAMistakeOfOursCostsOnePage(t *testing.T) {
	t.Parallel()
	files := map[string]string{"index.html": "", "bad.html": `<a href="lost-0.html">x</a><a href="https://fault.test/">x</a><a href="never.html">x</a>`}
	for i := range 200 {
		files["index.html"] += fmt.Sprintf(`<a href="%d.html#here">x</a>`, i)
		files[fmt.Sprintf("%d.html", i)] = fmt.Sprintf(`<p id=here><a href="lost-%d.html">x</a><a href="https://other.test/">x</a><a href="bad.html#none">x</a>`, i)
	}
	job, dir := checktest.OpenPages(t, files, "--site-url=https://site.test/")
	job.Config.Jobs = 3
	job.Checkout = faulty{"fault.test"}
	r := Check(t.Context(), job, dir, nil)
	if r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], `bad.html": internal error (a mistake of ours at dir/bounds_test.go`) {
		t.Errorf("complete is %v, and the problems are %q", r.Complete, r.Problems)
	}
	lost := 0
	for _, f := range r.Findings {
		if f.Reason == link.NotFound && strings.HasPrefix(f.Target, "/lost-") {
			lost++
		}
	}
	if lost != 200 {
		t.Errorf("%d of 200 links to what does not exist are found", lost)
	}
}

// TestTheEndOfTheRunEndsEachStep checks directories with a context that ends while
// they are read: what is behind that does no more than it has to.
func TestTheEndOfTheRunEndsEachStep(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&page, `<a href="https://a%d.test/">x</a><a href="lost-%d.html">x</a><a href="#none-%d">x</a>`, i, i, i)
	}
	job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String(), "lost-1-x.html": "", "none.html": `<p id="none">`}, "--report=pages=none")
	job.Config.Jobs = 1
	ctx, cancel := context.WithCancelCause(t.Context())
	job.Checkout = ending{cancel}
	r := Check(ctx, job, dir, nil)
	if r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the run ended early (enough)") {
		t.Errorf("complete is %v, and the problems are %q", r.Complete, r.Problems)
	}
	lost := 0
	for _, f := range r.Findings {
		if f.Reason == link.NotFound {
			lost++
			if f.Occurrences[0].File == "" || f.Occurrences[0].Page == "" {
				t.Fatalf("%s stands nowhere", f.Target)
			}
		}
	}
	if lost == 0 || lost > 1000 {
		t.Errorf("%d links were judged, want some", lost)
	}
}

// ending is a Checkout that ends the run with the first link that it is shown.
type ending struct{ cancel context.CancelCauseFunc }

func (e ending) Look(weburl.URL) (git.Answer, bool) {
	e.cancel(fmt.Errorf("enough"))
	return git.Answer{}, false
}

package dir

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

func TestRunsEndThatFindTooMuch(t *testing.T) {
	t.Parallel()
	const findings = 500
	for _, sign := range []string{"", "#"} {
		var page strings.Builder
		for i := range findings + 1000 {
			fmt.Fprintf(&page, "<a href=%s%d>", sign, i)
		}
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String()})
		job.Limits = check.Limits{Findings: findings, Occurrences: 1000, Targets: 1000, Kept: 1 << 20}
		r := Check(t.Context(), job, dir)
		want := "the run ended early (more than 500 broken links): the report is incomplete"
		if r.Complete || !r.Failed || !slices.Contains(r.Problems, want) {
			t.Errorf("complete %t, failed %t, problems %q", r.Complete, r.Failed, r.Problems)
		}
		if len(r.Findings) != findings {
			t.Errorf("%d findings, want %d", len(r.Findings), findings)
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
	job.Limits = check.Limits{Findings: 10, Occurrences: most, Targets: 10, Kept: 1 << 20}
	r := Check(t.Context(), job, dir)
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

func TestDocumentsPastTheBoundsAreProblems(t *testing.T) {
	t.Parallel()
	pastBounds(t, map[string]string{
		"based.html": `<base href="/` + strings.Repeat("a", check.MaxBase) + `/"><a href=/other.html>x</a>`,
		"feed.xml":   `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/` + strings.Repeat("a", check.MaxBase) + `/"><link href="/other.html"/></feed>`,
	}, `based.html" completely: its base URL is longer than 32768 bytes`, `feed.xml" completely: its base URL`)
}

// TestHugeDocumentsAreProblems is the same for bounds that take long to reach.
func TestHugeDocumentsAreProblems(t *testing.T) {
	t.Parallel()
	testutil.Nightly(t)
	pastBounds(t, map[string]string{
		"index.html":     strings.Repeat("<a href=>", scan.MaxLinks+1),
		"sitemap.xml.gz": packed(t, "<urlset>"+strings.Repeat(" ", site.MaxUnpacked)),
	}, `index.html" completely: it has more than 1000000 links`, `sitemap.xml.gz" completely: larger than 64 MiB when unpacked`)
}

// pastBounds checks documents that cannot be read completely.
func pastBounds(t *testing.T, files map[string]string, problems ...string) {
	t.Helper()
	files["other.html"] = "<p>"
	job, dir := checktest.OpenPages(t, files)
	r := Check(t.Context(), job, dir)
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
	r := Check(t.Context(), job, dir)
	if len(r.Findings) > 0 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "larger than 64 MiB") {
		t.Errorf("problems %q, findings %q", r.Problems, findingLines(r))
	}
}

func TestRunsEndThatKeepTooMuch(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	for name, line := range map[string]string{
		"anchors":        "<p id=a%d>",
		"queries":        "<a href='?%d'>",
		"skipped":        "<a href='https://other.test/%d'>",
		"asks":           "<a href='%d.html#later'>",
		"long names":     "<a href='" + long + "%d'>",
		"long fragments": "<a href='1.html#%%20" + long + "%d'>",
		"long links":     "<a href='gone' ping='/%d" + long + "'>",
	} {
		files := map[string]string{"index.html": "<a href=0.html>"}
		for i := range 50 {
			lines := 100
			if strings.HasPrefix(name, "long") {
				lines = 2
			}
			var page strings.Builder
			for j := range lines {
				number := 1000*i + j
				if name == "asks" {
					number = 49
				}
				fmt.Fprintf(&page, line, number)
			}
			files[fmt.Sprintf("%d.html", i)] = page.String()
		}
		job, dir := checktest.OpenPages(t, files, "--jobs=1", "--external=false")
		job.Limits = check.Limits{Findings: 1 << 20, Occurrences: 1 << 20, Targets: 1 << 20, Kept: 20_000}
		r := Check(t.Context(), job, dir)
		want := "the run ended early (links and anchors need more than 20000 bytes of memory): the report is incomplete"
		if r.Complete || !slices.Contains(r.Problems, want) || r.Stats.Pages > 45 {
			t.Errorf("%s: complete %t after %d pages, problems %q", name, r.Complete, r.Stats.Pages, r.Problems)
		}
	}
}

package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// The filter offers the reasons that occur, and how often.
func TestHTMLFilter(t *testing.T) {
	t.Parallel()
	out := htmlOf(t, reportOf(append(fromLine(3), three().Findings...)...))
	for _, want := range []string{
		`<option value="not-found">not-found (3)</option>`, `<option value="fragment-not-found">fragment-not-found (1)</option>`,
		`<option value="blocked">blocked (1)</option>`, `<label for="file">File or folder</label><input id="file"`, `<label for="order">Order</label><select id="order">`,
	} {
		if strings.Count(out, want) != 1 {
			t.Errorf("lacks %q:\n%s", want, out)
		}
	}
	if out := htmlOf(t, clean()); strings.Contains(out, "filter") && strings.Contains(out, "<input") || strings.Contains(out, "<script>") {
		t.Errorf("nothing can be filtered:\n%s", out)
	}
}

// The index leads to the first finding of each file, and counts each finding once.
func TestHTMLFileIndex(t *testing.T) {
	t.Parallel()
	all := fromLine(3)
	twice := lost("/u", from("content/u.md", 1), from("content/u.md", 9))
	other := lost("/v", from("content/u.md", 5))
	out := htmlOf(t, reportOf(append(all, twice, other)...))
	row := func(n int, f link.Finding, file string) string {
		return fmt.Sprintf(`<tr><td class="number">%d</td><td><a href="#f-%s">%s</a></td></tr>`, n, link.FindingID(f.Target, f.Reason), file)
	}
	for _, want := range []string{row(3, all[0], "layouts/tags.html"), row(2, twice, "content/u.md")} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q:\n%s", want, out)
		}
	}
	if strings.Index(out, ">layouts/tags.html</a>") > strings.Index(out, ">content/u.md</a>") {
		t.Error("the file with most findings is not the first")
	}
}

// A browser takes only so many rows at once: the rest is counted.
func TestHTMLFileIndexHasALimit(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range maxHTMLFiles + 5 {
		all = append(all, lost(fmt.Sprintf("/t%d", i), from(fmt.Sprintf("content/%d.md", i), 1)))
	}
	out := htmlOf(t, reportOf(all...))
	_, index, _ := strings.Cut(out, `<table id="index">`)
	if n := strings.Count(index, "</td></tr>"); n != maxHTMLFiles || !strings.Contains(index, "… and 5 more files.") {
		t.Errorf("%d files are listed", n)
	}
	if !strings.Contains(out, "<details><summary>1,005 files</summary>") {
		t.Error("a long index is not folded")
	}
}

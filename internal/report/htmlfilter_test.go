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

// Each control has a label, and each finding a link to itself with a name.
func TestHTMLLabels(t *testing.T) {
	t.Parallel()
	out := htmlOf(t, reportOf(append(fromLine(3), three().Findings...)...))
	for _, id := range []string{"words", "reason", "file", "order"} {
		if strings.Count(out, ` id="`+id+`"`) != 1 || strings.Count(out, `<label for="`+id+`">`) != 1 {
			t.Errorf("%q has no label", id)
		}
	}
	for _, f := range append(fromLine(3), three().Findings...) {
		id := "f-" + link.FindingID(f.Target, f.Reason)
		if strings.Count(out, ` id="`+id+`"`) != 1 || strings.Count(out, `<a href="#`+id+`" aria-label="Permalink">#</a>`) != 1 {
			t.Errorf("%s has no permalink:\n%s", f.Target, out)
		}
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

// In live mode, places are pages.
func TestHTMLFilterNamesPages(t *testing.T) {
	t.Parallel()
	if out := htmlOf(t, live()); !strings.Contains(out, ">Page or file</label>") || strings.Count(out, "Findings by page or file<") != 2 {
		t.Errorf("the filter speaks of files:\n%s", out)
	}
}

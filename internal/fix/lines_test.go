package fix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLines groups the changes of a line, and numbers lines as git does.
func TestLines(t *testing.T) {
	t.Parallel()
	before := "one\nold and old\rold\r\n\nold"
	edit := func(start int) Edit { return Edit{Start: start, End: start + 3, New: "new"} }
	p := &Plan{Files: []File{{Name: "a.md", before: []byte(before), Edits: []Edit{edit(4), edit(12), edit(16), edit(22)}}}}
	want := []Line{
		{File: "a.md", Number: 2, Old: "old and old\rold\r", New: "new and new\rnew\r"},
		{File: "a.md", Number: 4, Old: "old", New: "new"},
	}
	if diff := cmp.Diff(want, p.Lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got := p.Patch(func(l Line) bool { return l.Number == 2 })
	if want := "--- a/a.md\n+++ b/a.md\n@@ -1,4 +1,4 @@\n one\n old and old\rold\r\n \n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n"; got != want {
		t.Errorf("got %q", got)
	}
	if got := p.Patch(func(Line) bool { return true }); got != "" {
		t.Errorf("got %q", got)
	}
	plain := &Plan{Files: []File{{Name: "a.md", before: []byte("old\n"), Edits: []Edit{edit(0)}}}}
	if lines := plain.Lines(); len(lines) != 1 || !lines[0].IsPlain {
		t.Errorf("got %+v", lines)
	}
}

package report

import (
	"strings"
	"testing"
)

// TestFoldedPatchOfManyMarks takes no longer for a line of marks, of which the fence would need
// one more: it is too long for a comment anyway.
func TestFoldedPatchOfManyMarks(t *testing.T) {
	t.Parallel()
	patch := strings.Repeat("`", 4<<20)
	if got := FoldedPatch(patch, 20_000); !strings.Contains(got, "too long") {
		t.Errorf("got %.100q", got)
	}
	if got := FoldedPatch("````\n", 20_000); !strings.Contains(got, "\n`````diff\n````\n`````\n") {
		t.Errorf("got %q", got)
	}
}

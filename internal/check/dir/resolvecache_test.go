package dir

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

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

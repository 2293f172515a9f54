package dir

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// What is no URL is shown as it was written, which may be how another link that
// is not ok is shown. Both are said, whoever reads which page.
func TestFaultsOfOneName(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{
		"a.html": `<base href="mailto:me"><a href="/gone.html">`, "b.html": `<a href="gone.html">`,
		"c.html": `<a href="/gone.html"></a><a href="gone.html">`,
	})
	got := map[string]int{}
	for _, f := range Check(t.Context(), job, dir).Findings {
		got[string(f.Reason)+" "+f.Target] = len(f.Occurrences)
	}
	want := map[string]int{"invalid-url /gone.html": 1, "not-found /gone.html": 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("occurrences by finding (-want +got):\n%s", diff)
	}
}

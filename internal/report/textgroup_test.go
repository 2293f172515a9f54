package report

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// The text report lists as much of a group as it has room for.
func TestTextListsPartOfALargeGroup(t *testing.T) {
	t.Parallel()
	const n = 400
	var all []link.Finding
	for i := range n {
		all = append(all, lost(fmt.Sprintf("/gone%d/", i), onPages(9, from("nav.html", i+1))...))
	}
	r := reportOf(all...)
	for name, opt := range map[string]TextOptions{"text": {}, "quiet": {Quiet: true}} {
		for i := range r.Findings {
			r.Findings[i].Fails = true
		}
		out := textOf(t, r, opt)
		listed := strings.Count(out, "✗ not-found")
		if listed < n/4 {
			t.Errorf("%s lists %d targets:\n%s", name, listed, out)
		}
		if want := "and " + strconv.Itoa(n-listed) + " more targets"; !strings.Contains(out, want) {
			t.Errorf("%s lacks %q:\n%s", name, want, out)
		}
	}
}

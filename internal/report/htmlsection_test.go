package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// lostOnes are n findings without a common cause.
func lostOnes(n int) *link.Report {
	var all []link.Finding
	for i := range n {
		all = append(all, lost(fmt.Sprintf("/t%d", i), from(fmt.Sprintf("content/%d.md", i), 1)))
	}
	return reportOf(all...)
}

// All cards are laid out at once as long as a browser does so quickly. Of more, the first
// portion is, and the others unfold. Each card is there in any case.
func TestHTMLPortions(t *testing.T) {
	t.Parallel()
	for n, folds := range map[int]int{1: 0, maxAtOnce: 0, maxAtOnce + 1: 5} {
		out := htmlOf(t, lostOnes(n))
		standsAsHTML(t, out)
		if cards, got := strings.Count(out, "<article "), strings.Count(out, `<details class="cards"><summary>More, from number `); cards != n || got != folds {
			t.Errorf("%d findings: %d cards, %d portions are folded; want %d", n, cards, got, folds)
		}
		if folds == 0 {
			continue
		}
		first, rest, _ := strings.Cut(out, `<details class="cards">`)
		if cards := strings.Count(first, "<article "); cards != portion || !strings.HasPrefix(rest, "<summary>More, from number 201<") {
			t.Errorf("%d cards are not folded, and then: %.60s", cards, rest)
		}
	}
}

package check

import (
	"bytes"
	"context"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// What waits for the budget when the run ends is not reached, and nothing is said of it.
func TestLargePageOfALiveSiteWaits(t *testing.T) {
	t.Parallel()
	job, _ := openPages(t, map[string]string{"index.html": ""})
	a := newAsker(job, new(mishaps), newBounds(job), newPageBudget(2))
	held, err := a.inWork.admit(t.Context(), largePages)
	if err != nil {
		t.Fatal(err)
	}
	page := mustParse(t, "https://other.test/")
	read := func(ctx context.Context) *target {
		owner := newTarget(page.String(), page, false)
		resp := &fetch.Response{URL: page, Status: 200, HTML: true, Body: bytes.Repeat([]byte("<p id=a>"), smallPages/8)}
		a.readDocument(ctx, owner, task{target: owner, level: anchors}, resp, outcome{verdict: link.OK, status: 200})
		return owner
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if got := read(ctx); got.page != nil || got.outcome.reason != link.NotReached {
		t.Errorf("while another is read: %v, %q", got.page, got.outcome.reason)
	}
	a.inWork.leave(held)
	if got := read(t.Context()); got.page == nil || !got.page.has("a") || got.outcome.verdict != link.OK {
		t.Errorf("after it: %v, %q", got.page, got.outcome.verdict)
	}
	if held, err := a.inWork.admit(t.Context(), largePages); err != nil || held != largePages {
		t.Errorf("the budget is not given back: %d, %v", held, err)
	}
}

package target

import (
	"bytes"
	"context"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// What waits for the budget when the run ends is not reached, and nothing is said of it.
func TestLargePageOfALiveSiteWaits(t *testing.T) {
	t.Parallel()
	job, _ := checktest.OpenPages(t, map[string]string{"index.html": ""})
	a := New(job, new(check.Steps), check.NewBounds(job), check.NewPageBudget(2))
	held, err := a.inWork.Admit(t.Context(), check.LargePages)
	if err != nil {
		t.Fatal(err)
	}
	page := checktest.MustParse(t, "https://other.test/")
	read := func(ctx context.Context) *Target {
		owner := newTarget(page.String(), page, false)
		resp := &fetch.Response{URL: page, Status: 200, HTML: true, Body: bytes.Repeat([]byte("<p id=a>"), check.SmallPages/8)}
		a.readDocument(ctx, owner, Task{Target: owner, Level: LevelAnchors}, resp, check.Outcome{Verdict: link.OK, Status: 200})
		return owner
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if got := read(ctx); got.Page != nil || got.Outcome.Reason != link.NotReached {
		t.Errorf("while another is read: %v, %q", got.Page, got.Outcome.Reason)
	}
	a.inWork.Release(held)
	if got := read(t.Context()); got.Page == nil || !got.Page.Has("a") || got.Outcome.Verdict != link.OK {
		t.Errorf("after it: %v, %q", got.Page, got.Outcome.Verdict)
	}
	if held, err := a.inWork.Admit(t.Context(), check.LargePages); err != nil || held != check.LargePages {
		t.Errorf("the budget is not given back: %d, %v", held, err)
	}
}

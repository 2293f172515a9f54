package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestOutcomesInOrderAreShared holds that an outcome is kept as one of many only when it has
// nothing more to say.
func TestOutcomesInOrderAreShared(t *testing.T) {
	t.Parallel()
	good := Outcome{Verdict: link.OK, Status: 200}
	if good.Kept() != okOutcome {
		t.Error("an outcome without more to say is kept by itself")
	}
	for _, o := range []Outcome{
		{Verdict: link.Broken, Status: 200},
		{Verdict: link.OK, Status: 204},
		{Verdict: link.OK, Status: 200, Reason: link.NotFound},
		{Verdict: link.OK, Status: 200, Message: "it"},
		{Verdict: link.OK, Status: 200, Suggestion: "/"},
		{Verdict: link.OK, Status: 200, Redirects: []link.Redirect{{}}},
		{Verdict: link.OK, Status: 200, Protection: "it"},
		{Verdict: link.OK, Status: 200, Cut: true},
		{Verdict: link.OK, Status: 200, Soft404: true},
		{Verdict: link.OK, Status: 200, NoRoute: true},
		{Verdict: link.OK, Status: 200, NotRequested: true},
	} {
		if o.Kept() == okOutcome {
			t.Errorf("what is special is lost: %+v", o)
		}
	}
}

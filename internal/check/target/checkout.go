package target

import (
	"net/http"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// lookHereLocked settles t, which is new, if the checkout answers for it: a file that a change
// adds, or takes away, is not on the network yet, or still.
func (a *Checker) lookHereLocked(t *Target) bool {
	if a.job.Checkout == nil || t.Internal || t.IsAnswered() {
		return false
	}
	answer, ok := a.job.Checkout.Look(t.URL, a.job.FragmentSetting(t.Rule) == config.FragmentsAll)
	if !ok {
		return false
	}
	t.close(byCheckout)
	t.Outcome = check.Outcome{Verdict: link.OK}.Kept()
	switch {
	case answer.Missing != "" && !a.job.Accepts(http.StatusNotFound, t.URL):
		t.Outcome = check.Temper(check.Outcome{
			Verdict: link.Broken, Reason: link.NotFound, Message: answer.Missing, Suggestion: answer.Suggestion,
		}, t.Rule).Kept()
		a.job.Progress.Record(check.NotJudged, t.Outcome)
	case answer.Lines > 0:
		t.Page = &check.PageFacts{Rest: &check.MoreFacts{External: &check.ExternalFacts{Lines: answer.Lines}}}
	default:
		t.FixedFragment = true
	}
	return true
}

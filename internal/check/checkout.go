package check

import (
	"net/http"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// lookHere settles t, which is new, if the checkout answers for it: a file that a change
// adds, or takes away, is not on the network yet, or still.
func (a *asker) lookHere(t *target) bool {
	if a.job.Checkout == nil || t.internal || t.done != unasked {
		return false
	}
	answer, ok := a.job.Checkout.Look(t.url, a.job.fragments(t.rule) == config.FragmentsAll)
	if !ok {
		return false
	}
	t.here, t.asked, t.done = true, links, links
	t.outcome = outcome{verdict: link.OK}.kept()
	switch {
	case answer.Missing != "" && !a.job.accepts(http.StatusNotFound, t.url):
		t.outcome = temper(outcome{
			verdict: link.Broken, reason: link.NotFound, message: answer.Missing, suggestion: answer.Suggestion,
		}, t.rule).kept()
		if t.outcome.verdict == link.Broken {
			a.job.Progress.Broken.Add(1)
		}
	case answer.Lines > 0:
		t.page = &pageFacts{rest: &restOfFacts{foreign: &foreignFacts{lines: answer.Lines}}}
	default:
		t.fixedFragment = true
	}
	return true
}

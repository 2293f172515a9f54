package target

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// Report puts the targets that were requested, and that a link leads to, into a report.
func (a *Checker) Report(b *check.Builder) {
	a.judgeNames(b)
	a.judgeNetwork(b)
	a.judgeMachine(b)
	a.notePrivate(b)
	for t := range a.All() {
		if !t.Linked {
			continue
		}
		if !t.IsAnswered() {
			t.Outcome = check.NotReached
			held := t.Hold()
			held.Waiting.each(func(e WaitingLink) {
				if len(held.Faults) == 0 || a.bounds.AddOccurrence() {
					held.Faults = append(held.Faults, a.unpack(e))
				}
			})
		}
		a.results.keep(t)
		b.Count(*t.Outcome)
		name := a.job.DisplayName(t.URL, t.Internal)
		if t.Outcome.Verdict != link.OK && t.Outcome.Verdict != link.Skipped {
			b.Add(name, t.Internal, *t.Outcome, t.unsettled().Faults)
		}
		for fragment, occurrences := range t.unsettled().missing {
			lost := t.lost(fragment)
			lost.Suggestion = t.likely(name, fragment)
			b.Missing(name, t.Internal, lost, fragment, occurrences)
		}
	}
}

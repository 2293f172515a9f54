package check

import (
	"github.com/linkvet/linkvet/internal/link"
)

// report puts the targets that were requested, and that a link leads to, into a report.
func (a *asker) report(b *builder) {
	a.judgeNames(b)
	a.judgeNetwork(b)
	a.judgeMachine(b)
	for t := range a.all() {
		if !t.linked {
			continue
		}
		if t.done == unasked {
			t.outcome = notReached
			held := t.hold()
			held.waiting.each(func(e entry) {
				if len(held.faults) == 0 || a.bounds.keeps() {
					held.faults = append(held.faults, a.unpack(e))
				}
			})
		}
		a.recall.keep(t)
		b.count(*t.outcome)
		name := a.job.display(t.url, t.internal)
		if t.outcome.verdict != link.OK && t.outcome.verdict != link.Skipped {
			b.add(name, t.internal, *t.outcome, t.unsettled().faults)
		}
		for fragment, mentions := range t.unsettled().missing {
			o := t.lost(fragment)
			o.suggestion = t.likely(name, fragment)
			b.missing(name, t.internal, o, fragment, mentions)
		}
	}
}

package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// isKept notes that a page lacks a fragment, and reports whether there is room for one
// more link to it.
func (a *asker) isKept(t *target, fragment string) bool {
	if _, known := t.unsettled().missing[fragment]; known {
		return a.bounds.keeps()
	}
	return a.bounds.finding()
}

// placeFragment does the same for what a link asks of a page that exists.
func (a *asker) placeFragment(t *target, m mention) {
	switch {
	case t.page != nil && t.page.indicates(m.fragment):
	case t.forward != nil, t.done < anchors && t.asked >= anchors:
		held := t.hold()
		held.pending = append(held.pending, m)
	case t.page != nil && a.isKept(t, m.fragment):
		t.miss(m)
	}
}

// judgePending judges the fragments that had to wait until all pages were read.
func (a *asker) judgePending() {
	a.settleKnown()
	for t := range a.all() {
		if t.done != unasked {
			// The run may have ended before more of it was answered.
			a.judgeWaiting(t)
		}
		if t.held == nil {
			continue
		}
		for _, m := range t.held.pending {
			if !t.leadsTo(m.fragment) {
				t.miss(m)
			}
		}
		t.held.pending = nil
	}
}

// settle notes what became of t, and judges the links that waited for it, unless
// more was claimed of it meanwhile: what asks for the most of a page decides, and
// not what is answered first.
func (a *asker) settle(t *target, at level, result outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.done == unasked || at > t.done && t.mayTurn(result) {
		result = temper(result, t.rule)
		if result.verdict == link.Broken && t.outcome.verdict != link.Broken {
			a.job.Progress.Broken.Add(1)
		}
		t.outcome = result.kept()
	}
	t.done = max(t.done, at)
	if !t.isOpen() {
		a.judgeWaiting(t)
	}
}

// judgeWaiting judges the links that waited for t.
func (a *asker) judgeWaiting(t *target) {
	if t.held == nil {
		return
	}
	waiting, pending := t.held.waiting, t.held.pending
	t.held.waiting, t.held.pending = nil, nil
	t.letGo()
	waiting.each(func(e entry) {
		if !t.satisfies(e.fragment) {
			a.judge(t, a.unpack(e))
		}
	})
	for _, m := range pending {
		a.placeFragment(t, m)
	}
}

// unpack makes of e what the report needs of it.
func (a *asker) unpack(e entry) mention {
	m := mention{page: e.page, index: e.index, fragment: strings.Clone(e.fragment)}
	if e.seen.line > 0 {
		m.at = a.reader.occurrence(e)
	}
	return m
}

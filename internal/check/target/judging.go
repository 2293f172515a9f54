package target

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
)

// isKeptLocked notes that a page lacks a fragment, and reports whether there is room for one
// more link to it.
func (a *Checker) isKeptLocked(t *Target, fragment string) bool {
	_, known := t.unsettled().missing[fragment]
	return !known || a.bounds.AddOccurrence()
}

// placeFragmentLocked does the same for what a link asks of a page that exists.
func (a *Checker) placeFragmentLocked(t *Target, m check.OccurrenceRef) {
	switch {
	case t.Page != nil && t.Page.Indicates(m.Fragment):
	case t.FragmentPage != nil, t.answered < LevelAnchors && t.claimed >= LevelAnchors:
		held := t.Hold()
		held.pending = append(held.pending, m)
	case t.Page != nil && a.isKeptLocked(t, m.Fragment):
		t.miss(m)
	}
}

// JudgePending judges the fragments that had to wait until all pages were read.
func (a *Checker) JudgePending() {
	a.settleCached()
	for t := range a.All() {
		if t.IsAnswered() {
			// The run may have ended before the rest was answered.
			a.judgeWaitingLocked(t)
		}
		if t.Held == nil {
			continue
		}
		for _, m := range t.Held.pending {
			if !t.leadsTo(m.Fragment) {
				t.miss(m)
			}
		}
		t.Held.pending = nil
	}
}

// settle records the outcome of t, and judges the links that waited for it, unless a higher
// level was claimed meanwhile. The highest level decides, and not the first answer.
func (a *Checker) settle(t *Target, at Level, result check.Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !t.IsAnswered() || at > t.answered && t.mayReplace(result) {
		result = check.Temper(result, t.Rule)
		a.job.Progress.Record(t.Outcome, &result)
		t.Outcome = result.Kept()
	}
	t.answer(at)
	if !t.IsOpen() {
		a.judgeWaitingLocked(t)
	}
}

// judgeWaitingLocked judges the links that waited for t.
func (a *Checker) judgeWaitingLocked(t *Target) {
	if t.Held == nil {
		return
	}
	waiting, pending := t.Held.Waiting, t.Held.pending
	t.Held.Waiting, t.Held.pending = nil, nil
	t.letGo()
	waiting.each(func(e WaitingLink) {
		if !t.Satisfies(e.Fragment) {
			a.JudgeLocked(t, a.unpack(e))
		}
	})
	for _, m := range pending {
		a.placeFragmentLocked(t, m)
	}
}

// unpack makes of e what the report needs of it.
func (a *Checker) unpack(e WaitingLink) check.OccurrenceRef {
	m := check.OccurrenceRef{Page: e.Page, Index: e.index, Fragment: strings.Clone(e.Fragment)}
	if e.Seen.Line > 0 {
		m.At = a.Reader.OccurrenceLocked(e)
	}
	return m
}

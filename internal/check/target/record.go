package target

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// RecordLink writes a link to an external target to facts, so that a merge requests the
// target and judges the link. fragment is what the link asks of it; empty when that is
// nothing, or is not to be judged. It is safe for concurrent use.
//
// The record has the URL as its key. Its value is the whole URL if that is too long for a
// key, else "", the fragment, and the place.
func RecordLink(w *facts.Writer, u weburl.URL, fragment string, at *link.Occurrence) {
	name := u.Document().String()
	key, isCut := check.FactKey(name)
	var e facts.Encoder
	appendName(&e, name, isCut)
	check.AppendText(&e, fragment)
	check.AppendOccurrence(&e, at)
	w.Add(facts.External, key, e.Bytes())
}

// appendName appends a name that is too long for its key, or nothing.
func appendName(e *facts.Encoder, name string, isCut bool) {
	if !isCut {
		name = ""
	}
	if len(name) > maxName {
		// No server answers for it. The letter keeps what is cut from ending in dots, which
		// the URL standard would resolve.
		name = name[:maxName] + "x"
	}
	e.String(name)
}

// maxName is how many bytes of a URL are kept.
const maxName = 1 << 20

// KeepAnswers writes what became of the external targets of this run to facts, and what it
// found out about the network, so that no merge has to request them again. Call it after
// JudgePending and before Report, which changes outcomes by what the whole run found.
func (a *Checker) KeepAnswers(w *facts.Writer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var e facts.Encoder
	found, failed := a.lookedUp()
	n := networkFacts{found: found - a.network.found, failed: failed - a.network.failed, isConnected: a.isConnected.Load()}
	n.append(&e)
	w.Add(facts.Answers, nil, e.Bytes())
	for name, t := range a.external {
		if !t.Linked || t.IsOpen() || t.closedBy == byRule || t.closedBy == byFacts || t.Outcome.Reason == link.NotReached {
			continue
		}
		name = a.job.Masked(name)
		key, isCut := check.FactKey(name)
		e.Reset()
		appendName(&e, name, isCut)
		a.answerLocked(t).append(&e)
		w.Add(facts.Answers, key, e.Bytes())
	}
}

// answerLocked is what a merge has to know of an external target.
func (a *Checker) answerLocked(t *Target) *answer {
	isForAll := !t.Outcome.Good() || t.FixedFragment && t.closedBy != byCache || t.Page == nil && t.answered >= LevelAnchors
	r := &answer{outcome: a.job.MaskedOutcome(*t.Outcome), isForAll: isForAll}
	if r.isForAll {
		return r
	}
	name := t.URL.Redacted()
	r.fragments = map[string]*check.Outcome{}
	for fragment := range a.asked[t] {
		var lost *check.Outcome
		if !t.leadsTo(fragment) {
			o := t.lost(fragment)
			o.Suggestion = t.likely(name, fragment)
			o = a.job.MaskedOutcome(o)
			lost = &o
		}
		r.fragments[a.job.Masked(fragment)] = lost
	}
	return r
}

package check

import "github.com/linkvet/linkvet/internal/link"

// A large site has a target for each of its pages, nearly all of which are in order
// and have no link to show. So what others have is apart from them: a target takes
// half the memory.

// unjudged is the outcome of a target that was not answered, which becomes notReached
// when the run ends first, leftOut that of one in a series without an end, and inOrder
// that of most others. They are shared, and no outcome of a target is changed in place.
var (
	unjudged   = &outcome{}
	notReached = &outcome{verdict: link.Unverified, reason: link.NotReached, message: "the run ended before this was checked"}
	leftOut    = &outcome{verdict: link.Skipped, reason: link.Excluded}
	inOrder    = &outcome{verdict: link.OK, status: 200}
)

// kept returns o as a target keeps it.
func (o outcome) kept() *outcome {
	if o.isInOrder() {
		return inOrder
	}
	return &o
}

// isInOrder reports whether there is no more to say of o than of inOrder.
func (o *outcome) isInOrder() bool {
	return o.verdict == inOrder.verdict && o.status == inOrder.status && o.reason == "" && o.message == "" && o.suggestion == "" &&
		o.redirects == nil && o.protection == "" && !o.cut && !o.soft && !o.noWay && !o.unasked
}

// heldLinks are the links to one target that were not judged yet, or that something
// is wrong with.
type heldLinks struct {
	// waiting are links that cannot be judged yet, pending those of a good target
	// whose fragment cannot be, faults those of a target that is not ok, missing
	// those of a good one whose fragment does not exist.
	waiting ledger
	pending []mention
	faults  []mention
	missing map[string][]mention
}

// hold returns the links that t holds, to add to them.
func (t *target) hold() *heldLinks {
	if t.held == nil {
		t.held = &heldLinks{}
	}
	return t.held
}

// unsettled returns the links that t holds, to look at them.
func (t *target) unsettled() heldLinks {
	if t.held == nil {
		return heldLinks{}
	}
	return *t.held
}

// letGo gives the memory back of what t does not hold any more.
func (t *target) letGo() {
	if h := t.held; h != nil && h.waiting == nil && h.pending == nil && h.faults == nil && h.missing == nil {
		t.held = nil
	}
}

package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Target is one document that is requested over HTTP, for any number of links to it. The
// checker's lock guards all of its fields but URL and Internal.
type Target struct {
	URL      weburl.URL
	Internal bool
	// State is how far the target is.
	State
	// Linked is whether a link leads here: what nothing links to, such as the
	// start page, is no target of the report.
	Linked bool
	// Follow is whether a link of the kind that leads to pages leads here.
	Follow bool
	// Holds is what the links that lead here say that it holds besides, such as a
	// style sheet; NoKind for most.
	Holds link.Kind
	// Placed is whether it has one of the places of max-pages, or of its series.
	Placed bool
	// FixedFragment is true if a redirect names a fragment, or leads where fragments are
	// not looked up.
	FixedFragment bool
	// Queued is whether t waits for such a place.
	Queued bool
	// indicated is whether a link asks for a fragment of it.
	indicated bool
	// looked is whether its fragments were looked up, or it is known to be no page.
	looked bool
	// IsHTML is true if the answer's media type is HTML, for any name of the file.
	IsHTML bool
	// Depth counts the clicks from the start page.
	Depth int32
	// Out are the targets that the page's own links lead to. It is kept only under
	// max-depth and for an inventory, where a shorter way that is found late matters.
	Out []*Target
	// Rule is the one that holds for it; nil for none.
	Rule *config.Rule
	// Outcome is never nil, and never changed in place: see kept.
	Outcome *check.Outcome
	// Page is what is known of the document once it was read as HTML.
	Page *check.PageFacts
	// FragmentPage is the page on which fragments are looked up instead.
	FragmentPage *Target
	// Held are the links to it that are not settled; nil when there are none.
	Held *heldLinks
}

// Least is the level that the links which wait for t cannot do without.
func (t *Target) Least() Level {
	if !t.IsAnswered() && t.indicated {
		return LevelAnchors
	}
	return LevelAnswer
}

// mayReplace reports whether the answer to a second request for t, which asked for more of
// it, replaces the first. A failure does only when a link needs it. A request that was not
// sent never replaces an answer.
func (t *Target) mayReplace(result check.Outcome) bool {
	if result.Reason == link.NotReached {
		return false
	}
	held := t.unsettled()
	return result.Verdict == link.OK || len(held.Waiting)+len(held.pending)+len(held.Faults) > 0
}

// Satisfies reports whether nothing is wrong with a link to t, which was answered,
// so that the link can be forgotten.
func (t *Target) Satisfies(fragment string) bool {
	return t.Outcome.Verdict == link.OK &&
		(fragment == "" || t.FixedFragment || t.Page != nil && t.Page.Indicates(fragment))
}

// Unreached is the depth of what no way from the start page is known to.
const Unreached = 1 << 30

// leadsTo reports whether fragment points at something on t or on the pages that
// it redirects or refreshes to. A page that was not read gets the benefit of the doubt,
// unless its meta refresh leads to a page that does not exist: readers stay there then.
func (t *Target) leadsTo(fragment string) bool {
	for range check.MaxFragmentHops {
		if t.FixedFragment || t.Page != nil && t.Page.Indicates(fragment) {
			return true
		}
		if t.FragmentPage == nil || t.Page != nil && t.FragmentPage.isMissing() {
			return t.Page == nil
		}
		t = t.FragmentPage
	}
	return true
}

// isMissing reports whether t was requested and is not there.
func (t *Target) isMissing() bool {
	return t.IsAnswered() && t.Outcome.Verdict == link.Broken
}

// miss notes a link whose fragment does not exist.
func (t *Target) miss(m check.OccurrenceRef) {
	held := t.Hold()
	if held.missing == nil {
		held.missing = map[string][]check.OccurrenceRef{}
	}
	held.missing[m.Fragment] = append(held.missing[m.Fragment], m)
}

// lost is the outcome for a fragment that is not on t.
func (t *Target) lost(fragment string) check.Outcome {
	o := check.LostFragment(fragment, t.Outcome.Status)
	if t.closedBy == byCheckout {
		o.Message = fmt.Sprintf("the file has only %d lines in this repository's checkout", t.Page.External().Lines)
	}
	if t.Page != nil && t.Page.External() != nil && t.Page.External().Built {
		o.Verdict = link.Unverified
		o.Message = fmt.Sprintf("no element with id %q in the HTML, but a script may add it in a browser", weburl.Unescape(fragment))
	}
	return check.Temper(o, t.Rule)
}

// likely is the link to the page t of that name with the fragment that the author perhaps
// meant instead of a missing one; empty when none is known. It only compares spellings, as
// the texts of anchors are not kept.
func (t *Target) likely(name, fragment string) string {
	if t.Page == nil || t.FragmentPage != nil {
		return ""
	}
	id := suggest.Variant(fragment, t.Page.Has)
	right := weburl.EscapeFragment(id)
	if id == "" || right == fragment || !t.Page.Indicates(right) {
		return ""
	}
	return name + "#" + right
}

// Restore settles t, which is new, as another run left it: with the outcome of an answer at
// a level.
func (t *Target) Restore(at Level, o check.Outcome) {
	t.State = State{claimed: at, answered: at}
	t.Outcome = o.Kept()
}

// IsJudgedByRule reports whether a rule settled t without a request.
func (t *Target) IsJudgedByRule() bool { return t.closedBy == byRule }

// LeaveLocked settles a target that is not to be requested, nor its links to be judged.
func (t *Target) LeaveLocked() {
	t.close(byTrap)
	t.Outcome = check.LeftOut
	if t.Held != nil {
		t.Held.Waiting, t.Held.pending = nil, nil
		t.letGo()
	}
}

// A large site has a target for each of its pages. Nearly all are ok and have no link to
// show, so fields that only the others need are in a separate struct: a target takes half
// the memory.

// heldLinks are the links to one target that were not judged yet, or that something
// is wrong with.
type heldLinks struct {
	// Waiting are links that cannot be judged yet, pending those of a good target
	// whose fragment cannot be, faults those of a target that is not ok, missing
	// those of a good one whose fragment does not exist.
	Waiting packedQueue
	pending []check.OccurrenceRef
	Faults  []check.OccurrenceRef
	missing map[string][]check.OccurrenceRef
}

// Hold returns the links that t holds, to add to them.
func (t *Target) Hold() *heldLinks {
	if t.Held == nil {
		t.Held = &heldLinks{}
	}
	return t.Held
}

// unsettled returns the links that t holds, to look at them.
func (t *Target) unsettled() heldLinks {
	if t.Held == nil {
		return heldLinks{}
	}
	return *t.Held
}

// letGo gives the memory back of what t does not hold any more.
func (t *Target) letGo() {
	if h := t.Held; h != nil && h.Waiting == nil && h.pending == nil && h.Faults == nil && h.missing == nil {
		t.Held = nil
	}
}

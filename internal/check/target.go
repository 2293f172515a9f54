package check

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// level is how much of a target is asked for. Each includes those before it.
type level int8

const (
	// unasked: nothing yet.
	unasked level = iota
	// answer: whether it exists.
	answer
	// anchors: its page, for its anchors.
	anchors
	// links: its page, for anchors and links. Only pages of a live site.
	links
)

// target is one document that is asked for over HTTP, however many links lead
// to it. The checker's lock guards all of its fields but url and internal.
type target struct {
	url      weburl.URL
	internal bool
	// asked is the highest level that was claimed, done the highest that was
	// answered.
	asked, done level
	// linked is whether a link leads here: what nothing links to, such as the
	// start page, is no target of the report.
	linked bool
	// follow is whether a link of the kind that leads to pages leads here.
	follow bool
	// holds is what the links that lead here say that it holds besides, such as a
	// style sheet; NoKind for most.
	holds link.Kind
	// placed is whether it has one of the places of max-pages.
	placed bool
	// fixedFragment is whether a redirect brought a fragment of its own, or leads
	// where fragments are not looked up.
	fixedFragment bool
	// queued is whether t waits for its turn under max-pages.
	queued bool
	// indicated is whether a link asks for a fragment of it.
	indicated bool
	// looked is whether its fragments were looked up, or it is known to be no page.
	looked bool
	// recalled is whether its outcome is that of an earlier run, and nobody asks.
	recalled bool
	// here is whether the checkout answered for it, and nobody asks.
	here bool
	// typed is whether its answer said that it is HTML, whatever its name says.
	typed bool
	// depth counts the clicks from the start page.
	depth int32
	// out are the targets that the page's own links lead to. It is kept only under
	// max-depth and for an inventory, where a shorter way that is found late matters.
	out []*target
	// rule is the one that holds for it; nil for none.
	rule *config.Rule
	// outcome is never nil, and never changed in place: see kept.
	outcome *outcome
	// page is what is known of the document once it was read as HTML.
	page *pageFacts
	// forward is the page on which fragments are looked up instead.
	forward *target
	// series is where it stands in a series of pages; nil when it is of none.
	series *seriesPlace
	// held are the links to it that are not settled; nil when there are none.
	held *heldLinks
}

// least is the level that the links which wait for t cannot do without.
func (t *target) least() level {
	if t.done == unasked && t.indicated {
		return anchors
	}
	return answer
}

// isOpen reports whether an answer is still to come on which links to t depend.
func (t *target) isOpen() bool { return t.done == unasked || t.done < t.asked }

// mayTurn reports whether the answer to a second request for t, which asked for more
// of it, takes the place of the first. A failure does only when there is a link to
// show for it, and what kept the request from being sent is none.
func (t *target) mayTurn(result outcome) bool {
	if result.reason == link.NotReached {
		return false
	}
	held := t.unsettled()
	return result.verdict == link.OK || len(held.waiting)+len(held.pending)+len(held.faults) > 0
}

// satisfies reports whether nothing is wrong with a link to t, which was answered,
// so that the link can be forgotten.
func (t *target) satisfies(fragment string) bool {
	return t.outcome.verdict == link.OK &&
		(fragment == "" || t.fixedFragment || t.page != nil && t.page.indicates(fragment))
}

// unreached is the depth of what no way from the start page is known to.
const unreached = 1 << 30

// leadsTo reports whether fragment points at something on t or on the pages that
// it forwards to. What was not read is given the benefit of the doubt.
func (t *target) leadsTo(fragment string) bool {
	for range maxForwards {
		if t.fixedFragment || t.page != nil && t.page.indicates(fragment) {
			return true
		}
		if t.forward == nil {
			return t.page == nil
		}
		t = t.forward
	}
	return true
}

// miss notes a link whose fragment does not exist.
func (t *target) miss(m mention) {
	held := t.hold()
	if held.missing == nil {
		held.missing = map[string][]mention{}
	}
	held.missing[m.fragment] = append(held.missing[m.fragment], m)
}

// lost is the outcome for a fragment that is not on t.
func (t *target) lost(fragment string) outcome {
	o := lostFragment(fragment, t.outcome.status)
	if t.here {
		o.message = fmt.Sprintf("the file has %d lines in this repository's checkout", t.page.foreign().lines)
	}
	if t.page != nil && t.page.foreign() != nil && t.page.foreign().built {
		o.verdict = link.Unverified
		o.message = fmt.Sprintf("no element with id %q in the page as it is served, but scripts add to it in a browser", weburl.Unescape(fragment))
	}
	return temper(o, t.rule)
}

// likely is the link to the page t of that name with the fragment that was
// perhaps meant instead of one that does not exist; empty when none is known. The
// texts of a page's anchors are not kept, so that only other spellings are tried.
func (t *target) likely(name, fragment string) string {
	if t.page == nil || t.forward != nil {
		return ""
	}
	id := suggest.Variant(fragment, t.page.has)
	right := weburl.EscapeFragment(id)
	if id == "" || right == fragment || !t.page.indicates(right) {
		return ""
	}
	return name + "#" + right
}

// leave settles a target that is not to be requested, nor its links to be judged.
func (t *target) leave() {
	t.asked, t.done = links, links
	t.outcome = leftOut
	if t.held != nil {
		t.held.waiting, t.held.pending = nil, nil
		t.letGo()
	}
}

// A large site has a target for each of its pages, nearly all of which are in order
// and have no link to show. So what others have is apart from them: a target takes
// half the memory.

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

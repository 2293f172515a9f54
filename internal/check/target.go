package check

import (
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
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
// to it. The asker's mutex guards all of its fields but url and internal.
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

// isOpen tells whether an answer is still to come on which links to t depend.
func (t *target) isOpen() bool { return t.done == unasked || t.done < t.asked }

// mayTurn tells whether the answer to a second request for t, which asked for more
// of it, takes the place of the first. A failure does only when there is a link to
// show for it, and what kept the request from being sent is none.
func (t *target) mayTurn(result outcome) bool {
	if result.reason == link.NotReached {
		return false
	}
	held := t.unsettled()
	return result.verdict == link.OK || len(held.waiting)+len(held.pending)+len(held.faults) > 0
}

// satisfies tells whether nothing is wrong with a link to t, which was answered,
// so that the link can be forgotten.
func (t *target) satisfies(fragment string) bool {
	return t.outcome.verdict == link.OK &&
		(fragment == "" || t.fixedFragment || t.page != nil && t.page.indicates(fragment))
}

// unreached is the depth of what no way from the start page is known to.
const unreached = 1 << 30

// maxForwards bounds how many pages that forward to another are followed for
// one fragment.
const maxForwards = 10

// leadsTo tells whether fragment points at something on t or on the pages that
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

// noMap is the outcome for an image whose map does not exist.
func noMap() outcome {
	return outcome{verdict: link.Broken, reason: link.FragmentNotFound, message: "page has no map of that name"}
}

// mention is one link to a target that was answered, and with which something is
// wrong, or may be.
type mention struct {
	// page and index number the file and the link in it, directory mode: what
	// the report shows of it is read again when it is needed.
	page, index int32
	// at is what the report shows, live mode.
	at *link.Occurrence
	// fragment is what the link asks of its target; empty when that is nothing,
	// or is not to be judged.
	fragment string
}

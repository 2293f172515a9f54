package target

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Target is one document that is requested over HTTP, for any number of links to it. The
// checker's lock guards all of its fields but URL and Internal. A run has up to a million of
// them, and nearly all are ok, with no link to show.
type Target struct {
	URL      weburl.URL
	Internal bool
	// Linked is whether a link leads here: what nothing links to, such as the start page, is
	// no target of the report.
	Linked bool
	// FixedFragment is true if a redirect names a fragment, or leads where fragments are not
	// looked up.
	FixedFragment bool
	// Holds is what the links that lead here say that it holds, such as a style sheet;
	// NoKind for most.
	Holds link.Kind
	// State is how far the target is.
	State
	// Rule is the one that holds for it; nil for none.
	Rule *config.Rule
	// Outcome is never nil, and never changed in place: see Outcome.Kept.
	Outcome *check.Outcome
	// Page is what is known of the document once it was read as HTML.
	Page *page.Facts
	// FragmentPage is the page on which fragments are looked up instead.
	FragmentPage *Target
	// links are those that wait for an answer, or that something is wrong with.
	links links
	// Crawled is nil for what is not on a live site.
	*Crawled
}

// Crawled is what a crawl notes of a page of its site.
type Crawled struct {
	// Follow is whether a link of the kind that leads to pages leads here.
	Follow bool
	// IsHTML is true if the answer's media type is HTML, for any name of the file.
	IsHTML bool
	// Placed is whether it has one of the places of max-pages, or of its series, and Queued
	// whether it waits for one.
	Placed, Queued bool
	// Depth counts the clicks from the start page, and Chain how many pages with URLs of the same
	// shape led here one after the other.
	Depth, Chain int32
	// Out are the targets that the page's own links lead to. It is kept only under max-depth
	// and for an inventory, where a shorter way that is found late matters.
	Out []*Target
}

// Unreached is the depth of what no way from the start page is known to.
const Unreached = 1 << 30

// State is how far a target is:
//
//	new ── Claim ──> claimed ── answer ──> answered ── Claim more ──> claimed
//	 └──── close ──> closed: its outcome is known without a request     ── reopen ──┘
//
// A target has one outcome. It is final, and its links can be judged, when the target is not
// open: it was answered at the level that was claimed, or closed.
type State struct {
	// Claimed and Answered are the highest levels that were claimed and answered. wanted is the
	// most that a link asks for; less is claimed while the target waits for a place under
	// max-pages.
	wanted, Claimed, Answered Level
	// isClosed is whether it is decided without a request: by a rule, the checkout, the cache, or
	// as one page too many of a series.
	isClosed bool
}

// Level is how much of a target is requested. Each level includes those before it.
type Level int8

const (
	// NoLevel: nothing yet.
	NoLevel Level = iota
	// LevelAnswer: whether it exists.
	LevelAnswer
	// LevelAnchors: its page, for its anchors.
	LevelAnchors
	// LevelLinks: its page, for anchors and links. Only pages of a live site.
	LevelLinks
)

// Claim asks for a level, and reports whether that is more than before.
func (s *State) Claim(at Level) bool {
	if s.Claimed >= at {
		return false
	}
	s.Claimed = at
	return true
}

// close answers all levels at once.
func (s *State) close() { *s = State{Claimed: LevelLinks, Answered: LevelLinks, isClosed: true} }

// Least returns the level that the links which wait for a target cannot do without.
func (s *State) Least() Level { return max(s.wanted, LevelAnswer) }

// IsAnswered reports whether there is an outcome at any level.
func (s *State) IsAnswered() bool { return s.Answered != NoLevel }

// IsOpen reports whether an answer is still to come on which links to the target depend.
func (s *State) IsOpen() bool { return !s.IsAnswered() || s.Answered < s.Claimed }

// LeaveLocked settles a target that is not to be requested, nor its links to be judged.
func (t *Target) LeaveLocked() {
	t.close()
	t.Outcome, t.links = check.LeftOut, nil
}

// satisfies reports whether nothing is wrong with a link to t, which was answered, and
// nothing that is read later can change that, so that the link can be forgotten.
func (t *Target) satisfies(fragment string) bool {
	switch {
	case t.Outcome.Verdict == link.Skipped:
		return true
	case t.Outcome.Verdict != link.OK:
		return false
	case fragment == "", t.FixedFragment:
		return true
	case t.Page == nil:
		return t.FragmentPage == nil && t.Answered >= t.Claimed
	}
	return t.Page.Indicates(fragment)
}

// leadsTo reports whether fragment points at something on t or on the pages that it redirects
// or refreshes to. A page that was not read gets the benefit of the doubt, unless its meta
// refresh leads to a page that does not exist: readers stay there then.
func (t *Target) leadsTo(fragment string) bool {
	for range check.MaxFragmentHops {
		if t.FixedFragment || t.Page != nil && t.Page.Indicates(fragment) {
			return true
		}
		if t.FragmentPage == nil || t.Page != nil && t.FragmentPage.IsAnswered() && t.FragmentPage.Outcome.Verdict == link.Broken {
			return t.Page == nil
		}
		t = t.FragmentPage
	}
	return true
}

// lost is the outcome for a fragment that is not on t, which the report calls name. The suggestion
// only compares spellings, as the texts of anchors are not kept.
func (t *Target) lost(name, fragment string) check.Outcome {
	o := check.LostFragment(fragment, t.Outcome.Status)
	if t.Page == nil {
		return check.Temper(o, t.Rule)
	}
	switch external := t.Page.External(); {
	case external == nil:
	case external.IsWall:
		o.Verdict, o.Reason, o.Message = link.Unverified, link.Blocked, "asks for a login, so its anchors are unknown"
	case external.Built:
		o.Verdict = link.Unverified
		o.Message = fmt.Sprintf("no element with id %q in the HTML, but a script may add it in a browser", weburl.Unescape(fragment))
	}
	o = check.Temper(o, t.Rule)
	id := suggest.Variant(fragment, t.Page.Has)
	if right := weburl.EscapeFragment(id); t.FragmentPage == nil && id != "" && right != fragment && t.Page.Indicates(right) {
		o.Suggestion = name + "#" + right
	}
	return o
}

// WaitingLink is one link to a target.
type WaitingLink struct {
	// Page numbers the document that holds the link, and index the link in it (directory mode).
	Page, index int32
	// Fragment is what the link asks for.
	Fragment string
	// What follows is of a document that cannot be read again (live mode). Line and Column are
	// 1-based, and 0 in directory mode; Origin is the crawl's number of an element and attribute.
	Line, Column int
	Origin       int32
	Raw, Text    string
}

// links are links to one target, packed one behind the other. A crawl has hundreds of thousands
// of links that wait for an answer, and most are ok and dropped: packed they need a quarter of
// the memory of occurrences, and contain no pointer for the garbage collector to follow.
type links []byte

// add appends e: the length of what follows, that of the fragment, and the rest. The fragment is
// at the end, where that of nearly all ends what the author wrote.
func (q *links) add(e WaitingLink) {
	entry := appendNumbers(make([]byte, 0, 256), len(e.Fragment), int(e.Page), int(e.index), e.Line)
	if e.Line > 0 {
		entry = appendNumbers(entry, e.Column, int(e.Origin))
		entry = appendText(appendText(entry, e.Text), e.Raw)
	}
	if e.Line == 0 || !strings.HasSuffix(e.Raw, e.Fragment) {
		entry = append(entry, e.Fragment...)
	}
	*q = slices.Grow(*q, binary.MaxVarintLen64+len(entry))
	*q = append(appendNumbers(*q, len(entry)), entry...)
}

// all are the fragments of the links and the packed links, in the order in which they were added.
func (q links) all() iter.Seq2[string, []byte] {
	return func(yield func(fragment string, entry []byte) bool) {
		for rest := []byte(q); len(rest) > 0; {
			size, n := binary.Uvarint(rest)
			length, _ := binary.Uvarint(rest[n:])
			entry := rest[:n+int(size)]
			rest = rest[len(entry):]
			if !yield(string(entry[len(entry)-int(length):]), entry) {
				return
			}
		}
	}
}

// unpack returns the link of one of all. It shares no memory with it.
func unpack(entry []byte) WaitingLink {
	number := func() int {
		n, size := binary.Uvarint(entry)
		entry = entry[size:]
		return int(n)
	}
	text := func() string {
		n := number()
		s := string(entry[:n])
		entry = entry[n:]
		return s
	}
	number() // its length
	length := number()
	e := WaitingLink{Fragment: string(entry[len(entry)-length:]), Page: int32(number()), index: int32(number())}
	if e.Line = number(); e.Line > 0 {
		e.Column, e.Origin = number(), int32(number())
		e.Text, e.Raw = text(), text()
	}
	return e
}

func appendNumbers(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

func appendText(b []byte, s string) []byte { return append(appendNumbers(b, len(s)), s...) }

package dir

import (
	"encoding/binary"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// ask is a link that can be judged only when all pages are read: its fragment is on a page that
// was not read yet, or that has no anchor of just that hash; or its target is there only if the
// host serves pages without their ".html". A large site has very many of them.
type ask struct {
	page, index int32
	place       int32
	// hash is that of the fragment as it stands, and decoded that of the fragment decoded, which
	// is the same for most; both are 0 for a link that asks for the page.
	hash, decoded uint64
}

func askFor(m check.OccurrenceRef, place int32, fragment string) ask {
	a := ask{page: m.Page, index: m.Index, place: place, hash: scan.HashAnchor(fragment)}
	if a.decoded = a.hash; strings.IndexByte(fragment, '%') >= 0 {
		a.decoded = scan.HashAnchor(weburl.Unescape(fragment))
	}
	return a
}

// isOn reports whether a page has the anchor, as far as hashes tell.
func (a *ask) isOn(p *check.PageFacts) bool {
	return p.IsCut() || p.HasHash(a.hash) || a.decoded != a.hash && p.HasHash(a.decoded)
}

// askList keeps asks in pieces of bytes, so that it can grow without being copied: some 14
// bytes each, as those of one page follow each other.
type askList struct {
	pieces [][]byte
	last   ask // the one that was added last
}

const (
	askPiece = 64 << 10
	// maxAsk is how many bytes an ask takes at most: three numbers and two hashes.
	maxAsk = 3*binary.MaxVarintLen64 + 2*8
)

func (l *askList) add(a ask) {
	n := len(l.pieces) - 1
	if n < 0 || len(l.pieces[n]) > askPiece-maxAsk {
		l.pieces = append(l.pieces, make([]byte, 0, askPiece))
		n++
	}
	p := binary.AppendVarint(l.pieces[n], int64(a.page-l.last.page))
	p = binary.AppendVarint(p, int64(a.index-l.last.index))
	both := int64(0)
	if a.decoded != a.hash {
		both = 1
	}
	p = binary.AppendVarint(p, int64(a.place)<<1|both)
	p = binary.LittleEndian.AppendUint64(p, a.hash)
	if both == 1 {
		p = binary.LittleEndian.AppendUint64(p, a.decoded)
	}
	l.pieces[n], l.last = p, a
}

// each calls do for each ask in the order in which they were added.
func (l *askList) each(do func(ask)) {
	var a ask
	for _, p := range l.pieces {
		number := func() int64 {
			value, n := binary.Varint(p)
			p = p[n:]
			return value
		}
		hash := func() uint64 {
			value := binary.LittleEndian.Uint64(p)
			p = p[8:]
			return value
		}
		for len(p) > 0 {
			a.page += int32(number())
			a.index += int32(number())
			place := number()
			a.place, a.hash = int32(place>>1), hash()
			if a.decoded = a.hash; place&1 == 1 {
				a.decoded = hash()
			}
			do(a)
		}
	}
}

// isThere reports whether a fragment needs no finding: the page in a file was read by now and has
// it, or fragments are not checked.
func (r *worker) isThere(file int32, fragment string) bool {
	if r.job.Config.Fragments == config.FragmentsNone && r.job.Rules == nil || !r.kinds[file].HasAnchors() {
		return true
	}
	facts := r.facts.Of(file)
	return facts != nil && facts.HasHash(scan.HashAnchor(fragment))
}

// asksFor reports whether a link to a place that exists asks for a fragment that
// is to be looked up, if it is a page.
func (r *worker) asksFor(l *link.Link, place int32, fragment string) bool {
	if r.job.IsOtherShare() {
		return false
	}
	d := check.Destination{Fragment: fragment, Internal: true}
	if r.job.Rules != nil {
		d.Rule = r.job.RuleNamed(r.targets.name(place))
	}
	// What is known of the link costs less than to look at another file.
	return r.job.JudgesFragment(&d) &&
		(check.JudgesPlace(l, fragment) || r.kinds[r.targets.file(place)] != link.SVGKind)
}

// freshAsks is how many asks are judged together: 10 kB of them.
const freshAsks = 256

// ask notes a link that asks for a fragment.
func (r *worker) ask(a ask) {
	if r.fresh = append(r.fresh, a); len(r.fresh) == freshAsks {
		r.sift()
	}
}

// sift judges the fresh asks whose pages have the anchor, and keeps the others. The facts
// of a page are mostly far apart in memory, but the processor waits for many of them at
// once when the look-ups follow each other.
func (r *worker) sift() {
	for _, a := range r.fresh {
		file := r.targets.file(a.place)
		facts := r.facts.Of(file)
		if facts == nil && r.kinds[file].HasAnchors() || facts != nil && !a.isOn(facts) {
			r.asks.add(a)
		}
	}
	r.fresh = r.fresh[:0]
}

// miss is a link whose fragment does not exist, as far as hashes tell.
type miss struct {
	ask
	// name is what the report calls the target, and file is the page there.
	name string
	file int32
	// at is what the report shows of the link.
	at *link.Occurrence
	// fragment is known once the page of the link is read again; empty where the fragment exists
	// or the page changed.
	fragment string
}

// judgeAsks judges what had to wait until all pages were read.
func (r *worker) judgeAsks() {
	r.sift()
	type key struct {
		place int32
		hash  uint64
	}
	known := map[key]bool{}
	r.isLate = true
	r.asks.each(func(a ask) {
		m := check.OccurrenceRef{Page: a.page, Index: a.index}
		if a.hash == 0 {
			if other := r.targets.other(a.place); !other.isUp() {
				r.fault(other.name, true, *other.outcome, m)
			}
			return
		}
		file := r.targets.file(a.place)
		if !r.targets.isUp(a.place) || r.lookUpFragment(file, a.isOn) {
			return
		}
		k := key{a.place, a.hash}
		if known[k] && !r.bounds.AddOccurrence() {
			return
		}
		known[k] = true
		r.misses = append(r.misses, miss{ask: a, name: r.targets.name(a.place), file: file, at: new(link.Occurrence)})
	})
	r.asks = askList{}
}

// In refreshes, noRefresh marks a page without a meta refresh. unknownPage marks a page
// whose meta refresh leads where no fragment of a link is looked up: off the site, or to a
// fragment that the refresh itself names.
const (
	noRefresh   = -1
	unknownPage = -2
)

// lookUpFragment reports whether a fragment points at something on the page of a file, or on a
// page that its meta refresh leads to. It does where a page on the way was not read.
func (d *directory) lookUpFragment(file int32, indicates func(*check.PageFacts) bool) bool {
	for range check.MaxFragmentHops {
		facts := d.facts.Of(file)
		if facts == nil || indicates(facts) {
			return true
		}
		switch d.refreshes[file] {
		case noRefresh:
			return false
		case unknownPage:
			return true
		}
		file = d.refreshes[file]
	}
	return true
}

// end is the file where readers of a file end; negative when that is not one of
// the site.
func (d *directory) end(file int32) int32 {
	for range check.MaxFragmentHops {
		switch to := d.refreshes[file]; to {
		case noRefresh:
			return file
		case unknownPage:
			return -1
		default:
			file = to
		}
	}
	return -1
}

package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
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
	// hash is that of the decoded fragment; 0 for a link that asks for the page. An anchor that is
	// itself percent-encoded is found by the second reading.
	hash uint64
}

// hashOf is the hash of the anchor that a fragment names.
func hashOf(fragment string) uint64 { return scan.HashAnchor(weburl.Unescape(fragment)) }

// isOn reports whether a page has the anchor, as far as hashes tell.
func (a *ask) isOn(p *page.Facts) bool { return p.IsCut() || p.HasHash(a.hash) }

// isThere reports whether a fragment needs no finding: the page in a file was read by now and has
// it, or fragments are not checked.
func (r *worker) isThere(file int32, fragment string) bool {
	if r.job.Config.Fragments == config.FragmentsNone && r.job.Rules == nil || !r.kinds[file].HasAnchors() {
		return true
	}
	facts := r.facts[file].Load()
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

// ask notes a link that asks for a fragment, unless its page is known to have it.
func (r *worker) ask(a ask) {
	file := r.targets.file(a.place)
	facts := r.facts[file].Load()
	if facts == nil && r.kinds[file].HasAnchors() || facts != nil && !a.isOn(facts) {
		r.asks = append(r.asks, a)
	}
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
	type key struct {
		place int32
		hash  uint64
	}
	known := map[key]bool{}
	r.isLate = true
	for _, a := range r.asks {
		m := check.OccurrenceRef{Page: a.page, Index: a.index}
		if a.hash == 0 {
			if other := r.targets.other(a.place); !other.isUp() {
				r.fault(other.name, true, *other.outcome, m)
			}
			continue
		}
		file := r.targets.file(a.place)
		if !r.targets.isUp(a.place) || r.lookUpFragment(file, a.isOn) {
			continue
		}
		k := key{a.place, a.hash}
		if known[k] && !r.bounds.AddOccurrence() {
			continue
		}
		known[k] = true
		r.misses = append(r.misses, miss{ask: a, name: r.targets.name(a.place), file: file, at: new(link.Occurrence)})
	}
	r.asks = nil
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
func (d *directory) lookUpFragment(file int32, indicates func(*page.Facts) bool) bool {
	for range check.MaxFragmentHops {
		facts := d.facts[file].Load()
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

package check

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// judgeMap judges the usemap of an image, which is about the page it stands in.
func (r *reader) judgeMap(m mention, l *link.Link) {
	name := "/" + r.dir.URLPath(m.page) + l.Raw
	switch {
	case l.Ignored:
		r.tally.skip(name, skip{reason: link.Ignored})
	case !r.facts.of(m.page).hasMap(l.Raw):
		r.fault(name, true, noMap(), m)
	}
}

// judge judges one link, or keeps it for later. It returns the place that the
// link leads to, or nowhere when it is skipped, if that is all that there is to
// know of a link with the same reference.
func (r *reader) judge(m mention, l *link.Link, d destination) (place int32, all bool) {
	switch {
	case !concerns(r.doc.kind, l, d):
		if isList(r.doc.kind) {
			r.outside++
			r.list(d.url, m.page)
		}
	case d.reason == link.InvalidURL:
		r.fault(weburl.Redact(l.Raw), false, temper(invalidURL(), d.rule), m)
		r.job.Progress.Broken.Add(1)
	case d.reason != "":
		r.passOver(m, d)
		r.tally.pass(r.job, &d)
		return nowhere, true
	case d.internal && !d.rule.Is(config.VerdictOK):
		return r.judgeOwn(m, l, d), true
	default:
		if r.job.judges(&d) {
			m.fragment = d.fragment
		}
		r.targets.add(d.url, d.internal, m)
		// One that a rule takes for ok is known to be there now.
		return nowhere, d.internal
	}
	return nowhere, false
}

// judgeOwn judges a link to an own target, and returns its place.
func (r *reader) judgeOwn(m mention, l *link.Link, d destination) (place int32) {
	place = r.lookUp(d)
	if other := r.places.other(place); other != nil && !r.arrive(other, m) {
		return place
	}
	entry := r.places.entry(place)
	r.places.reach(entry.File, m.page)
	r.discover(entry.File, l.Holds)
	if r.asksFor(place, d.fragment) {
		r.ask(m, place, d.fragment)
	}
	return place
}

// discover notes what a link says that a file holds, if that is not known.
func (r *reader) discover(file int32, holds link.Kind) {
	if holds != link.NoKind && r.kinds[file] == link.NoKind {
		r.discoveries[file] = holds
	}
}

// lookUp returns the place of an own target.
func (r *reader) lookUp(d destination) int32 {
	return r.places.number(&r.job.Space, d, r.judgePlace)
}

// judgeMemorable is judge for such a link.
func (r *reader) judgeMemorable(m mention, l *link.Link, from base) {
	ref, fragment, _ := strings.Cut(l.Raw, "#")
	key := ref
	if r.patterned {
		// A pattern may tell one fragment from another.
		key = l.Raw
	}
	hash := maphash.String(seed, key)
	if r.job.elsewhere != nil && l.Element == "a" {
		// It may lead to another site than an image of the same URL: see resolve.
		hash = ^hash
	}
	place, ok := r.memo.recall(hash)
	if !ok {
		d := r.job.resolve(from, l)
		if place, ok = r.judge(m, l, d); ok {
			r.memo.remember(hash, place)
		}
		return
	}
	if place == nowhere {
		return
	}
	if other := r.places.other(place); other != nil && !r.arrive(other, m) {
		return
	}
	entry := r.places.entry(place)
	r.places.reach(entry.File, m.page)
	r.discover(entry.File, l.Holds)
	if fragment == "" || r.hasWritten(entry.File, fragment) {
		return
	}
	if fragmentBits(fragment)&mended != 0 {
		fragment = r.job.resolve(from, l).fragment
	}
	if r.asksFor(place, fragment) {
		r.ask(m, place, fragment)
	}
}

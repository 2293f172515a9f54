package dir

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// judgeMap judges the usemap of an image, which is about the page it is in.
func (r *worker) judgeMap(m check.OccurrenceRef, l *link.Link) {
	name := "/" + r.dir.URLPath(m.Page) + l.Raw
	switch {
	case l.Ignored:
		r.local.AddSkip(name, check.Skip{Reason: link.Ignored})
	case !r.facts.Of(m.Page).HasMap(l.Raw):
		r.fault(name, true, check.NoMap(), m)
	}
}

// judge judges one link, or keeps it for later. It returns the place that the
// link leads to, or nowhere when it is skipped, if that is all that there is to
// know of a link with the same reference.
func (r *worker) judge(m check.OccurrenceRef, l *link.Link, d check.Destination) (place int32, all bool) {
	if d.PastBase {
		r.local.AddPastBase(r.job, &d)
	}
	switch {
	case !check.ShouldJudge(r.doc.Kind, l, d):
		if check.IsList(r.doc.Kind) {
			r.outside++
			r.list(d.URL, m.Page)
		}
	case d.Reason == link.InvalidURL:
		o := check.Temper(check.InvalidURL(), d.Rule)
		r.fault(weburl.Redact(l.Raw), false, o, m)
		r.job.Progress.Record(check.NotJudged, &o)
	case d.Reason != "":
		r.passOver(m, d)
		r.local.AddSkipped(r.job, &d)
		return nowhere, true
	case d.Internal && !d.Rule.Is(config.VerdictOK):
		return r.judgeInternal(m, l, d), true
	case d.Internal && r.job.IsOtherShare():
		d.Reason = link.Excluded
		r.local.AddSkipped(r.job, &d)
		return nowhere, true
	default:
		if r.job.JudgesFragment(&d) {
			m.Fragment = d.Fragment
		}
		r.checker.Add(d.URL, d.Internal, m)
		// One that a rule takes for ok is known to be there now.
		return nowhere, d.Internal
	}
	return nowhere, false
}

// judgeInternal judges a link to an internal target, and returns its place.
func (r *worker) judgeInternal(m check.OccurrenceRef, l *link.Link, d check.Destination) (place int32) {
	place = r.lookUp(d)
	if other := r.targets.other(place); other != nil && !r.meetTarget(other, m) {
		return place
	}
	file := r.targets.file(place)
	r.targets.reach(file, m.Page, file == place)
	r.discover(file, l.Holds)
	if r.asksFor(l, place, d.Fragment) {
		r.ask(m, place, d.Fragment)
	}
	return place
}

// discover notes what a link says that a file holds, if that is not known. Where links say
// different things, the least kind counts, and not the first.
func (r *worker) discover(file int32, holds link.Kind) {
	if holds == link.NoKind || r.kinds[file] != link.NoKind {
		return
	}
	if known, ok := r.discoveries[file]; !ok || holds < known {
		r.discoveries[file] = holds
	}
}

// lookUp returns the place of an internal target.
func (r *worker) lookUp(d check.Destination) int32 {
	return r.targets.number(&r.job.Scope, d, r.judgeTarget)
}

// judgeCached is judge for such a link.
func (r *worker) judgeCached(m check.OccurrenceRef, l *link.Link, from check.Base) {
	ref, fragment := l.Raw, ""
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		ref, fragment = ref[:i], ref[i+1:]
	}
	key := ref
	if r.patterned {
		// A pattern may match one fragment and not another.
		key = l.Raw
	}
	hash := maphash.String(check.HashSeed, key)
	place, ok := r.resolved.find(hash)
	if !ok {
		d := r.job.Resolve(from, l)
		if place, ok = r.judge(m, l, d); ok {
			r.resolved.keep(hash, place)
		}
		return
	}
	if place == nowhere {
		return
	}
	if other := r.targets.other(place); other != nil && !r.meetTarget(other, m) {
		return
	}
	file := r.targets.file(place)
	r.targets.reach(file, m.Page, file == place)
	r.discover(file, l.Holds)
	if fragment == "" || r.hasWritten(file, fragment) {
		return
	}
	if check.FragmentBits(fragment)&check.Rewritten != 0 {
		fragment = r.job.Resolve(from, l).Fragment
	}
	if r.asksFor(l, place, fragment) {
		r.ask(m, place, fragment)
	}
}

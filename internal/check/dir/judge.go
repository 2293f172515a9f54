package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
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

// nowhere is what a link leads to of which there is nothing to say but what was said of the first
// one with the same reference.
const nowhere = -1

// judge judges one link, or keeps it for later.
func (r *worker) judge(m check.OccurrenceRef, l *link.Link, ref *reference) {
	place, d := ref.Target, &ref.To
	switch ref.Class {
	case page.Nothing:
		return
	case page.Map:
		r.judgeMap(m, l)
		return
	case page.Unlisted:
		r.outside++
		r.list(d.URL, m.Page)
		return
	case page.Invalid:
		o := check.Temper(check.InvalidURL(), d.Rule)
		r.fault(weburl.Redact(l.Raw), false, o, m)
		r.job.Progress.Record(check.NotJudged, &o)
		return
	case page.Skipped:
		r.passOver(m, d)
		r.local.AddSkipped(r.job, d)
		r.resolver.Keep(ref, nowhere)
		place = nowhere
	case page.Internal, page.External:
		if place = r.find(m, d); place != nowhere {
			r.resolver.Keep(ref, place)
		}
	}
	if d := &ref.To; ref.Class != page.Known && d.PastBase {
		r.local.AddPastBase(r.job, d)
	}
	if place != nowhere {
		r.meet(m, l, place, ref.Fragment)
	}
}

// find returns the place of an internal target. It is nowhere for what is requested.
func (r *worker) find(m check.OccurrenceRef, d *check.Destination) int32 {
	switch {
	case d.Internal && !d.Rule.Is(config.VerdictOK):
		return r.lookUp(*d)
	case d.Internal && r.job.IsOtherShare():
		d.Reason = link.Excluded
		r.local.AddSkipped(r.job, d)
	default:
		if r.job.JudgesFragment(d) {
			m.Fragment = d.Fragment
		}
		r.checker.Add(d.URL, d.Internal, m)
	}
	return nowhere
}

// meet notes a link to a place.
func (r *worker) meet(m check.OccurrenceRef, l *link.Link, place int32, fragment string) {
	if other := r.targets.other(place); other != nil && !r.meetTarget(other, place, m) {
		return
	}
	file := r.targets.file(place)
	r.targets.reach(file, m.Page, file == place)
	r.discover(file, l.Holds)
	if fragment != "" && !r.hasWritten(file, fragment) && r.asksFor(l, place, fragment) {
		r.ask(askFor(m, place, fragment))
	}
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

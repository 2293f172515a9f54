package dir

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// fragmentAsk is a link with a fragment. It is kept until all pages are read if its page
// was not read yet, or has no anchor that is spelled exactly so. A large site has very many
// of them.
type fragmentAsk struct {
	hash        uint64 // that of the fragment
	page, index int32
	place       int32
	// spelled numbers the fragment where its hash is not enough to look it up; elsewhere it
	// is hashed.
	spelled int32
}

// hashed is in an ask for a fragment that only an id of just that text
// satisfies, so that its text need not be kept.
const hashed = -1

// hasWritten reports whether a fragment needs no finding, as its author wrote it: the
// page in a file was read by now and has it, or fragments are not checked.
func (r *worker) hasWritten(file int32, fragment string) bool {
	if r.job.Config.Fragments == config.FragmentsNone && r.job.Rules == nil || !r.kinds[file].HasAnchors() {
		return true
	}
	facts := r.facts.Of(file)
	return facts != nil && check.FragmentBits(fragment)&check.Rewritten == 0 && facts.HasHash(scan.HashAnchor(fragment))
}

// asksFor reports whether a link to a place that exists asks for a fragment that
// is to be looked up, if it is a page.
func (r *worker) asksFor(l *link.Link, place int32, fragment string) bool {
	if fragment == "" || r.job.IsOtherShare() {
		return false // as for most links
	}
	d := check.Destination{Fragment: fragment, Internal: true}
	if r.job.Rules != nil {
		d.Rule = r.job.RuleNamed(r.targets.name(place))
	}
	// What is known of the link costs less than to look at another file.
	return r.job.JudgesFragment(&d) &&
		(check.JudgesPlace(l, fragment) || r.kinds[r.targets.file(place)] != link.SVGKind)
}

// ask notes a link that asks for a fragment: most are for sift, and the others are
// kept unless their page was read and has it.
func (r *worker) ask(m check.OccurrenceRef, place int32, fragment string) {
	ask := fragmentAsk{hash: scan.HashAnchor(fragment), page: m.Page, index: m.Index, place: place, spelled: hashed}
	if check.FragmentBits(fragment) == 0 && !weburl.IsLines(fragment) && m.Page != r.rulePage() {
		if r.fresh = append(r.fresh, ask); len(r.fresh) == freshAsks {
			r.sift()
		}
		return
	}
	file := r.targets.file(place)
	if facts := r.facts.Of(file); facts != nil && facts.Indicates(fragment) || !r.kinds[file].HasAnchors() {
		return
	}
	ask.spelled = r.fragments.Number(fragment)
	r.asks.add(ask)
}

// freshAsks is how many asks are judged together: 6 kB of them.
const freshAsks = 256

// sift judges the fresh asks whose pages have the anchor, and keeps the others. The facts
// of a page are mostly far apart in memory, but the processor waits for many of them at
// once when the look-ups follow each other.
func (r *worker) sift() {
	for _, ask := range r.fresh {
		file := r.targets.file(ask.place)
		facts := r.facts.Of(file)
		if facts == nil && r.kinds[file].HasAnchors() || facts != nil && !facts.IsCut() && !facts.HasHash(ask.hash) {
			r.asks.add(ask)
		}
	}
	r.fresh = r.fresh[:0]
}

// judgeFragments judges what had to wait until all pages were read.
func (r *worker) judgeFragments(ctx context.Context) {
	r.sift()
	var unspelled []fragmentAsk
	r.asks.each(func(ask fragmentAsk) {
		fragment, indicates := "", func(p *check.PageFacts) bool { return p.IsCut() || p.HasHash(ask.hash) }
		if ask.spelled != hashed {
			fragment = r.fragments.Names[ask.spelled]
			indicates = func(p *check.PageFacts) bool { return p.Indicates(fragment) }
		}
		switch {
		case !r.targets.isUp(ask.place), r.lookUpFragment(r.targets.file(ask.place), indicates):
		case ask.spelled == hashed:
			unspelled = append(unspelled, ask)
		case r.isMissKept(ask.place, fragment):
			r.miss(ask.place, fragment, check.OccurrenceRef{Page: ask.page, Index: ask.index})
		}
	})
	r.asks = askList{}
	r.spell(ctx, unspelled)
}

// miss notes a link whose fragment does not exist.
func (r *worker) miss(place int32, fragment string, m check.OccurrenceRef) {
	name := r.targets.name(place)
	if r.missing[name] == nil {
		r.missing[name] = map[string][]check.OccurrenceRef{}
	}
	r.missing[name][fragment] = append(r.missing[name][fragment], m)
}

// isMissKept notes that a fragment does not exist, and reports whether there is room for
// one more link to it.
func (r *worker) isMissKept(place int32, fragment string) bool {
	_, known := r.missing[r.targets.name(place)][fragment]
	return !known || r.bounds.AddOccurrence()
}

// spell reads the pages again on which links ask for what does not exist, as
// only the hash of that was kept. The asks of one page follow each other. The end of
// ctx leaves out the pages that were not read again by then.
func (r *worker) spell(ctx context.Context, asks []fragmentAsk) {
	if len(asks) == 0 {
		return
	}
	r.files = r.openPages(ctx)
	// What it keeps open was only read from.
	defer func() { _ = r.files.Close() }()
	for len(asks) > 0 && ctx.Err() == nil {
		n := 1
		for n < len(asks) && asks[n].page == asks[0].page {
			n++
		}
		page := asks[0].page
		if !r.steps.Do("reread", r.dir.File(page), func() { r.spellPage(ctx, page, asks[:n]) }) {
			r.pending = r.pending[:0]
		}
		asks = asks[n:]
	}
}

// spellPage does that for the asks of one page.
func (r *worker) spellPage(ctx context.Context, file int32, asks []fragmentAsk) {
	// A fault of the file was reported when it was checked.
	defer r.files.done(&r.doc)
	src, err := r.files.read(file)
	if err != nil && ctx.Err() != nil {
		return // the run says that it ended early
	}
	_ = r.doc.Read(r.kinds[file], src, "", scan.Options{})
	from := r.base(file)
	for _, ask := range asks {
		fragment := ""
		if int(ask.index) < len(r.doc.Page.Links) {
			fragment = r.job.Resolve(from, &r.doc.Page.Links[ask.index]).Fragment
		}
		if scan.HashAnchor(fragment) != ask.hash {
			r.problems = append(r.problems, check.Unread(r.kinds[file], r.dir.File(file), false, check.ErrChanged))
			break
		}
		m := check.OccurrenceRef{Page: file, Index: ask.index}
		if r.isMissKept(ask.place, fragment) {
			r.miss(ask.place, strings.Clone(fragment), r.reference(m))
		}
	}
	r.fillOccurrences(ctx, file)
}

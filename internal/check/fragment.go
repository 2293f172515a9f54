package check

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// fragmentAsk is a link that asks for a fragment. That of a page that was not read
// yet, or does not have it as it stands, is kept until all pages are read: a large
// site has very many.
type fragmentAsk struct {
	hash        uint64 // that of the fragment
	page, index int32
	place       int32
	// spelled numbers the fragment where more than its hash is needed to tell
	// whether a page has it; hashed elsewhere.
	spelled int32
}

// hashed stands in an ask for a fragment that only an id of just that text
// satisfies, so that its text need not be kept.
const hashed = -1

// hasWritten reports whether there is nothing to say of a fragment as its author
// wrote it: the page in a file, if it was read by now, has it, or nobody asks.
func (r *reader) hasWritten(file int32, fragment string) bool {
	if r.job.Config.Fragments == config.FragmentsNone && r.job.Rules == nil || !r.kinds[file].IsPage() {
		return true
	}
	facts := r.facts.of(file)
	return facts != nil && fragmentBits(fragment)&mended == 0 && facts.hasHash(scan.HashAnchor(fragment))
}

// asksFor reports whether a link to a place that exists asks for a fragment that
// is to be looked up, if it is a page.
func (r *reader) asksFor(place int32, fragment string) bool {
	d := destination{fragment: fragment, internal: true}
	if r.job.Rules != nil {
		d.rule = r.job.ruleNamed(r.places.name(place))
	}
	return r.job.judges(&d)
}

// ask notes a link that asks for a fragment: most are for sift, and the others are
// kept unless their page was read and has it.
func (r *reader) ask(m mention, place int32, fragment string) {
	ask := fragmentAsk{hash: scan.HashAnchor(fragment), page: m.page, index: m.index, place: place, spelled: hashed}
	if fragmentBits(fragment) == 0 && !weburl.IsLines(fragment) && m.page != r.rulePage() {
		if r.fresh = append(r.fresh, ask); len(r.fresh) == freshAsks {
			r.sift()
		}
		return
	}
	file := r.places.entry(place).File
	if facts := r.facts.of(file); facts != nil && facts.indicates(fragment) || !r.kinds[file].IsPage() {
		return
	}
	ask.spelled = r.fragments.number(fragment)
	r.asks.add(ask)
}

// freshAsks is how many asks are judged together: 6 kB of them.
const freshAsks = 256

// sift judges the fresh asks whose pages have what they ask for, and keeps the others.
// What is known of a page is mostly far off in memory, but many asks one after the
// other are waited for at once.
func (r *reader) sift() {
	for _, ask := range r.fresh {
		file := r.places.entry(ask.place).File
		facts := r.facts.of(file)
		if facts == nil && r.kinds[file].IsPage() || facts != nil && !facts.isCut() && !facts.hasHash(ask.hash) {
			r.asks.add(ask)
		}
	}
	r.fresh = r.fresh[:0]
}

// judgeFragments judges what had to wait until all pages were read.
func (r *reader) judgeFragments(ctx context.Context) {
	r.sift()
	var unspelled []fragmentAsk
	r.asks.each(func(ask fragmentAsk) {
		file := r.places.entry(ask.place).File
		switch {
		case ask.spelled == hashed && !r.leadsTo(file, func(p *pageFacts) bool { return p.isCut() || p.hasHash(ask.hash) }):
			unspelled = append(unspelled, ask)
		case ask.spelled != hashed:
			fragment := r.fragments.names[ask.spelled]
			if !r.leadsTo(file, func(p *pageFacts) bool { return p.indicates(fragment) }) && r.isMissKept(ask.place, fragment) {
				r.miss(ask.place, fragment, mention{page: ask.page, index: ask.index})
			}
		}
	})
	r.asks = askList{}
	r.spell(ctx, unspelled)
}

// miss notes a link whose fragment does not exist.
func (r *reader) miss(place int32, fragment string, m mention) {
	name := r.places.name(place)
	if r.missing[name] == nil {
		r.missing[name] = map[string][]mention{}
	}
	r.missing[name][fragment] = append(r.missing[name][fragment], m)
}

// isMissKept notes that a fragment does not exist, and reports whether there is room for
// one more link to it.
func (r *reader) isMissKept(place int32, fragment string) bool {
	if _, known := r.missing[r.places.name(place)][fragment]; known {
		return r.bounds.keeps()
	}
	return r.bounds.finding()
}

// spell reads the pages again on which links ask for what does not exist, as
// only the hash of that was kept. The asks of one page follow each other. The end of
// ctx leaves out the pages that were not read again by then.
func (r *reader) spell(ctx context.Context, asks []fragmentAsk) {
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
		if !r.steps.contain("read again", r.dir.File(page), func() { r.spellPage(ctx, page, asks[:n]) }) {
			r.unquoted = r.unquoted[:0]
		}
		asks = asks[n:]
	}
}

// spellPage does that for the asks of one page.
func (r *reader) spellPage(ctx context.Context, file int32, asks []fragmentAsk) {
	// What is wrong with the file was said when it was checked.
	defer r.files.done(&r.doc)
	src, err := r.files.read(file)
	if err != nil && ctx.Err() != nil {
		return // the run says that it ended early
	}
	_ = r.doc.read(r.kinds[file], src, "", scan.Options{})
	from := newBase(r.job.Space.Page(r.dir.URLPath(file)), r.doc.encoding, &r.doc.page)
	for _, ask := range asks {
		fragment := ""
		if int(ask.index) < len(r.doc.page.Links) {
			fragment = r.job.resolve(from, &r.doc.page.Links[ask.index]).fragment
		}
		if scan.HashAnchor(fragment) != ask.hash {
			r.problems = append(r.problems, unread(r.kinds[file], r.dir.File(file), false, errChanged))
			break
		}
		if r.isMissKept(ask.place, fragment) {
			r.miss(ask.place, strings.Clone(fragment), r.unquote(mention{page: file, index: ask.index}))
		}
	}
	r.quote(ctx, file)
}

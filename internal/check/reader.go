package check

import (
	"context"
	"errors"
	"slices"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// reader is one worker of directory mode, with all that it found: nothing is
// shared, so nothing is locked, until the external links of a page are handed
// over.
type reader struct {
	*directory
	files *pageFiles
	doc   document
	tally tally
	texts scan.Texts
	// unquoted are occurrences in the document that is being read, and quotedBytes is how
	// long the texts are of those before.
	unquoted    []quote
	quotedBytes int64
	// noted is what is known to be kept: see noteKept.
	noted int64
	// patterned tells that include or exclude name targets.
	patterned bool

	places places
	memo   memo
	// room is where the anchors of the pages are.
	room hashRoom
	// ownPlace is the place of the page ownPage itself.
	ownPage, ownPlace int32
	// ownRule is the rule for that page; nil for none.
	ownRule *config.Rule
	// asks are the links whose fragment is on another page, and fragments the texts of
	// some.
	asks      askList
	fragments interned
	// fresh are asks that were met last, and not looked at.
	fresh []fragmentAsk
	// missing are the links whose fragment does not exist, by what the report calls
	// the page and by fragment.
	missing map[string]map[string][]mention

	pages    int
	links    int
	bytes    int64
	problems []string
	notes    []string
	// outside counts the URLs of sitemaps and feeds that are not of the site.
	outside int
	// inventory is nil when the report lists no pages.
	inventory *inventory
	// shells are the pages that scripts fill.
	shells shells[int32]
	// discoveries are files that links say to hold further links.
	discoveries map[int32]link.Kind
}

func newReader(d *directory) *reader {
	return &reader{
		directory: d, patterned: !d.job.Config.Include.Empty() || !d.job.Config.Exclude.Empty(),
		tally: newTally(), places: newPlaces(d.dir), fragments: newInterned(), missing: map[string]map[string][]mention{},
		discoveries: map[int32]link.Kind{}, ownPage: -1, inventory: newInventory(d),
	}
}

func (r *reader) run(ctx context.Context) {
	r.files = r.openPages(ctx)
	// What it keeps open was only read from.
	defer func() { _ = r.files.Close() }()
	for ctx.Err() == nil {
		documents := r.documents.take()
		if len(documents) == 0 {
			return
		}
		for _, file := range documents {
			if ctx.Err() != nil {
				return
			}
			if !r.contain("read", r.dir.File(file), func() { r.readDocument(ctx, file) }) {
				r.unquoted = r.unquoted[:0]
			}
		}
	}
}

// readDocument reads one document, and judges its links as far as it can be
// done now.
func (r *reader) readDocument(ctx context.Context, file int32) {
	defer r.files.done(&r.doc)
	src, err := r.files.read(file)
	if err != nil && ctx.Err() != nil {
		return // the run says that it ended early
	}
	if err == nil || len(src) > 0 {
		fault := r.doc.read(r.kinds[file], src, "", scan.Options{})
		r.judgeAll(ctx, file, err != nil)
		r.noteKept()
		switch {
		case errors.Is(fault, errTooLarge), errors.Is(fault, errManyLinks), errors.Is(fault, errLongBase):
			r.problems = append(r.problems, unread(r.kinds[file], r.dir.File(file), true, fault))
		case fault != nil:
			// What is wrong with a feed or a manifest is its author's to mend, and
			// keeps nobody from checking the site.
			r.notes = append(r.notes, unread(r.kinds[file], r.dir.File(file), true, fault))
		}
	}
	if err != nil {
		r.problems = append(r.problems, unread(r.kinds[file], r.dir.File(file), len(src) > 0, err))
	}
}

// judgeAll judges the links of the document that was read last.
func (r *reader) judgeAll(ctx context.Context, file int32, cut bool) {
	served := r.job.Space.Page(r.dir.URLPath(file))
	from := newBase(served, r.doc.encoding, &r.doc.page)
	if r.doc.kind.IsPage() {
		facts := newPageFacts(&r.doc.page, &r.room, cut, nil)
		r.facts.put(file, facts)
		r.keep(facts.size())
		r.forward(file, from)
	}
	if r.job.pageExcluded(served) {
		return
	}
	r.memo.enter(from)
	if r.doc.kind.IsPage() {
		r.pages++
		r.bytes += r.doc.size
		r.job.Progress.Pages.Add(1)
		r.inventory.note(r, file, from)
		r.shells.note(file, &r.doc, renderingOf(&r.doc))
	}
	r.links += len(r.doc.page.Links)
	r.job.Progress.Links.Add(int64(len(r.doc.page.Links)))
	for i := range r.doc.page.Links {
		if i%batch == batch-1 {
			if r.noteKept(); ctx.Err() != nil {
				break
			}
		}
		m := mention{page: file, index: int32(i)}
		l := &r.doc.page.Links[i]
		if l.Identity == link.Canonical {
			r.deferTo(file, l, from)
		}
		switch {
		case isMoot(l, r.dir.Path(file)):
		case r.judgeSelf(m, l, served):
		case l.Map:
			r.judgeMap(m, l)
		case isMemorable(l):
			r.judgeMemorable(m, l, from)
		default:
			r.judge(m, l, r.job.resolve(from, l))
		}
	}
	r.quote(ctx, file)
}

// fault notes a link of the document that is being read to a target that is not
// ok. Past the bound on what is kept, that is one link of each target.
func (r *reader) fault(name string, internal bool, o outcome, m mention) {
	if known := r.tally.knows(name, internal, o.reason); known && !r.keeps() || !known && !r.finding() {
		return
	}
	r.tally.fault(name, internal, o, r.unquote(m))
}

// unquote gives a link of the document that is being read what the report shows
// of it, which quote fills in.
func (r *reader) unquote(m mention) mention {
	m.at = new(link.Occurrence)
	if m.page == r.rulePage() {
		*m.at = r.ruleOccurrence(m.index)
		return m
	}
	r.unquoted = append(r.unquoted, quote{index: m.index, at: m.at})
	return m
}

// quote completes the occurrences in the document that was read. Texts were not
// collected, as in a site in good order nobody asks for them.
func (r *reader) quote(ctx context.Context, file int32) {
	if len(r.unquoted) == 0 {
		return
	}
	if !r.quoteInPlace() && ctx.Err() == nil {
		r.doc.readTexts()
	}
	r.complete(ctx, file, &r.doc, r.unquoted)
	for _, q := range r.unquoted {
		r.quotedBytes += int64(len(q.at.Link) + len(q.at.Text))
	}
	clear(r.unquoted)
	r.unquoted = r.unquoted[:0]
}

// quoteInPlace reads the texts of the links that are to be quoted one by one. It
// reports false when the whole document has to be read instead: it does no more work
// than that, as what each link reads may go on to the end of the document.
func (r *reader) quoteInPlace() bool {
	if !r.isQuotedInPlace() {
		return false
	}
	most := r.texts.Bytes() + len(r.doc.text)
	for _, q := range r.unquoted {
		if l := &r.doc.page.Links[q.index]; l.Element == "a" && l.Attribute == "href" {
			if r.texts.Bytes() > most {
				return false
			}
			l.Text = r.texts.Of(r.doc.kind, r.doc.text, l.Offset)
		}
	}
	return true
}

// isQuotedInPlace tells whether the texts of the links that are to be quoted can be
// read where these stand: those of a srcdoc have their places in another document,
// and around a link of a picture it matters what is.
func (r *reader) isQuotedInPlace() bool {
	return !r.doc.page.Nested && !slices.ContainsFunc(r.unquoted, func(q quote) bool {
		l := &r.doc.page.Links[q.index]
		return l.Element == "a" && l.Attribute == "xlink:href"
	})
}

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

// forward notes where the page that was scanned last forwards its readers to.
func (r *reader) forward(file int32, from base) {
	if r.doc.page.Refresh == "" {
		return
	}
	to := r.job.destination(from, r.doc.page.Refresh)
	if to.reason == link.InvalidURL {
		return
	}
	if !to.internal {
		r.forwards[file] = elsewhere
		return
	}
	l := r.land(to.url)
	switch entry := l.entry; {
	case l.isAway(), l.vague:
		r.forwards[file] = elsewhere
	case entry.Kind != site.Found, entry.File == file:
	case to.fragment != "":
		r.forwards[file] = elsewhere
	default:
		r.forwards[file] = entry.File
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
		r.locked(func() { r.mention(r.target(d.url, d.internal), m, answer) })
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

// merge takes over what another worker found.
func (r *reader) merge(other *reader) {
	r.pages += other.pages
	r.links += other.links
	r.outside += other.outside
	r.bytes += other.bytes
	r.problems = append(r.problems, other.problems...)
	r.notes = append(r.notes, other.notes...)
	r.shells.merge(other.shells)
	r.tally.add(other.tally)
	r.places.merge(&other.places)
	for name, fragments := range other.missing {
		if r.missing[name] == nil {
			r.missing[name] = fragments
			continue
		}
		for fragment, mentions := range fragments {
			r.missing[name][fragment] = append(r.missing[name][fragment], mentions...)
		}
	}
}

package check

import (
	"context"
	"fmt"

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
	files *site.Reader
	doc   document
	tally tally
	// unquoted are occurrences in the document that is being read.
	unquoted []quote

	// lookups are the own targets that this worker met, by what the report calls
	// them; names lists them in the order of their numbers.
	lookups map[string]int32
	found   []lookup
	// asks are the links whose fragment is on another page.
	asks      []fragmentAsk
	fragments interned
	memo      memo
	// ownLookup is the number in found of the page ownPage itself.
	ownPage, ownLookup int32

	pages    int
	links    int
	bytes    int64
	problems []string
	notes    []string
	// outside counts the URLs of sitemaps and feeds that are not of the site.
	outside int
	// discoveries are files that links say to hold further links.
	discoveries map[int32]link.Kind
}

// lookup is what one own target leads to.
type lookup struct {
	target string
	entry  site.Entry
	// missing are the links whose fragment its page does not have.
	missing map[string][]mention
}

// fragmentAsk is a link that asks for a fragment of another page, kept until
// all pages are read.
type fragmentAsk struct {
	page, index, lookup, fragment int32
}

func newReader(d *directory) *reader {
	return &reader{
		directory: d, tally: newTally(), lookups: map[string]int32{}, fragments: newInterned(),
		discoveries: map[int32]link.Kind{}, ownPage: -1,
	}
}

func (r *reader) run(ctx context.Context) {
	r.files = r.dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = r.files.Close() }()
	for ctx.Err() == nil {
		i := r.next.Add(1) - 1
		if i >= int64(len(r.documents)) {
			return
		}
		r.readDocument(r.documents[i])
	}
}

// readDocument reads one document, and judges its links as far as it can be
// done now.
func (r *reader) readDocument(file int32) {
	src, err := r.files.Read(file)
	if err == nil || len(src) > 0 {
		fault := r.doc.read(r.kinds[file], src, "", scan.Options{})
		r.judgeAll(file, err != nil)
		if fault != nil {
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
func (r *reader) judgeAll(file int32, cut bool) {
	served := r.job.Space.Page(r.dir.URLPath(file))
	from := newBase(served, r.doc.encoding, &r.doc.page)
	if r.doc.kind == link.HTMLKind {
		r.facts[file] = newPageFacts(&r.doc.page, cut)
		r.forward(file, from)
	}
	if r.job.pageExcluded(served) {
		return
	}
	r.memo.enter(from)
	if r.doc.kind == link.HTMLKind {
		r.pages++
		r.bytes += r.doc.size
		r.job.Progress.Pages.Add(1)
	}
	r.links += len(r.doc.page.Links)
	r.job.Progress.Links.Add(int64(len(r.doc.page.Links)))
	for i := range r.doc.page.Links {
		m := mention{page: file, index: int32(i)}
		l := &r.doc.page.Links[i]
		switch {
		case r.judgeSelf(m, l, served):
		case l.Map:
			r.judgeMap(m, l)
		case isMemorable(l):
			r.judgeMemorable(m, l, from)
		default:
			r.judge(m, l, r.job.resolve(from, l))
		}
	}
	r.quote(file)
}

// fault notes a link of the document that is being read to a target that is not
// ok.
func (r *reader) fault(name string, internal bool, o outcome, m mention) {
	m.at = new(link.Occurrence)
	r.unquoted = append(r.unquoted, quote{index: m.index, at: m.at})
	r.tally.fault(name, internal, o, m)
}

// quote completes the occurrences in the document that was read. Texts were not
// collected, as in a site in good order nobody asks for them.
func (r *reader) quote(file int32) {
	if len(r.unquoted) == 0 {
		return
	}
	for _, q := range r.unquoted {
		if l := &r.doc.page.Links[q.index]; l.Element == "a" && l.Attribute == "href" && !r.doc.page.Nested {
			l.Text = scan.TextOf(r.doc.text, l.Offset)
		}
	}
	r.complete(file, &r.doc, r.unquoted)
	clear(r.unquoted)
	r.unquoted = r.unquoted[:0]
}

// judgeMap judges the usemap of an image, which is about the page it stands in.
func (r *reader) judgeMap(m mention, l *link.Link) {
	name := "/" + r.dir.URLPath(m.page) + l.Raw
	switch {
	case l.Ignored:
		r.tally.skip(name, skip{reason: link.Ignored})
	case !r.facts[m.page].hasMap(l.Raw):
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
	entry := r.dir.Find(r.job.Space.TargetPath(to.url))
	switch {
	case entry.Kind != site.Found, entry.File == file:
	case to.fragment != "":
		r.forwards[file] = elsewhere
	default:
		r.forwards[file] = entry.File
	}
}

// judge judges one link, or keeps it for later.
func (r *reader) judge(m mention, l *link.Link, d destination) {
	switch {
	case !concerns(r.doc.kind, l, d):
		if isList(r.doc.kind) {
			r.outside++
		}
	case d.reason == link.InvalidURL:
		r.fault(weburl.Redact(l.Raw), false, invalidURL(), m)
		r.job.Progress.Broken.Add(1)
	case d.reason != "":
		r.tally.skip(r.job.display(d.url, d.internal), skip{d.reason, d.url.Scheme})
	case d.internal:
		r.judgeOwn(m, l, d)
	default:
		if r.job.judges(d.fragment, false) {
			m.fragment = d.fragment
		}
		r.mu.Lock()
		r.mention(r.target(d.url, false), m, answer)
		r.mu.Unlock()
	}
}

// judgeOwn judges a link to an own target.
func (r *reader) judgeOwn(m mention, l *link.Link, d destination) {
	number := r.lookUp(d)
	entry := &r.found[number].entry
	if l.Holds != link.NoKind && entry.Kind == site.Found && r.kinds[entry.File] == link.NoKind {
		r.discoveries[entry.File] = l.Holds
	}
	if entry.Kind != site.Found {
		r.fault(r.found[number].target, true, judgeEntry(*entry), m)
		return
	}
	if r.asksFor(entry, d) {
		r.ask(m, number, r.fragments.number(d.fragment))
	}
}

// lookUp looks an own target up in the index, once for each worker, and returns
// its number in found.
func (r *reader) lookUp(d destination) int32 {
	name := r.job.Space.Target(d.url)
	number, ok := r.lookups[name]
	if !ok {
		number = int32(len(r.found))
		r.lookups[name] = number
		r.found = append(r.found, lookup{target: name, entry: r.dir.Find(r.job.Space.TargetPath(d.url))})
		if r.found[number].entry.Kind != site.Found {
			r.job.Progress.Broken.Add(1)
		}
	}
	return number
}

// asksFor tells whether a link to a file that exists asks for a fragment that is
// to be looked up.
func (r *reader) asksFor(entry *site.Entry, d destination) bool {
	return r.kinds[entry.File] == link.HTMLKind && r.job.judges(d.fragment, true)
}

// ask judges a link that asks for a fragment, when that is on its own page, and
// keeps it for later otherwise.
func (r *reader) ask(m mention, number, fragment int32) {
	if file := r.found[number].entry.File; file == m.page && r.facts[file] != nil &&
		r.facts[file].indicates(r.fragments.names[fragment]) {
		return
	}
	r.asks = append(r.asks, fragmentAsk{page: m.page, index: m.index, lookup: number, fragment: fragment})
}

// judgeFragments judges what had to wait until all pages were read.
func (r *reader) judgeFragments() {
	for _, ask := range r.asks {
		found := &r.found[ask.lookup]
		fragment := r.fragments.names[ask.fragment]
		if r.leadsTo(found.entry.File, fragment) {
			continue
		}
		if found.missing == nil {
			found.missing = map[string][]mention{}
		}
		found.missing[fragment] = append(found.missing[fragment], mention{page: ask.page, index: ask.index})
	}
	r.asks = nil
}

// add takes over what another worker found.
func (r *reader) add(other *reader) {
	r.pages += other.pages
	r.links += other.links
	r.outside += other.outside
	r.bytes += other.bytes
	r.problems = append(r.problems, other.problems...)
	r.notes = append(r.notes, other.notes...)
	r.tally.add(other.tally)
	for _, theirs := range other.found {
		number, ok := r.lookups[theirs.target]
		if !ok {
			r.lookups[theirs.target] = int32(len(r.found))
			r.found = append(r.found, theirs)
			continue
		}
		mine := &r.found[number]
		for fragment, mentions := range theirs.missing {
			if mine.missing == nil {
				mine.missing = map[string][]mention{}
			}
			mine.missing[fragment] = append(mine.missing[fragment], mentions...)
		}
	}
}

// judgeEntry is the outcome for a path that does not lead to a file.
func judgeEntry(e site.Entry) outcome {
	o := outcome{verdict: link.Broken}
	switch e.Kind {
	case site.NoIndex:
		o.reason = link.DirectoryWithoutIndex
		o.message = "the directory has no index.html"
	case site.OtherCase:
		o.reason = link.CaseMismatch
		o.suggestion = "/" + e.Path
		o.message = fmt.Sprintf("exists in another case only: %s", o.suggestion)
	case site.DeadLink:
		o.reason = link.NotFound
		o.message = "no such file: " + e.Detail
	default:
		o.reason = link.NotFound
		o.message = "no such file"
	}
	return o
}

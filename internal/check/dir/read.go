package dir

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// run reads documents as long as there are some.
func (r *worker) run(ctx context.Context) {
	r.files = r.openPages(ctx)
	// What it keeps open was only read from.
	defer func() { _ = r.files.Close() }()
	for {
		documents := r.documents.take()
		if len(documents) == 0 {
			return
		}
		for _, file := range documents {
			if ctx.Err() != nil {
				return
			}
			if !r.steps.Do("read", r.dir.File(file), func() { r.readDocument(ctx, file) }) {
				r.pending = r.pending[:0]
			}
		}
	}
}

// readDocument reads one document, and judges its links as far as it can be
// done now.
func (r *worker) readDocument(ctx context.Context, file int32) {
	defer r.files.done(&r.doc)
	src, err := r.files.read(file)
	if err != nil && ctx.Err() != nil {
		return // the run says that it ended early
	}
	if err == nil || len(src) > 0 {
		fault := r.doc.Read(r.kinds[file], src, "", scan.Options{})
		r.judgeAll(ctx, file, err != nil)
		switch {
		case errors.Is(fault, check.ErrUnpacked), errors.Is(fault, page.ErrManyLinks), errors.Is(fault, page.ErrLongBase):
			r.problems = append(r.problems, page.Unread(r.kinds[file], r.dir.File(file), true, fault))
		case fault != nil:
			// A fault in a feed or a manifest is for its author to fix. The rest of the
			// site is checked all the same.
			r.notes = append(r.notes, page.Unread(r.kinds[file], r.dir.File(file), true, fault))
		}
	}
	if err != nil {
		r.problems = append(r.problems, page.Unread(r.kinds[file], r.dir.File(file), len(src) > 0, err))
	}
}

// judgeAll judges the links of the document that was read last.
func (r *worker) judgeAll(ctx context.Context, file int32, cut bool) {
	served := r.job.Scope.Page(r.dir.URLPath(file))
	from := r.base(file, &r.doc)
	if r.doc.Kind.HasAnchors() {
		facts := check.NewPageFacts(&r.doc.Page, &r.anchorMemory, cut, nil)
		r.facts.Put(file, facts)
		r.noteRefresh(file, from)
	}
	if r.job.PageExcluded(served) || r.doc.Kind.IsPage() && isTemplate(r.doc.Text) {
		return
	}
	r.resolver.Enter(&r.doc, from, r.dir.Path(file), r.facts.Of(file))
	if r.doc.Kind.IsPage() {
		r.pages++
		r.bytes += r.doc.Size
		r.job.Progress.Pages.Add(1)
		r.inventory.note(r, file, from)
		if r.job.OnPage != nil {
			r.job.OnPage(served, r.doc.Text, &r.doc.Page)
		}
		r.shells.Note(file, &r.doc.Page, health.Rendering(r.doc.Kind, &r.doc.Page, r.doc.Text))
	}
	r.links += len(r.doc.Page.Links)
	r.job.Progress.Links.Add(int64(len(r.doc.Page.Links)))
	for i := range r.doc.Page.Links {
		if i%page.Batch == page.Batch-1 && ctx.Err() != nil {
			break
		}
		m := check.OccurrenceRef{Page: file, Index: int32(i)}
		l := &r.doc.Page.Links[i]
		if l.Identity == link.Canonical {
			r.deferTo(file, l, from)
		}
		if isMetaPath(l) {
			r.ref = page.ReferenceTo[int32](r.doc.Kind, l, r.resolve(from, l))
		} else {
			r.resolver.Resolve(l, &r.ref)
		}
		r.judge(m, l, &r.ref)
	}
	r.fillPending(ctx, file)
}

// isMetaPath reports whether a link is the relative path in a <meta> for those who show a shared
// page, which want whole URLs there.
func isMetaPath(l *link.Link) bool {
	return l.Element == "meta" && !l.Follow && !strings.HasPrefix(l.Raw, "/") && !strings.Contains(l.Raw, ":")
}

// resolve is where a link leads. sphinxext-opengraph writes paths from the root of the site into
// <meta> unless it knows the site's URL, which it does on Read the Docs alone: what leads to
// nothing from the page may be one of these.
func (r *worker) resolve(from page.Base, l *link.Link) check.Destination {
	d := page.Resolve(r.job, from, l)
	if !isMetaPath(l) {
		return d
	}
	isFound := func(d check.Destination) bool {
		return d.Internal && r.dir.Find(r.job.Scope.TargetPath(d.URL), d.URL.Query).Kind == site.Found
	}
	if rooted := page.Resolve(r.job, page.BaseAt(r.job.Scope.Page(""), from.Encoding()), l); !isFound(d) && isFound(rooted) {
		return rooted
	}
	return d
}

// isTemplate reports whether a document is a template of Jinja and no page, because it begins
// as one, perhaps behind a comment: the Sphinx theme of PyData ships its
// _static/webpack-macros.html with all sites.
func isTemplate(text []byte) bool {
	text = bytes.TrimSpace(text[:min(len(text), 4<<10)])
	if bytes.HasPrefix(text, []byte("<!--")) {
		_, text, _ = bytes.Cut(text, []byte("-->"))
		text = bytes.TrimSpace(text)
	}
	return bytes.HasPrefix(text, []byte("{%")) || bytes.HasPrefix(text, []byte("{#"))
}

// base is what the links of the document resolve against that was read last. Where the setting
// site-url says where the site is served, or the site is known to be at the root of its host, an
// error page that is made for another place is wrong.
func (d *directory) base(file int32, doc *page.Document) page.Base {
	from := page.NewBase(d.job.Scope.Page(d.dir.URLPath(file)), doc.Encoding, &doc.Page)
	isElsewhere := d.job.Inferred && (!d.job.Scope.Known() || d.job.Scope.Base() != "/")
	if name := d.dir.Path(file); isElsewhere && doc.Kind.IsPage() && pagekind.IsErrorPage(name) {
		from = from.ServedAt(d.dir.PrefixOf(&doc.Page, name), d.job.Scope.Base())
	}
	return from
}

// noteRefresh notes where the meta refresh of the page that was scanned last leads, unless it
// only loads the page again.
func (r *worker) noteRefresh(file int32, from page.Base) {
	refresh := r.doc.Page.Refresh
	if refresh == "" {
		return
	}
	to := page.Destination(r.job, from, refresh)
	if to.Reason == link.InvalidURL {
		return
	}
	r.refreshes[file] = unknownPage
	if to.Internal {
		switch l := r.land(to.URL); {
		case l.IsAway(), l.Ambiguous:
		case l.Entry.Kind != site.Found:
			r.refreshes[file] = noRefresh
		case l.Entry.File == file:
			r.refreshes[file] = noRefresh
			return
		case to.Fragment == "":
			r.refreshes[file] = l.Entry.File
		}
	}
	if u, err := from.URL.Resolve(refresh); r.comparer != nil && err == nil && u.IsHTTP() && u.Document() != r.job.Scope.Page(r.dir.URLPath(file)) {
		r.refreshURLs[file] = u.Document().Clone()
	}
}

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
	if fragment != "" && !r.isThere(file, fragment) && r.asksFor(l, place, fragment) {
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

// pageFiles reads the documents of a directory for one worker, one after the other.
// Large ones are read when the budget admits them.
type pageFiles struct {
	files  *site.Reader
	budget *check.PageBudget
	held   int64
	// admit and admitAll take what a file of a size may take, and what any may take.
	admit, admitAll func(size int64) error
}

// openPages returns a reader of the directory's documents, to be closed. What waits
// for the budget ends with ctx.
func (d *directory) openPages(ctx context.Context) *pageFiles {
	p := &pageFiles{files: d.dir.NewReader(), budget: d.inWork}
	p.admit = func(size int64) (err error) {
		p.held, err = p.budget.Admit(ctx, size)
		return err
	}
	p.admitAll = func(int64) error { return p.admit(check.LargePages) }
	return p
}

// read returns the bytes of a file, which are good until done is called, as it has to
// be before the next one is read. The error may also be that of the context.
func (p *pageFiles) read(file int32) ([]byte, error) {
	src, err := p.files.ReadAdmitted(file, p.admit)
	if !check.IsPacked(src) || p.held == check.LargePages {
		return src, err
	}
	// It may unpack to more than was admitted. To wait while it holds memory could be a
	// deadlock, so it is released and read once more.
	p.release()
	return p.files.ReadAdmitted(file, p.admitAll)
}

// done lets the next large document be read, and lets go of the memory of doc, if that
// is large.
func (p *pageFiles) done(doc *page.Document) {
	if p.held > 0 {
		*doc = page.Document{}
	}
	p.release()
}

// release frees the memory, and its part of the budget.
func (p *pageFiles) release() {
	if p.held > 0 {
		p.files.Forget()
		p.budget.Release(p.held)
		p.held = 0
	}
}

// Close gives back all that p holds.
func (p *pageFiles) Close() error {
	p.release()
	return p.files.Close()
}

package dir

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxBatch is how many files a worker takes at once. Files that follow each other are mostly in one
// directory, and a worker keeps what it knows of that directory. Of few files it takes fewer, so
// that all workers have some.
const maxBatch = 16

// eachDocument reads documents with several workers at once, and calls do with the number of the
// worker and the document, which is good until do returns. fault is what is wrong in the document,
// and cut why the rest of its file, or all, could not be read. It ends early with ctx.
func (d *directory) eachDocument(ctx context.Context, step string, files []int32, opt scan.Options, do func(worker int, file int32, doc *page.Document, fault, cut error)) {
	var next atomic.Int64
	var group sync.WaitGroup
	workers := min(d.job.Config.Jobs, len(files))
	batch := max(1, min(len(files)/(4*max(workers, 1)), maxBatch))
	for worker := range workers {
		group.Go(func() {
			reader, doc := d.dir.NewReader(), new(page.Document)
			// What it keeps open was only read from.
			defer func() { _ = reader.Close() }()
			for {
				end := int(next.Add(int64(batch)))
				if end-batch >= len(files) {
					return
				}
				for _, file := range files[end-batch : min(end, len(files))] {
					if ctx.Err() != nil {
						return
					}
					d.steps.Do(step, d.dir.File(file), func() {
						d.readDocument(ctx, reader, file, doc, opt, func(fault, cut error) { do(worker, file, doc, fault, cut) })
					})
				}
			}
		})
	}
	group.Wait()
}

// readDocument reads one document, and calls do when it is read. Large ones wait until the budget
// admits them, and their memory is let go of.
func (d *directory) readDocument(ctx context.Context, files *site.Reader, file int32, doc *page.Document, opt scan.Options, do func(fault, cut error)) {
	var held int64
	defer func() {
		if held > 0 {
			*doc = page.Document{}
			files.Forget()
			d.inWork.Release(held)
		}
	}()
	admit := func(size int64) (err error) {
		held, err = d.inWork.Admit(ctx, size)
		return err
	}
	src, cut := files.ReadAdmitted(file, admit)
	if fetch.IsPacked(src) && held < check.LargePages {
		// It may unpack to more than was admitted. To wait while it holds a part of the budget
		// could be a deadlock.
		d.inWork.Release(held)
		if err := admit(check.LargePages); err != nil {
			return
		}
	}
	if cut != nil && ctx.Err() != nil {
		return // the run says that it ended early
	}
	do(doc.Read(d.kinds[file], src, "", opt), cut)
}

// take takes in the document that was read, and judges its links as far as it can be done
// now.
func (r *worker) take(ctx context.Context, file int32, fault, cut error) {
	if cut == nil || r.doc.Size > 0 {
		r.judgeAll(ctx, file, cut != nil)
		switch {
		case errors.Is(fault, fetch.ErrUnpacked), errors.Is(fault, page.ErrManyLinks), errors.Is(fault, page.ErrLongBase):
			r.problems = append(r.problems, page.Unread(r.kinds[file], r.dir.File(file), true, fault))
		case fault != nil:
			// A fault in a feed or a manifest is for its author to fix. The rest of the
			// site is checked all the same.
			r.notes = append(r.notes, page.Unread(r.kinds[file], r.dir.File(file), true, fault))
		}
	}
	if cut != nil {
		r.problems = append(r.problems, page.Unread(r.kinds[file], r.dir.File(file), r.doc.Size > 0, cut))
	}
}

// judgeAll judges the links of the document that was read last.
func (r *worker) judgeAll(ctx context.Context, file int32, cut bool) {
	served := r.job.Scope.Page(r.dir.URLPath(file))
	from := r.base(file, r.doc)
	r.lines, r.hasTexts, r.maxTexts = position.NewLines(r.doc.Text), false, r.texts.Bytes()+len(r.doc.Text)
	if r.doc.Kind.HasAnchors() {
		facts := page.NewFacts(&r.doc.Page, cut, nil)
		r.facts[file].Store(&facts)
		r.noteRefresh(file, from)
	}
	if r.job.PageExcluded(served) || r.doc.Kind.IsPage() && isTemplate(r.doc.Text) {
		return
	}
	r.resolver.Enter(r.doc, from, r.dir.Path(file), r.facts[file].Load())
	if r.doc.Kind.IsPage() {
		r.pages++
		r.bytes += r.doc.Size
		r.job.Progress.Pages.Add(1)
		r.inventory.begin(file, r.doc)
		if r.job.OnPage != nil {
			r.job.OnPage(served, r.doc.Text, &r.doc.Page)
		}
		if look := health.Glance(r.doc.Kind, &r.doc.Page, r.doc.Text); look.Class != health.Content {
			r.shells[file] = look
		}
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
	if name := d.dir.Path(file); isElsewhere && doc.Kind.IsPage() && site.IsErrorPage(name) {
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
	case !r.facts[m.Page].Load().HasMap(l.Raw):
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
		return r.targets.number(&r.job.Scope, *d, r.judgeTarget)
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
	other, file := r.targets.other(place), r.targets.file(place)
	if other == nil || other.Entry.Kind == site.Found && other.isUp() {
		r.inventory.meet(m.Page, file, l)
	}
	if other != nil && !r.meetTarget(other, place, m) {
		return
	}
	r.targets.reach(file, m.Page, file == place)
	r.discover(file, l.Holds)
	if fragment != "" && !r.isThere(file, fragment) && r.asksFor(l, place, fragment) {
		r.ask(ask{m.Page, m.Index, place, hashOf(fragment)})
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

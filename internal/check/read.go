package check

import (
	"context"
	"errors"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

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
			if !r.steps.contain("read", r.dir.File(file), func() { r.readDocument(ctx, file) }) {
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
		case errors.Is(fault, site.ErrUnpacked), errors.Is(fault, errManyLinks), errors.Is(fault, errLongBase):
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
		r.bounds.keep(facts.size())
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

package dir

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// run reads documents with do as long as there are some.
func (r *worker) run(ctx context.Context, do func(context.Context, int32)) {
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
			if !r.steps.Do("read", r.dir.File(file), func() { do(ctx, file) }) {
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
		case errors.Is(fault, check.ErrUnpacked), errors.Is(fault, check.ErrManyLinks), errors.Is(fault, check.ErrLongBase):
			r.problems = append(r.problems, check.Unread(r.kinds[file], r.dir.File(file), true, fault))
		case fault != nil:
			// A fault in a feed or a manifest is for its author to fix. The rest of the
			// site is checked all the same.
			r.notes = append(r.notes, check.Unread(r.kinds[file], r.dir.File(file), true, fault))
		}
		r.noteKept()
	}
	if err != nil {
		r.problems = append(r.problems, check.Unread(r.kinds[file], r.dir.File(file), len(src) > 0, err))
	}
}

// judgeAll judges the links of the document that was read last.
func (r *worker) judgeAll(ctx context.Context, file int32, cut bool) {
	served := r.job.Scope.Page(r.dir.URLPath(file))
	from := r.base(file)
	if r.doc.Kind.HasAnchors() {
		facts := check.NewPageFacts(&r.doc.Page, &r.anchorMemory, cut, nil)
		r.facts.Put(file, facts)
		r.bounds.AddKept(facts.Size())
		r.noteRefresh(file, from)
	}
	if r.job.PageExcluded(served) || r.doc.Kind.IsPage() && isTemplate(r.doc.Text) {
		return
	}
	r.resolved.enter(from)
	if r.doc.Kind.IsPage() {
		r.pages++
		r.bytes += r.doc.Size
		r.job.Progress.Pages.Add(1)
		r.inventory.note(r, file, from)
		if r.job.OnPage != nil {
			r.job.OnPage(served, from, &r.doc)
		}
		r.shells.Note(file, &r.doc.Page, health.Rendering(r.doc.Kind, &r.doc.Page, r.doc.Text))
	}
	name := r.dir.Path(file)
	r.links += len(r.doc.Page.Links)
	r.job.Progress.Links.Add(int64(len(r.doc.Page.Links)))
	for i := range r.doc.Page.Links {
		if i%check.Batch == check.Batch-1 {
			if r.noteKept(); ctx.Err() != nil {
				break
			}
		}
		m := check.OccurrenceRef{Page: file, Index: int32(i)}
		l := &r.doc.Page.Links[i]
		if l.Identity == link.Canonical {
			r.deferTo(file, l, from)
		}
		switch {
		case check.IsMoot(l, name):
		case r.doc.Page.HasBase && check.IsOwnFragment(l, name, r.facts.Of(file)):
		case r.judgeSamePage(m, l, served):
		case l.Map:
			r.judgeMap(m, l)
		case check.IsCacheable(l) && !isMetaPath(l):
			r.judgeCached(m, l, from)
		default:
			r.judge(m, l, r.resolve(from, l))
		}
	}
	r.fillOccurrences(ctx, file)
}

// isMetaPath reports whether a link is the relative path in a <meta> for those who show a shared
// page, which want whole URLs there.
func isMetaPath(l *link.Link) bool {
	return l.Element == "meta" && !l.Follow && !strings.HasPrefix(l.Raw, "/") && !strings.Contains(l.Raw, ":")
}

// resolve is where a link leads. sphinxext-opengraph writes paths from the root of the site into
// <meta> unless it knows the site's URL, which it does on Read the Docs alone: what leads to
// nothing from the page may be one of these.
func (r *worker) resolve(from check.Base, l *link.Link) check.Destination {
	d := r.job.Resolve(from, l)
	if !isMetaPath(l) {
		return d
	}
	isFound := func(d check.Destination) bool {
		return d.Internal && r.dir.Find(r.job.Scope.TargetPath(d.URL), d.URL.Query).Kind == site.Found
	}
	if rooted := r.job.Resolve(check.BaseAt(r.job.Scope.Page(""), from.Encoding()), l); !isFound(d) && isFound(rooted) {
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
func (r *worker) base(file int32) check.Base {
	from := check.NewBase(r.job.Scope.Page(r.dir.URLPath(file)), r.doc.Encoding, &r.doc.Page)
	isElsewhere := r.job.Inferred && (!r.job.Scope.Known() || r.job.Scope.Base() != "/")
	if name := r.dir.Path(file); isElsewhere && r.doc.Kind.IsPage() && pagekind.IsErrorPage(name) {
		from = from.ServedAt(r.dir.PrefixOf(&r.doc.Page, name), r.job.Scope.Base())
	}
	return from
}

// noteRefresh notes where the meta refresh of the page that was scanned last leads.
func (r *worker) noteRefresh(file int32, from check.Base) {
	if r.doc.Page.Refresh == "" {
		return
	}
	to := r.job.Destination(from, r.doc.Page.Refresh)
	switch {
	case to.Reason == link.InvalidURL:
	case to.Internal:
		r.refreshTo(file, to)
	default:
		r.refreshes[file] = unknownPage
	}
}

// refreshTo notes where a meta refresh to a URL of the site leads.
func (r *worker) refreshTo(file int32, to check.Destination) {
	l := r.land(to.URL)
	switch entry := l.Entry; {
	case l.IsAway(), l.Ambiguous:
		r.refreshes[file] = unknownPage
	case entry.Kind != site.Found:
		r.deadRefreshes[file] = struct{}{}
	case entry.File == file:
	case to.Fragment != "":
		r.refreshes[file] = unknownPage
	default:
		r.refreshes[file] = entry.File
	}
}

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
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/pagekind"
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
	workers := min(d.Job.Config.Jobs, len(files))
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
					d.Step(step, d.dir.File(file), func() {
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
			d.InWork.Release(held)
		}
	}()
	admit := func(size int64) (err error) {
		held, err = d.InWork.Admit(ctx, size)
		return err
	}
	src, cut := files.Read(file, admit)
	if fetch.IsPacked(src) && held < check.LargePages {
		// It may unpack to more than was admitted. To wait while it holds a part of the budget
		// could be a deadlock.
		d.InWork.Release(held)
		if err := admit(check.LargePages); err != nil {
			return
		}
	}
	if cut == nil || ctx.Err() == nil { // else the run says that it ended early
		do(doc.Read(d.kinds[file], src, "", opt), cut)
	}
}

// take judges the links of the document that was read, as far as that can be done now, and says
// what is wrong with it. A fault in a feed or a manifest is for its author to fix, and costs no
// more than that document.
func (r *worker) take(ctx context.Context, file int32, fault, cut error) {
	isPart := r.doc.Size > 0
	if cut == nil || isPart {
		r.judgeAll(ctx, file, cut != nil || errors.Is(fault, fetch.ErrUnpacked))
	}
	unread := func(some bool, why error) string { return page.Unread(r.kinds[file], r.dir.File(file), some, why) }
	switch {
	case cut != nil:
		r.Problem(unread(isPart, cut))
	case errors.Is(fault, fetch.ErrUnpacked), errors.Is(fault, page.ErrManyLinks):
		r.Problem(unread(true, fault))
	case fault != nil:
		r.withLock(func() { r.notes = append(r.notes, unread(true, fault)) })
	}
}

// judgeAll judges the links of the document that was read last.
func (r *worker) judgeAll(ctx context.Context, file int32, cut bool) {
	doc, path := r.doc, r.dir.URLPath(file)
	served := r.Job.Scope.Page(path)
	r.from = r.base(file, served, doc)
	r.lines, r.maxTexts = position.NewLines(doc.Text), r.texts.Bytes()+len(doc.Text)
	if doc.Kind.HasAnchors() {
		facts := page.NewFacts(&doc.Page, cut, nil, &r.memory)
		r.facts[file].Store(&facts)
		r.noteRefresh(file)
	}
	if r.Job.PageExcluded(served) || doc.Kind.IsPage() && isTemplate(doc.Text) {
		return
	}
	if doc.Kind.IsPage() {
		r.sums.pages.Add(1)
		r.sums.bytes.Add(doc.Size)
		r.Job.Progress.Pages.Add(1)
		r.inventory.Add(file, link.Listed{Page: "/" + path, File: r.dir.File(file)}, doc)
		if r.Job.OnPage != nil {
			r.Job.OnPage(served, doc.Text, &doc.Page)
		}
		if look := health.Glance(doc.Kind, &doc.Page, doc.Text); look.Class != health.Content {
			r.withLock(func() { r.shells[file] = look })
		}
	}
	r.resolver.Enter(doc, r.from, r.dir.Path(file), r.facts[file].Load())
	r.sums.links.Add(int64(len(doc.Page.Links)))
	r.Job.Progress.Links.Add(int64(len(doc.Page.Links)))
	for i := range doc.Page.Links {
		if i%page.Batch == page.Batch-1 && ctx.Err() != nil {
			break
		}
		l := &doc.Page.Links[i]
		if isMetaPath(l) {
			r.ref = page.ReferenceTo[int32](doc.Kind, l, r.resolveMeta(l))
		} else {
			r.resolver.Resolve(l, &r.ref)
		}
		r.judge(check.OccurrenceRef{Page: file, Index: int32(i)}, l)
	}
}

// judgeRules judges where the host's rules lead, when all pages are read: each is a link that an
// author wrote, whether a page uses it or not. It is on no page, so what the report calls its page
// is the rule's file: programs that read reports need one.
func (r *worker) judgeRules() {
	r.doc = new(page.Document)
	base, origin := page.Base{URL: r.Job.Scope.Page("")}, &link.Origin{Element: link.RuleElement}
	for _, rule := range r.dir.Hosting().Profile.Rules() {
		if !rule.Literal {
			continue
		}
		r.sums.links.Add(1)
		r.Job.Progress.Links.Add(1)
		l := link.Link{Origin: origin, Raw: rule.To}
		r.ref = page.ReferenceTo[int32](link.NoKind, &l, page.Destination(r.Job, base, r.fromRoot(rule.To)))
		at := link.Occurrence{Page: rule.Source, File: rule.Source, Line: rule.Line, Column: rule.Column, Element: link.RuleElement, Link: rule.To}
		r.rules = append(r.rules, at)
		r.judge(check.OccurrenceRef{Page: int32(r.dir.Len()), Index: int32(len(r.rules) - 1), At: &at}, &l)
	}
}

// nowhere is what a link leads to of which there is nothing to say but what was said of the first
// one with the same reference, or of which all is said by those who request its target.
const nowhere = -1

// judge judges the link that leads to r.ref, or keeps it for later.
func (r *worker) judge(m check.OccurrenceRef, l *link.Link) {
	ref, d, place := &r.ref, &r.ref.To, int32(nowhere)
	switch {
	case ref.Class == page.Known:
		if ref.Target != nowhere {
			r.meet(m, l, ref.Target, ref.Fragment)
		}
		return
	case ref.Class == page.Nothing:
		return
	case ref.Class == page.Map:
		r.judgeMap(m, l)
		return
	case ref.Class == page.Unlisted:
		r.sums.outside.Add(1)
		return
	case ref.Class == page.Invalid:
		r.fault(weburl.Redact(l.Raw), false, check.Temper(check.InvalidURL, d.Rule), m)
		return
	case ref.Class == page.Skipped:
		r.local.AddSkipped(r.Job, d)
		r.resolver.Keep(ref, nowhere)
	case d.Internal && !d.Rule.Is(config.VerdictOK):
		place = r.lookUp(d.URL)
		r.resolver.Keep(ref, place)
	case d.Internal && r.Job.IsOtherShare():
		d.Reason = link.Excluded
		r.local.AddSkipped(r.Job, d)
	default:
		if r.Job.JudgesFragment(d) {
			m.Fragment = d.Fragment
		}
		r.checker.Add(d.URL, d.Internal, m)
	}
	if d.PastBase {
		r.local.AddPastBase(r.Job, d)
	}
	if place != nowhere {
		r.meet(m, l, place, ref.Fragment)
	}
}

// meet notes a link to a place: what is wrong with the place, that the file there is linked to, and
// the fragment that is asked for.
func (r *worker) meet(m check.OccurrenceRef, l *link.Link, place int32, fragment string) {
	file, isJudged := place, true
	if other := r.other(place); other != nil {
		file = other.entry.File
		if other.outcome != nil {
			r.fault(other.name, true, *other.outcome, m)
		}
		if other.isAway() && other.isUp() {
			r.ref = page.ReferenceTo[int32](link.NoKind, l, r.Job.DestinationOf(other.end))
			r.judge(m, l)
		}
		if other.entry.Kind != site.Found || !other.isUp() {
			return
		}
		if other.entry.Bare {
			r.judgeLater(ask{page: m.Page, index: m.Index, place: place})
		}
		isJudged = !other.isAmbiguous
	}
	if file == place && file != m.Page {
		r.marks[file] |= direct
	}
	r.inventory.Link(m.Page, file, l)
	if !isJudged {
		return
	}
	if l.Holds != link.NoKind && r.kinds[file] == link.NoKind && !r.dir.IsRepository() {
		r.withLock(func() {
			// Where links say different things, the least kind counts, and not the first.
			if known, ok := r.discoveries[file]; !ok || l.Holds < known {
				r.discoveries[file] = l.Holds
			}
		})
	}
	if fragment != "" && r.dir.IsRepository() {
		fragment = r.inRepository(m, place, file, fragment)
	}
	if fragment != "" {
		r.ask(m, l, place, file, fragment)
	}
}

// inRepository judges a fragment that marks lines of a file of a repository, and returns the one to
// look up.
func (r *worker) inRepository(m check.OccurrenceRef, place, file int32, fragment string) string {
	if last, isLines := page.LastLine(fragment); isLines && !r.kinds[file].HasAnchors() && !r.dir.HasLine(file, last) && r.Job.JudgesFragment(&check.Destination{Fragment: fragment, Internal: true}) {
		o := check.Outcome{Verdict: link.Broken, Reason: link.FragmentNotFound, Message: "the file has fewer lines"}
		r.fault(r.name(place)+"#"+fragment, true, o, m)
	}
	return markdown.Fragment(fragment)
}

// fault notes a link to a target that is not ok. Past the bound on what is kept, it notes one
// link of each target. These targets are of the site, which share 1 judges: other shares only
// count them. While the page is in memory, what the report shows of the link is taken at once:
// openjdk-17-doc lacks a file that each of its 10,137 pages links to, and to read all of them
// twice would take twice the time.
func (r *worker) fault(name string, internal bool, o check.Outcome, m check.OccurrenceRef) {
	if r.Job.IsOtherShare() {
		r.local.AddSkip(name, link.Excluded)
		return
	}
	if r.local.Knows(name, internal, o.Reason) && !r.AddOccurrence() {
		return
	}
	if m.At == nil && r.doc != nil && r.readText(&r.doc.Page.Links[m.Index]) {
		at := r.occurrence(m.Page, r.doc, r.from, r.lines, m.Index)
		m.At = &at
	}
	r.local.AddFault(name, internal, o, m)
}

// readText reads the text of a link, which was not collected, because a site without broken links
// does not need it. It reports false where that is for the second reading: what each link reads may
// continue to the end of the document, the positions in a srcdoc are those of another document, and
// the text of a link of a picture is around it.
func (r *worker) readText(l *link.Link) bool {
	switch {
	case l.Element != "a":
	case r.doc.Page.Nested, l.Attribute == "xlink:href", r.texts.Bytes() > r.maxTexts:
		return false
	case l.Attribute == "href":
		l.Text = r.texts.Of(r.doc.Kind, r.doc.Text, l.Offset)
	}
	return true
}

// judgeMap judges the usemap of an image, which is about the page it is in.
func (r *worker) judgeMap(m check.OccurrenceRef, l *link.Link) {
	name := "/" + r.dir.URLPath(m.Page) + l.Raw
	switch {
	case l.Ignored:
		r.local.AddSkip(name, link.Ignored)
	case !r.facts[m.Page].Load().HasMap(l.Raw):
		r.fault(name, true, check.NoMap, m)
	}
}

// noteRefresh notes where the meta refresh of the page that was read last leads, unless it only
// loads the page again.
func (r *worker) noteRefresh(file int32) {
	refresh := r.doc.Page.Refresh
	if refresh == "" {
		return
	}
	to := page.Destination(r.Job, r.from, refresh)
	if to.Reason == link.InvalidURL {
		return
	}
	r.refreshes[file] = unknownPage
	if to.Internal {
		switch end := r.walk(to.URL); {
		case end.isAway(), end.isAmbiguous:
		case end.entry.Kind != site.Found:
			r.refreshes[file] = noRefresh
		case end.entry.File == file:
			r.refreshes[file] = noRefresh
			return
		case to.Fragment == "":
			r.refreshes[file] = end.entry.File
		}
	}
	if r.comparer != nil && to.URL.IsHTTP() && to.URL != r.Job.Scope.Page(r.dir.URLPath(file)) {
		r.withLock(func() { r.refreshURLs[file] = to.URL.Clone() })
	}
}

// base is what the links of a document that is served at a URL resolve against. Where the setting site-url says where the
// site is served, or the site is known to be at the root of its host, an error page that is made
// for another place is wrong.
func (d *directory) base(file int32, served weburl.URL, doc *page.Document) page.Base {
	from := page.NewBase(served, doc.Encoding, &doc.Page)
	if d.dir.IsRepository() {
		from.Root = d.Job.Scope.Base()
	}
	isElsewhere := d.Job.Inferred && (!d.Job.Scope.Known() || d.Job.Scope.Base() != "/")
	if name := d.dir.Path(file); isElsewhere && doc.Kind.IsPage() && pagekind.IsErrorPage(name) {
		from.Prefix, from.Home = d.dir.PrefixOf(&doc.Page, name), d.Job.Scope.Base()
	}
	return from
}

// isMetaPath reports whether a <meta> has a relative path for those who show a shared page, which
// want whole URLs there.
func isMetaPath(l *link.Link) bool {
	return l.Element == "meta" && !l.Follow && !strings.HasPrefix(l.Raw, "/") && !strings.Contains(l.Raw, ":")
}

// resolveMeta is where such a path leads. sphinxext-opengraph writes paths from the root of the
// site there unless it knows the site's URL, which it does on Read the Docs alone: what leads to
// nothing from the page may be one of these.
func (r *worker) resolveMeta(l *link.Link) check.Destination {
	isFound := func(d check.Destination) bool { return d.Internal && r.walk(d.URL).entry.Kind == site.Found }
	d := page.Resolve(r.Job, r.from, l)
	if rooted := page.Resolve(r.Job, page.Base{URL: r.Job.Scope.Page(""), Encoding: r.from.Encoding}, l); !isFound(d) && isFound(rooted) {
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

package target

import (
	"context"
	"errors"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// askFor does one task.
func (a *Checker) askFor(ctx context.Context, work Task) {
	if work.Level == LevelLinks && a.Reader.IsTrapped(work.Target) {
		return
	}
	resp, err := a.get(ctx, work)
	a.noteResponse(work, resp, err)
	if resp == nil {
		a.settleFailure(work, a.job.JudgeAnswer(work.Target.URL, nil, err), isTransient(err))
		return
	}
	defer a.release(resp, len(resp.Body))
	result := a.job.JudgeAnswer(work.Target.URL, resp, nil)
	if a.postpone(work, result, resp.Transient) {
		return
	}
	if work.Target.Internal && work.First == nil {
		judged, again := a.Reader.Compare(ctx, &work, resp, result)
		if again {
			a.ask(ctx, work)
			return
		}
		result = judged
	}
	var owner *Target
	a.WithLock(func() {
		a.results.note(work.Target, resp)
		if work.Level >= LevelAnchors && result.Good() && tellsAnchors(resp) {
			work.Target.looked = true
		}
		owner = a.ownerLocked(work.Target, work.Level, resp, result)
	})
	followed := false
	if owner != nil {
		followed = a.readDocument(ctx, owner, work, resp, result)
	} else {
		a.settle(work.Target, work.Level, result)
	}
	a.Reader.Answered(work, resp, result, followed)
}

// get returns the answer to a task, which release gives back.
func (a *Checker) get(ctx context.Context, work Task) (*fetch.Response, error) {
	if work.First != nil {
		a.documents.add(len(work.First.Body))
		return work.First, nil
	}
	want := fetch.Answer
	switch work.Level {
	case LevelAnchors:
		want = fetch.Page
	case LevelLinks:
		want = fetch.Document
	default:
		return a.job.Client.Do(ctx, a.request(work, want))
	}
	a.documents.ask()
	came := 0
	defer func() { a.documents.come(came) }()
	resp, err := a.job.Client.Do(ctx, a.request(work, want))
	if err != nil {
		return nil, err
	}
	came = len(resp.Body)
	return resp, nil
}

// release lets go of an answer, whose body has that size.
func (a *Checker) release(resp *fetch.Response, size int) {
	resp.Release()
	a.documents.add(-size)
}

// ownerLocked is the target whose page an answer for t is, when the page is to be read at all:
// t itself, or on the site the page that it redirects to. It is nil when that page
// is read for another target.
func (a *Checker) ownerLocked(t *Target, at Level, resp *fetch.Response, result check.Outcome) *Target {
	final := resp.URL.Document()
	t.FixedFragment = resp.URL.Fragment != ""
	if at < LevelAnchors || t.kind(resp) == link.NoKind || !result.Good() && !result.Cut {
		return nil
	}
	if final == t.URL || !t.Internal {
		return t
	}
	internal, ok := a.job.Scope.Internal(final)
	if !ok {
		t.FixedFragment = true
		return nil
	}
	page := a.TargetLocked(internal, true)
	if page == t {
		return t
	}
	t.FragmentPage = page
	if a.Reader.RedirectsLocked(t, page) {
		return nil
	}
	if !page.Claim(at) {
		return nil
	}
	return page
}

// tellsAnchors reports whether an answer decides about all anchors of the document: the
// page was read, or the document is no page and has no anchors to look up.
func tellsAnchors(resp *fetch.Response) bool {
	if resp.HTML {
		return resp.Body != nil
	}
	return resp.ContentType != ""
}

// kind is what the answer for t is to be read as; NoKind when it is not. A page
// whose body was not read is not an empty one.
func (t *Target) kind(resp *fetch.Response) link.Kind {
	switch {
	case resp.Body == nil:
		return link.NoKind
	case resp.HTML:
		return page.KindOf(resp)
	case scan.KindOfMedia(resp.ContentType) == link.SVGKind:
		return link.SVGKind
	}
	return t.Holds
}

// readDocument reads the document in resp, which is owner's, and settles what it answers: a
// page for its anchors, and on a live site everything for its links. It reports whether
// those were followed: a redirect may end at a page that exclude-pages names.
func (a *Checker) readDocument(ctx context.Context, owner *Target, work Task, resp *fetch.Response, result check.Outcome) (followed bool) {
	held, err := a.inWork.Admit(ctx, check.UnpackedSize(resp.Body))
	if err != nil {
		a.settle(work.Target, work.Level, *check.NotReached)
		return false
	}
	defer a.inWork.Release(held)
	scratch := <-a.scratch
	defer a.scratch.leave(scratch)
	doc := &scratch.doc
	fault := doc.Read(work.Target.kind(resp), resp.Body, resp.Charset, scan.Options{Text: true})
	doc.ApplyRefreshHeader(resp)
	from := page.NewBase(resp.URL.Document(), doc.Encoding, &doc.Page)
	var facts *check.PageFacts
	if doc.Kind.HasAnchors() {
		facts = factsOf(owner, doc, resp)
	}
	a.WithLock(func() {
		if facts != nil {
			owner.Page = facts
			a.bounds.AddKept(facts.Size())
		}
		a.followLocked(owner, from, doc.Page.Refresh)
	})
	// Links that wait for the page are judged before its own links are read. Most of these
	// lead to the page itself, and then need not wait.
	if owner != work.Target {
		a.settle(owner, work.Level, result.Direct())
	}
	a.settle(work.Target, work.Level, result)
	if !owner.Internal || work.Level != LevelLinks {
		return false
	}
	if !doc.Kind.IsPage() {
		fault = errors.Join(resp.Cut, fault) // a page that is cut is recorded as such
	}
	return a.Reader.ReadLinks(ctx, owner, from, doc, fault)
}

// factsOf are the facts of owner's page, which was read.
func factsOf(owner *Target, doc *page.Document, resp *fetch.Response) *check.PageFacts {
	var external *check.ExternalFacts
	if !owner.Internal {
		external = check.NewExternalFacts(resp.URL, doc.Text)
	}
	facts := check.NewPageFacts(&doc.Page, nil, resp.Cut != nil, external)
	return &facts
}

// followLocked notes that a page sends its readers on, as far as its fragments are concerned.
func (a *Checker) followLocked(owner *Target, from page.Base, refresh string) {
	if refresh == "" {
		return
	}
	d := page.Destination(a.job, from, refresh)
	switch {
	case d.Reason == link.InvalidURL, d.URL == owner.URL:
	case !owner.Internal, !d.Internal, d.Fragment != "":
		// The fragment of a link to it is not looked up at its destination: that page is not
		// read, or the redirect names another fragment.
		owner.FixedFragment = true
		if owner.Internal && !d.Internal {
			a.Reader.LeavesSiteLocked(owner, d.URL)
		}
	case d.Reason == "":
		owner.FragmentPage = a.TargetLocked(d.URL, true)
	}
}

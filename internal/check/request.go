package check

import (
	"context"
	"errors"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// askFor does one task.
func (a *asker) askFor(ctx context.Context, work task) {
	if work.level == links && a.reader.isTrapped(work.target) {
		return
	}
	resp, err := a.get(ctx, work)
	a.noteResponse(work, resp, err)
	if resp == nil {
		a.giveUp(work, a.job.judgeAnswer(work.target.url, nil, err), isPassing(err))
		return
	}
	defer a.release(resp, len(resp.Body))
	result := a.job.judgeAnswer(work.target.url, resp, nil)
	if a.postpone(work, result, resp.Transient) {
		return
	}
	if work.target.internal && work.first == nil {
		judged, again := a.reader.compare(ctx, &work, resp, result)
		if again {
			a.ask(ctx, work)
			return
		}
		result = judged
	}
	var owner *target
	a.locked(func() {
		a.recall.note(work.target, resp)
		if work.level >= anchors && result.good() && tellsAnchors(resp) {
			work.target.looked = true
		}
		owner = a.owner(work.target, work.level, resp, result)
	})
	followed := false
	if owner != nil {
		followed = a.readDocument(ctx, owner, work, resp, result)
	} else {
		a.settle(work.target, work.level, result)
	}
	a.reader.answered(work, resp, result, followed)
}

// get returns the answer to a task, which release gives back.
func (a *asker) get(ctx context.Context, work task) (*fetch.Response, error) {
	if work.first != nil {
		a.backlog.add(len(work.first.Body))
		return work.first, nil
	}
	want := fetch.Answer
	switch work.level {
	case anchors:
		want = fetch.Page
	case links:
		want = fetch.Document
	default:
		return a.job.Client.Do(ctx, a.request(work, want))
	}
	a.backlog.ask()
	came := 0
	defer func() { a.backlog.come(came) }()
	resp, err := a.job.Client.Do(ctx, a.request(work, want))
	if err != nil {
		return nil, err
	}
	came = len(resp.Body)
	return resp, nil
}

// release lets go of an answer, whose body has that size.
func (a *asker) release(resp *fetch.Response, size int) {
	resp.Release()
	a.backlog.add(-size)
}

// owner is the target whose page an answer for t is, when the page is to be read at all:
// t itself, or on the site the page that it redirects to. It is nil when somebody else
// reads that page.
func (a *asker) owner(t *target, at level, resp *fetch.Response, result outcome) *target {
	final := resp.URL.Document()
	t.fixedFragment = resp.URL.Fragment != ""
	if at < anchors || t.kind(resp) == link.NoKind || !result.good() && !result.cut {
		return nil
	}
	if final == t.url || !t.internal {
		return t
	}
	own, ok := a.job.Space.Own(final)
	if !ok {
		t.fixedFragment = true
		return nil
	}
	page := a.target(own, true)
	if page == t {
		return t
	}
	t.forward = page
	if a.reader.forwards(t, page) {
		return nil
	}
	if page.asked >= at {
		return nil
	}
	page.asked = at
	return page
}

// tellsAnchors reports whether an answer says all of the anchors behind it: the page
// was read, or it is no page, and so what is asked of it is not an anchor.
func tellsAnchors(resp *fetch.Response) bool {
	if resp.HTML {
		return resp.Body != nil
	}
	return resp.ContentType != ""
}

// kind is what the answer for t is to be read as; NoKind when it is not. A page
// whose body nobody read is not an empty one.
func (t *target) kind(resp *fetch.Response) link.Kind {
	switch {
	case resp.Body == nil:
		return link.NoKind
	case resp.HTML:
		return pageKind(resp)
	}
	return t.holds
}

// readDocument reads the document in resp, which is owner's, and settles what it
// answers: a page for its anchors, and on a live site everything for its links. It reports whether those
// were followed: a redirect may end at a page that exclude-pages names.
func (a *asker) readDocument(ctx context.Context, owner *target, work task, resp *fetch.Response, result outcome) (followed bool) {
	held, err := a.inWork.admit(ctx, site.UnpackedSize(resp.Body))
	if err != nil {
		a.settle(work.target, work.level, *notReached)
		return false
	}
	defer a.inWork.leave(held)
	desk := <-a.desks
	defer a.desks.leave(desk)
	doc := &desk.doc
	fault := doc.read(work.target.kind(resp), resp.Body, resp.Charset, scan.Options{Text: true})
	takeRefresh(doc, resp)
	from := newBase(resp.URL.Document(), doc.encoding, &doc.page)
	var facts *pageFacts
	if resp.HTML {
		facts = factsOf(owner, doc, resp)
	}
	a.locked(func() {
		if resp.HTML {
			owner.page = facts
			a.bounds.keep(facts.size())
		}
		a.follow(owner, from, doc.page.Refresh)
	})
	// What waits for the page is judged before its own links are read, most of
	// which lead to the page itself and need not wait then.
	if owner != work.target {
		a.settle(owner, work.level, result.direct())
	}
	a.settle(work.target, work.level, result)
	if !owner.internal || work.level != links {
		return false
	}
	if !doc.kind.IsPage() {
		fault = errors.Join(resp.Cut, fault) // a page that is cut is recorded as such
	}
	return a.reader.readLinks(ctx, owner, from, doc, fault)
}

// factsOf are the facts of owner's page, which was read.
func factsOf(owner *target, doc *document, resp *fetch.Response) *pageFacts {
	var foreign *foreignFacts
	if !owner.internal {
		foreign = newForeignFacts(resp.URL, doc.text)
	}
	facts := newPageFacts(&doc.page, nil, resp.Cut != nil, foreign)
	return &facts
}

// follow notes that a page sends its readers on, as far as its fragments are concerned.
func (a *asker) follow(owner *target, from base, refresh string) {
	if refresh == "" {
		return
	}
	d := a.job.destination(from, refresh)
	switch {
	case d.reason == link.InvalidURL, d.url == owner.url:
	case !owner.internal, !d.internal, d.fragment != "":
		// Where it leads no fragment of a link is looked up: nobody reads on there,
		// or it asks for a place of its own.
		owner.fixedFragment = true
		if owner.internal && !d.internal {
			a.reader.leavesSite(owner, d.url)
		}
	case d.reason == "":
		owner.forward = a.target(d.url, true)
	}
}

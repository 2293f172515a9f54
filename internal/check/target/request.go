package target

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// ask does one task, unless more of its target was claimed since: a page may name another first as
// its next one and then as a page to go to. If it panics, the links that wait for its target still get
// a result.
func (a *Checker) ask(ctx context.Context, work Task) {
	isOld := false
	a.WithLock(func() { isOld = work.Level < work.Target.Claimed })
	if isOld {
		return
	}
	name := a.job.DisplayName(work.Target.URL, work.Target.Internal)
	if a.run.Step("check", name, func() { a.askFor(ctx, work) }) {
		return
	}
	a.run.Step("record the result for", name, func() {
		a.conclude(work, nil, check.Outcome{
			Verdict: link.Unverified, Reason: link.NotReached, Message: "linkvet itself failed here: see the problems of the run",
		})
	})
}

// conclude settles a task whose answer is not read.
func (a *Checker) conclude(work Task, resp *fetch.Response, result check.Outcome) {
	a.settle(work.Target, work.Level, result)
	a.answered(work, resp, result, false)
}

func (a *Checker) answered(work Task, resp *fetch.Response, result check.Outcome, isRead bool) {
	if a.Reader != nil {
		a.Reader.Answered(work, resp, result, isRead)
	}
}

// askFor requests the target of a task, judges the answer, and reads the page where the task asks
// for that.
func (a *Checker) askFor(ctx context.Context, work Task) {
	t := work.Target
	resp, err := work.First, error(nil)
	if resp == nil {
		resp, err = a.job.Client.Do(ctx, a.request(work))
	}
	a.noteHost(work, err)
	result := a.job.JudgeAnswer(t.URL, resp, err)
	if resp == nil {
		failed, ok := errors.AsType[*fetch.Error](err)
		a.settleFailure(work, result, ok && failed.Transient)
		return
	}
	defer resp.Release()
	if resp.Transient && a.postpone(work, result) {
		return
	}
	if t.Internal && work.First == nil {
		judged, again := a.Reader.Compare(ctx, &work, resp, result)
		if again {
			a.ask(ctx, work)
			return
		}
		result = judged
	}
	a.Lock()
	a.results.note(work, resp, result)
	owner := a.ownerLocked(t, work.Level, resp, result)
	a.Unlock()
	if owner == nil {
		a.conclude(work, resp, result)
		return
	}
	a.answered(work, resp, result, a.readDocument(ctx, owner, work, resp, result))
}

// request is the request of a task, for as much of the answer as it needs.
func (a *Checker) request(work Task) fetch.Request {
	r := fetch.Request{URL: work.Target.URL, OnWait: a.Queue.Rest}
	switch work.Level {
	case LevelAnchors:
		r.Want = fetch.Page
	case LevelLinks:
		r.Want = fetch.Document
	}
	if work.failed != nil {
		r.Deferred, r.Probes = true, min(a.job.Config.HostConcurrency, int(a.firstRequests.Load()))
	}
	return r
}

// ownerLocked is the target whose page an answer for t is, when the page is to be read at all:
// t itself, or on the site the page that it redirects to. It is nil when that page is read for
// another target.
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
	a.Reader.RedirectsLocked(t, page)
	if !page.Claim(at) {
		return nil
	}
	return page
}

// kind is what the answer for t is to be read as; NoKind when it is not. A page whose body was
// not read is not an empty one.
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
// page for its anchors, and on a live site everything for its links. It reports whether those
// were followed: a redirect may end at a page that exclude-pages names.
func (a *Checker) readDocument(ctx context.Context, owner *Target, work Task, resp *fetch.Response, result check.Outcome) (followed bool) {
	held, err := a.run.InWork.Admit(ctx, fetch.UnpackedSize(resp.Body))
	if err != nil {
		a.settle(work.Target, work.Level, *check.NotReached)
		return false
	}
	defer a.run.InWork.Release(held)
	doc := <-a.documents
	defer func() { a.documents <- emptied(doc) }()
	fault := doc.Read(work.Target.kind(resp), resp.Body, resp.Charset, scan.Options{Text: true})
	from := page.NewBase(resp.URL.Document(), doc.Encoding, &doc.Page)
	var facts *page.Facts
	if doc.Kind.HasAnchors() {
		facts = factsOf(owner, doc, resp)
	}
	a.WithLock(func() {
		if facts != nil {
			owner.Page = facts
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

// keptLinks is the number of links, or of anchors, past which their memory is not kept for the
// next document: a page of 64 MiB can have five million, and few have more than this.
const keptLinks = 8 << 10

// emptied returns a document to read the next one into, with the memory of d.
func emptied(d *page.Document) *page.Document {
	if max(cap(d.Page.Links), cap(d.Page.Anchors)) > keptLinks {
		return new(page.Document)
	}
	clear(d.Page.Links)
	d.Text = nil
	return d
}

// factsOf are the facts of owner's page, which was read.
func factsOf(owner *Target, doc *page.Document, resp *fetch.Response) *page.Facts {
	var external *page.ExternalFacts
	if !owner.Internal {
		external = page.NewExternalFacts(resp.URL, doc.Text)
		external.IsWall = health.LookAt(resp.URL, doc.Kind, &doc.Page, doc.Text).IsWall()
	}
	facts := page.NewFacts(&doc.Page, resp.Cut != nil, external, nil)
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

const (
	// retryAfter is the minimum wait after a temporary failure. Without it, a run with no other
	// work would retry at once and see the same failure.
	retryAfter = time.Second
	// firstRequests is how many links of a host are requested at once on the first try while
	// it has not responded.
	firstRequests = 2
	// firstOnRetry is how many requests the deferred retry sends at first, shared by all its
	// hosts: each request opens a connection.
	firstOnRetry = 1024
)

// Run asks until all that was found is answered or ctx is done. What failed in passing is
// requested once more when all else is done.
func (a *Checker) Run(ctx context.Context) {
	a.Queue.Run(ctx, a.job.Workers(), a.ask)
	a.retryDeferred(ctx)
}

// AskAgain requests targets once more that were answered, and judges the links to them by
// the new answers where these are good. Otherwise the first answers stand: a failure that
// is not theirs must not hide them. What comes of good answers is requested too. Call it
// after Run.
func (a *Checker) AskAgain(ctx context.Context, targets []*Target) {
	tasks := make([]Task, len(targets))
	a.WithLock(func() {
		for i, t := range targets {
			tasks[i] = Task{Target: t, Level: t.Claimed, failed: t.Outcome}
			t.Answered = NoLevel
		}
	})
	a.retry(ctx, tasks)
	a.retryDeferred(ctx)
	a.WithLock(func() {
		for _, work := range tasks {
			if t := work.Target; !t.Outcome.Good() {
				t.Outcome = work.failed
				t.Answered = t.Claimed
			}
		}
	})
}

// retryDeferred does the tasks that were postponed, and those that they cause, until there
// are none or ctx is done.
func (a *Checker) retryDeferred(ctx context.Context) {
	for {
		var tasks []Task
		var last time.Time
		a.WithLock(func() { tasks, last, a.deferred = a.deferred, a.failedAt, nil })
		if len(tasks) == 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(last.Add(retryAfter))):
		}
		a.retry(ctx, tasks)
	}
}

// retry does tasks, and what comes of them. Targets that had no request come first: they say
// more about a host that was given up than links that have failed already. Neighbors are
// separated: pages that hang often have similar names, and the first few links decide whether a
// host is given up.
func (a *Checker) retry(ctx context.Context, tasks []Task) {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	hosts := map[string]bool{}
	for _, notRequested := range []bool{true, false} {
		for _, work := range tasks {
			if host := a.host(work.Target); work.failed.NotRequested == notRequested {
				hosts[host] = true
				a.Queue.Add(host, work, false)
			}
		}
	}
	a.firstRequests.Store(int64(max(firstOnRetry/max(len(hosts), 1), firstRequests)))
	for _, work := range a.Queue.Run(ctx, a.job.Workers(), a.ask) {
		if work.failed != nil {
			a.settleFailure(work, *work.failed, false)
		}
	}
}

// postpone leaves a task that failed with that result for the deferred retry, if the settings
// allow a further try and this was the first one.
func (a *Checker) postpone(work Task, result check.Outcome) bool {
	if a.job.Config.Retries == 0 || work.failed != nil || work.First != nil || result.Verdict == link.OK {
		return false
	}
	a.Lock()
	defer a.Unlock()
	work.failed = &result
	a.deferred, a.failedAt = append(a.deferred, work), time.Now()
	return true
}

// settleFailure settles a task that came to no answer, or leaves it for the deferred retry. The
// outcome of the first attempt stays when there was no real second one: the run ended first, or
// the host failed meanwhile in another way. If the host failed in the same way, the later outcome
// stays: it has the words that the host's other links have.
func (a *Checker) settleFailure(work Task, result check.Outcome, isTransient bool) {
	first := work.failed
	switch {
	case isTransient && a.postpone(work, result):
		return
	case first == nil:
	case result.Reason == link.NotReached, result.NotRequested && !first.NotRequested && result.Reason != first.Reason:
		result = *first
	}
	a.conclude(work, nil, result)
}

// noteHost tells the frontier that a host responds, at least by refusing at once. A silent host
// takes a long time for each of its links.
func (a *Checker) noteHost(work Task, err error) {
	failed, ok := errors.AsType[*fetch.Error](err)
	if !ok || len(failed.Redirects) > 0 || !slices.Contains([]link.Reason{link.DNSTemporary, link.NotReached, link.Timeout}, failed.Reason) {
		a.Queue.Prove(a.host(work.Target))
	}
}

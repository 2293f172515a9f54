package crawl

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// What is asked of a crawl once its pages are read.

// at returns the target of the site that the report names so; one that is new when there is none.
func (c *crawl) at(name string) *target.Target {
	if t := c.checker.Internal[c.Job.Scope.Page(strings.TrimPrefix(name, "/")).Path]; t != nil {
		return t
	}
	return &target.Target{Outcome: check.NotJudged}
}

// isCovered reports whether the links of a page were checked, or the site has the page no
// more. A page that no link led to may be behind one that was left out.
func (c *crawl) isCovered(page string) bool {
	switch t := c.at(page); {
	case t.Crawled == nil:
		return !c.isPartial
	case c.suspects.known(t).Failed, !t.IsAnswered(), t.Outcome.Verdict == link.Unverified, t.Outcome.Verdict == link.Skipped:
		return false
	default:
		return t.Answered() >= target.LevelLinks || !t.Outcome.Good() || len(t.Outcome.Redirects) > 0
	}
}

// isPlain reports whether a target was asked for and is there by itself.
func isPlain(t *target.Target) bool {
	return t.IsAnswered() && t.Outcome.Good() && t.FragmentPage == nil && !t.FixedFragment && len(t.Outcome.Redirects) == 0
}

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context) {
	var known []*target.Target
	for _, t := range c.checker.Internal {
		if t.Outcome.Verdict == link.OK && t.URL.Query == "" {
			known = append(known, t)
		}
	}
	slices.SortFunc(known, func(a, b *target.Target) int { return cmp.Compare(a.URL.Path, b.URL.Path) })
	numbers := make(map[*target.Target]int32, len(known))
	for i, t := range known {
		numbers[t] = int32(i)
	}
	path := func(i int32) string { return c.Job.Scope.TargetPath(known[i].URL) }
	// end is the page where readers of a target end; negative when that is not known to be one.
	end := func(i int32) int32 {
		t := endOf(known[i])
		if number, ok := numbers[t]; ok && !known[i].FixedFragment && !t.FixedFragment && len(t.Outcome.Redirects) == 0 {
			return number
		}
		return -1 // perhaps off the site
	}
	a := advice.Advisor{Job: c.Job, Report: c.Report, PathLike: func(i int32, _ string) string { return path(i) }, Outside: c.local.OutsideBase, Site: suggest.Site{Len: len(known), Path: path, End: end}}
	a.AdvisePaths(ctx)
	advice.WithBasePath(c.Job, c.Report)
}

// listedAt is the page at which the reader of a target ends by redirects.
func listedAt(t *target.Target) *target.Target {
	for i := 0; i < check.MaxFragmentHops && t.Page == nil && t.FragmentPage != nil; i++ {
		t = t.FragmentPage
	}
	return t
}

// endOf is where the redirects and meta refreshes of a target lead on the site: itself for most.
func endOf(t *target.Target) *target.Target {
	for i := 0; i < check.MaxFragmentHops && t.FragmentPage != nil; i++ {
		t = t.FragmentPage
	}
	return t
}

// Visit is that of check.Visitor, once the site was crawled. It requests what the crawl does not know yet.
func (c *crawl) Visit(ctx context.Context, u weburl.URL) check.Visit {
	if t := c.checker.Internal[u.Path+u.Query]; t != nil && isPlain(t) && t.Outcome.Protection == "" {
		if known := c.suspects.known(t); !known.IsAway && known.Look.Class != health.Login && known.Look.Class != health.Password {
			return check.Visit{Outcome: *t.Outcome}
		}
	}
	return c.Job.FollowRefreshes(u, func(u weburl.URL) (check.Visit, weburl.URL) { return c.request(ctx, u) })
}

// request is what a reader gets at u before a meta refresh leads to next; next is the zero
// URL when none does.
func (c *crawl) request(ctx context.Context, u weburl.URL) (visit check.Visit, next weburl.URL) {
	want := fetch.Page
	if isNamedAsFile(u.Path) {
		want = fetch.Answer
	}
	resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: u, Want: want})
	visit.Outcome = c.Job.JudgeAnswer(u, resp, err)
	if err != nil {
		failed, ok := errors.AsType[*fetch.Error](err)
		if !ok || len(failed.Redirects) == 0 {
			return visit, next
		}
		// Whether another site answers to which the request was redirected is of no importance.
		if end, isInternal := c.Job.Scope.Internal(check.EndOf(u, failed.Redirects).Document()); !isInternal {
			visit.End, visit.IsAway = end, true
		}
		return visit, next
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		end, isInternal := c.Job.Scope.Internal(resp.URL.Document())
		visit.End, visit.IsAway = end, !isInternal
	}
	visit.AsksForLogin = visit.Outcome.Protection != ""
	if !visit.Good() || visit.IsAway {
		return visit, next
	}
	message, isMissing, _ := c.probe.Compare(ctx, u, resp)
	switch {
	case message == "", c.Job.Accepts(http.StatusNotFound, u):
	case isMissing:
		visit.Outcome = soft404(resp, message, nil)
		return visit, next
	default:
		visit.Untold = message
	}
	if !resp.HTML || resp.Body == nil {
		return visit, next
	}
	held, err := c.InWork.Admit(ctx, int64(len(resp.Body)))
	if err != nil {
		return check.Visit{Outcome: *check.NotReached}, next
	}
	defer c.InWork.Release(held)
	doc := read(resp)
	if !pagekind.IsLogin(u) && health.LookAt(u, link.HTMLKind, &doc.Page, doc.Text).Class == health.Login {
		visit.AsksForLogin = true
	}
	if doc.Page.Refresh != "" {
		to, err := page.NewBase(resp.URL.Document(), doc.Encoding, &doc.Page).URL.Resolve(doc.Page.Refresh)
		if err == nil && to.IsHTTP() && to.Document() != resp.URL.Document() {
			next = to.Document().Clone()
		}
	}
	return visit, next
}

// read reads the page of an answer. A fault of the page changes nothing of where it is, or was said
// when it was checked.
func read(resp *fetch.Response) *page.Document {
	doc := new(page.Document)
	_ = doc.Read(page.KindOf(resp), resp.Body, resp.Charset, scan.Options{})
	return doc
}

// ReadAgain asks once more for a page of a live site, which is named as the report
// names it, and returns it in UTF-8, in which the links of the report have their
// places. It is nil when the page is not to be had.
func ReadAgain(ctx context.Context, j *check.Job, name string) []byte {
	u, err := j.Scope.Page("").Resolve("./" + strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil
	}
	resp, err := j.Client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return nil
	}
	defer resp.Release()
	if !resp.HTML || resp.Cut != nil || resp.URL.Document() != u {
		return nil
	}
	return bytes.Clone(read(resp).Text)
}

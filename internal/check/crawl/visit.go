package crawl

import (
	"context"
	"errors"
	"net/http"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// visitor answers for URLs of a live site, once it was crawled.
type visitor struct{ *crawl }

// Visit is that of check.Visitor. It requests what the crawl does not know yet.
func (v visitor) Visit(ctx context.Context, u weburl.URL) check.Visit {
	if t := v.checker.Internal[u.Path+u.Query]; t != nil && v.isPlain(t) {
		return check.Visit{Outcome: *t.Outcome}
	}
	return v.job.FollowRefreshes(u, func(u weburl.URL) (check.Visit, weburl.URL) { return v.request(ctx, u) })
}

// isPlain reports whether the crawl has found out that a target is there by itself.
func (v visitor) isPlain(t *target.Target) bool {
	known := v.suspects.known(t)
	class := known.look.Class
	return t.IsAnswered() && t.Outcome.Good() && len(t.Outcome.Redirects) == 0 && t.FragmentPage == nil && !t.FixedFragment &&
		known.away.Host == "" && class != health.Login && class != health.Password && t.Outcome.Protection == ""
}

// request is what a reader gets at u before a meta refresh leads to next; next is the zero
// URL when none does.
func (v visitor) request(ctx context.Context, u weburl.URL) (visit check.Visit, next weburl.URL) {
	want := fetch.Page
	if isNamedAsFile(u.Path) {
		want = fetch.Answer
	}
	resp, err := v.job.Client.Do(ctx, fetch.Request{URL: u, Want: want})
	visit.Outcome = v.job.JudgeAnswer(u, resp, err)
	if err != nil {
		if failed, ok := errors.AsType[*fetch.Error](err); ok && len(failed.Redirects) > 0 {
			v.leave(failed.Redirects[len(failed.Redirects)-1].URL, &visit)
		}
		return visit, next
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		end, isInternal := v.job.Scope.Internal(resp.URL.Document())
		visit.End, visit.IsAway = end, !isInternal
	}
	if visit.Outcome.Protection != "" {
		visit.AsksForLogin = true
	}
	if !visit.Good() || visit.IsAway {
		return visit, next
	}
	v.matchMissing(ctx, u, resp, &visit)
	if !visit.Good() || !resp.HTML || resp.Body == nil {
		return visit, next
	}
	held, err := v.inWork.Admit(ctx, int64(len(resp.Body)))
	if err != nil {
		return check.Visit{Outcome: *check.NotReached}, next
	}
	defer v.inWork.Release(held)
	return visit, v.read(u, resp, &visit)
}

// leave notes that the last redirect of a request without an answer leads off the site, if it
// does: whether the other site answers is of no importance then.
func (v visitor) leave(last string, visit *check.Visit) {
	to, err := weburl.Parse(last)
	if err != nil {
		return
	}
	if end, isInternal := v.job.Scope.Internal(to.Document()); !isInternal {
		visit.End, visit.IsAway = end, true
	}
}

// matchMissing compares an answer with those of the site for paths that do not exist.
func (v visitor) matchMissing(ctx context.Context, u weburl.URL, resp *fetch.Response, visit *check.Visit) {
	found := v.missing.Compare(ctx, u, resp)
	switch {
	case found.Message == "", v.job.Accepts(http.StatusNotFound, u):
	case !found.IsMissing:
		visit.Untold = found.Message
	default:
		visit.Outcome = check.Outcome{Verdict: link.Broken, Reason: link.NotFound, Status: resp.Status, Message: found.Message, Soft404: true}
	}
}

// read reads the page that answered for u, and returns where its meta refresh leads.
func (v visitor) read(u weburl.URL, resp *fetch.Response, visit *check.Visit) (next weburl.URL) {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	if content.Read(text, content.MaxLogin).IsLogin() && !site.IsLogin(u) {
		visit.AsksForLogin = true
	}
	var doc page.Document
	// A fault of the page changes nothing of where it is.
	_ = doc.Read(page.KindOf(resp), resp.Body, resp.Charset, scan.Options{})
	doc.ApplyRefreshHeader(resp)
	if doc.Page.Refresh == "" {
		return next
	}
	to, err := page.NewBase(resp.URL.Document(), doc.Encoding, &doc.Page).URL.Resolve(doc.Page.Refresh)
	if err != nil || !to.IsHTTP() || to.Document() == resp.URL.Document() {
		return next
	}
	return to.Document().Clone()
}

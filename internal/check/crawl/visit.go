package crawl

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// visitor answers for URLs of a live site, once it was crawled.
type visitor struct{ *crawl }

// Visit is that of check.Visitor. It requests what the crawl does not know yet.
func (v visitor) Visit(ctx context.Context, u weburl.URL) check.Visit {
	if t := v.checker.Internal[u.Path+u.Query]; t != nil && isPlain(t) && t.Outcome.Protection == "" {
		if known := v.suspects.known(t); !known.IsAway && known.Look.Class != health.Login && known.Look.Class != health.Password {
			return check.Visit{Outcome: *t.Outcome}
		}
	}
	return v.job.FollowRefreshes(u, func(u weburl.URL) (check.Visit, weburl.URL) { return v.request(ctx, u) })
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
		failed, ok := errors.AsType[*fetch.Error](err)
		if !ok || len(failed.Redirects) == 0 {
			return visit, next
		}
		// Whether another site answers to which the request was redirected is of no importance.
		last, err := weburl.Parse(failed.Redirects[len(failed.Redirects)-1].URL)
		if end, isInternal := v.job.Scope.Internal(last.Document()); err == nil && !isInternal {
			visit.End, visit.IsAway = end, true
		}
		return visit, next
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		end, isInternal := v.job.Scope.Internal(resp.URL.Document())
		visit.End, visit.IsAway = end, !isInternal
	}
	visit.AsksForLogin = visit.Outcome.Protection != ""
	if !visit.Good() || visit.IsAway {
		return visit, next
	}
	message, isMissing, _ := v.probe.Compare(ctx, u, resp)
	switch {
	case message == "", v.job.Accepts(http.StatusNotFound, u):
	case isMissing:
		visit.Outcome = soft404(resp, message, nil)
		return visit, next
	default:
		visit.Untold = message
	}
	if !resp.HTML || resp.Body == nil {
		return visit, next
	}
	held, err := v.inWork.Admit(ctx, int64(len(resp.Body)))
	if err != nil {
		return check.Visit{Outcome: *check.NotReached}, next
	}
	defer v.inWork.Release(held)
	doc := read(resp)
	if !site.IsLogin(u) && health.LookAt(u, link.HTMLKind, &doc.Page, doc.Text).Class == health.Login {
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
	doc.ApplyRefreshHeader(resp)
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

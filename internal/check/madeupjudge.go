package check

import (
	"context"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// likenessOf is that of the page that answered for u.
func likenessOf(u weburl.URL, resp *fetch.Response) *likeness {
	text, _ := scan.Decode(resp.Body, resp.Charset)
	return newLikeness(text, u, resp.URL)
}

// judge is what an answer for t, which is of the site, comes to in the light of
// what is answered for made-up paths. It waits until that is known.
func (m *madeUp) judge(ctx context.Context, t *target, resp *fetch.Response, o outcome) outcome {
	p := m.concerns(ctx, t, resp, o)
	if !p.knows() || m.job.accepts(http.StatusNotFound, t.url) {
		return o
	}
	message := ""
	switch {
	case p.way != nil && p.goesAway(t.url, resp):
		message = fmt.Sprintf("redirects to %s, where this site sends readers of what does not exist", m.job.written(resp.URL.Document().String()))
	case p.sample != nil && resp.Body != nil && resp.Cut == nil && p.mayShow(resp.Body) && p.sample.shows(likenessOf(t.url, resp)):
		message = fmt.Sprintf("answered with status %d, but shows the same as what this site answers for a made-up path", resp.Status)
	}
	if message == "" {
		m.record(t, match{})
		return o
	}
	m.record(t, match{before: o, shows: true})
	if p.isMeasure {
		return o
	}
	return outcome{verdict: link.Broken, reason: link.NotFound, status: resp.Status, message: message, redirects: o.redirects, soft: true}
}

// asksForPage tells whether the page has to be looked at of which a task asked no
// more than whether it exists, and makes it ask for that.
func (c *crawl) asksForPage(ctx context.Context, work *task, resp *fetch.Response, o outcome) bool {
	if work.level != answer {
		return false
	}
	if p := c.madeUp.concerns(ctx, work.target, resp, o); !p.knows() || p.sample == nil || p.isMeasure {
		return false
	}
	work.level = anchors
	c.locked(func() { work.target.asked = max(work.target.asked, anchors) })
	return true
}

// concerns returns what an answer for t is to be compared with, once that is known;
// nil when it is not one that a path which does not exist may have had.
func (m *madeUp) concerns(ctx context.Context, t *target, resp *fetch.Response, o outcome) *probe {
	if m == nil || !o.good() || !resp.HTML || !isSuccess(resp.Status) {
		return nil
	}
	select {
	case <-m.done:
	case <-ctx.Done():
		return nil
	}
	if m.isHonest {
		return m.folderProbe(ctx, t.url, resp)
	}
	return &m.probe
}

// goesAway tells whether an answer was sent on in the same way in the end as one for
// a made-up path: before that, a slash may have been put behind either. What is a
// home page by its name leads there for a reason, and so may what does something
// before.
func (p *probe) goesAway(u weburl.URL, resp *fetch.Response) bool {
	n, last := len(resp.Redirects), p.way.Redirects[len(p.way.Redirects)-1]
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == p.way.URL.Origin() && resp.URL.Path == p.way.URL.Path && !isHome(u) && !isError(u) &&
		(isError(p.way.URL) || !isDeed(u))
}

// isDeed tells whether a URL is likely to do something, such as setting the language
// or ending a session, after which sites show their home page.
func isDeed(u weburl.URL) bool {
	return len(u.Query) > len("?") || isLogin(u) || isConsent(u) ||
		hasSegment(u, "logout", "log-out", "log_out", "logoff", "signout", "sign-out", "sign_out", "locale", "set-locale", "language", "set-language", "lang")
}

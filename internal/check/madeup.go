package check

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// madeUpPatience is how long the answers for made-up paths are waited for: pages
// of the site are not judged before they are there.
const madeUpPatience = 5 * time.Second

// madeUp knows what the site answers for a path that nobody can have given to a
// page. Most say 404, and nothing more is asked or looked at. Others answer with
// success, or send their readers to the home page, and then that is how links which
// lead nowhere are told.
type madeUp struct {
	job *Job
	// done is closed when the rest is known. It is not written to from then on.
	done chan struct{}
	// sample is nil unless pages are compared with it.
	sample *sample
	// way is how the site sends readers of what does not exist to another page; nil
	// unless it does.
	way *fetch.Response
	// note says what a reader should know of it; empty for most sites.
	note string
}

func newMadeUp(job *Job) *madeUp { return &madeUp{job: job, done: make(chan struct{})} }

// find asks for a made-up path, and for another when it is answered with success.
// start is the start page in UTF-8, at home.
func (m *madeUp) find(ctx context.Context, home weburl.URL, start []byte) {
	defer close(m.done)
	ctx, cancel := context.WithTimeout(ctx, madeUpPatience)
	defer cancel()
	path, resp := m.ask(ctx)
	if resp == nil {
		return
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 && (isLogin(resp.URL) || isConsent(resp.URL)) {
		return // it lies before what exists too
	}
	if len(resp.Redirects) > 0 && (m.isHome(resp.URL, home) || isError(resp.URL)) {
		resp.Release()
		m.way = resp
		end := resp.URL.Document()
		end.Query = "" // it may hold the path
		m.note = fmt.Sprintf("this site sends readers of a path that does not exist to %s: links that it sends there too count as not found", m.job.written(end.String()))
		return
	}
	text, _ := scan.Decode(resp.Body, resp.Charset)
	if form, ok := scan.LoginOf(text); ok && showsLittle(form) {
		return // the same
	}
	m.compare(ctx, newLikeness(text, path, resp.URL), newLikeness(start, home), scan.IsShell(text))
}

// answers and untold begin and end notes.
const (
	answers = "this site answers 200 for a path that does not exist"
	untold  = "links that lead nowhere cannot be told"
)

// compare settles whether what does not exist is told by its page: first is one,
// and start the start page, both served with success. Of a shell, what exists and
// what does not may well be the same before scripts fill it.
func (m *madeUp) compare(ctx context.Context, first, start *likeness, isShell bool) {
	switch {
	case !first.hasText():
		m.note = answers + ", with a page that has no text: " + untold
		return
	case start.equals(first):
		m.note = answers + ", with its start page, where scripts may show another: " + untold
		return
	case isShell:
		m.note = answers + ", with a page that scripts fill: " + untold
		return
	case first.beyond(start) == 0:
		// It may be the frame around all pages, into which scripts put what they show:
		// a page for what does not exist would say so.
		m.note = answers + ", with nothing that its start page does not show: " + untold
		return
	}
	path, again := m.ask(ctx)
	if again == nil {
		return
	}
	defer again.Release()
	s, ok := newSample(first, likenessOf(path, again))
	switch {
	case !ok:
		m.note = answers + ", each time with something else: " + untold
	case s.shows(start):
		m.note = answers + ", with much the same as its start page: " + untold
	default:
		m.sample = &s
		m.note = answers + ": pages that show the same as that answer count as not found"
	}
}

// ask asks for a made-up path, once. The response is nil unless it is a page of the
// site, answered with success.
func (m *madeUp) ask(ctx context.Context) (weburl.URL, *fetch.Response) {
	// Servers take what has no suffix for the path of a page. It begins with our
	// name for those who find it in their log.
	u := m.job.Space.Page(fmt.Sprintf("linkvet-%016x", rand.Uint64()))
	resp, err := m.job.Client.Do(fetch.SecondLook(ctx), u, fetch.Page)
	if err != nil {
		return u, nil
	}
	isOurs := resp.URL.Origin() == u.Origin()
	if !isOurs || !isSuccess(resp.Status) || !resp.HTML || resp.Body == nil || resp.Cut != nil || resp.Wall != "" {
		resp.Release()
		return u, nil
	}
	return u, resp
}

func isSuccess(status int) bool {
	return status >= http.StatusOK && status < http.StatusMultipleChoices
}

// isHome tells whether u is the start page, or the home page of its host.
func (m *madeUp) isHome(u, home weburl.URL) bool {
	u = u.Document()
	return u == home || u == m.job.Space.Page("") || isHome(u)
}

// likenessOf is that of the page that answered for u.
func likenessOf(u weburl.URL, resp *fetch.Response) *likeness {
	text, _ := scan.Decode(resp.Body, resp.Charset)
	return newLikeness(text, u, resp.URL)
}

// judge is what an answer for u, which is of the site, comes to in the light of
// what is answered for made-up paths. It waits until that is known.
func (m *madeUp) judge(ctx context.Context, u weburl.URL, resp *fetch.Response, o outcome) outcome {
	if !m.concerns(ctx, resp, o) || m.job.accepts(http.StatusNotFound, u) {
		return o
	}
	message := ""
	switch {
	case m.way != nil && m.goesAway(u, resp):
		message = fmt.Sprintf("redirects to %s, where this site sends readers of what does not exist", m.job.written(resp.URL.Document().String()))
	case m.sample != nil && resp.Body != nil && resp.Cut == nil && m.sample.shows(likenessOf(u, resp)):
		message = fmt.Sprintf("answered with status %d, but shows the same as what this site answers for a made-up path", resp.Status)
	default:
		return o
	}
	return outcome{verdict: link.Broken, reason: link.NotFound, status: resp.Status, message: message, redirects: o.redirects}
}

// asksForPage tells whether the page has to be looked at of which a task asked no
// more than whether it exists, and makes it ask for that.
func (c *crawl) asksForPage(ctx context.Context, work *task, resp *fetch.Response, o outcome) bool {
	if work.level != answer || !c.madeUp.concerns(ctx, resp, o) || c.madeUp.sample == nil {
		return false
	}
	work.level = anchors
	c.locked(func() { work.target.asked = max(work.target.asked, anchors) })
	return true
}

// concerns tells whether an answer is one that a path which does not exist may
// have had, once that is known.
func (m *madeUp) concerns(ctx context.Context, resp *fetch.Response, o outcome) bool {
	if m == nil || !o.good() || !resp.HTML || !isSuccess(resp.Status) {
		return false
	}
	select {
	case <-m.done:
		return m.sample != nil || m.way != nil
	case <-ctx.Done():
		return false
	}
}

// goesAway tells whether an answer was sent on in the same way in the end as one for
// a made-up path: before that, a slash may have been put behind either. What is a
// home page by its name leads there for a reason, and so may what does something
// before.
func (m *madeUp) goesAway(u weburl.URL, resp *fetch.Response) bool {
	n, last := len(resp.Redirects), m.way.Redirects[len(m.way.Redirects)-1]
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == m.way.URL.Origin() && resp.URL.Path == m.way.URL.Path && !isHome(u) && !isError(u) &&
		(isError(m.way.URL) || !isDeed(u))
}

// isDeed tells whether a URL is likely to do something, such as setting the language
// or ending a session, after which sites show their home page.
func isDeed(u weburl.URL) bool {
	return len(u.Query) > len("?") || isLogin(u) || isConsent(u) ||
		hasSegment(u, "logout", "log-out", "log_out", "logoff", "signout", "sign-out", "sign_out", "locale", "set-locale", "language", "set-language", "lang")
}

// startText is a copy of the start page in UTF-8.
func startText(first *fetch.Response) []byte {
	text, _ := scan.Decode(bytes.Clone(first.Body), first.Charset)
	return text
}

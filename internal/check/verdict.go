package check

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// outcome is what was found out about one target.
type outcome struct {
	verdict    link.Verdict
	reason     link.Reason
	status     int
	message    string
	suggestion string
	redirects  []link.Redirect
	// cut is whether this is about a page that exists and of which only the head
	// arrived.
	cut bool
}

// good tells whether the target exists, so that its fragments matter.
func (o outcome) good() bool {
	return o.verdict == link.OK || o.verdict == link.Redirected
}

// direct is the outcome for a link that leads straight to where o ended.
func (o outcome) direct() outcome {
	if o.verdict == link.Redirected {
		return outcome{verdict: link.OK, status: o.status}
	}
	o.redirects = nil
	return o
}

// judgeAnswer turns what the network said about a target into its outcome.
func (j *Job) judgeAnswer(u weburl.URL, resp *fetch.Response, err error) outcome {
	if err != nil {
		return j.judgeFailure(u, err)
	}
	o := outcome{status: resp.Status, redirects: resp.Redirects}
	_, onSite := j.Space.Own(resp.URL)
	switch {
	case j.accepts(resp.Status, u):
	case resp.Wall != "":
		o.reason = link.Blocked
		o.message = fmt.Sprintf("%s answered in its place (status %d)", resp.Wall, resp.Status)
	case resp.RetryLater:
		o.reason = link.RateLimited
		o.message = fmt.Sprintf("asks to come back later than a run can wait (status %d)", resp.Status)
	default:
		o.reason = statusReason(resp.Status)
		o.message = statusMessage(resp.Status)
	}
	if o.reason == "" && resp.Cut != nil {
		o.cut = true
		o.reason = cutReason(resp.Cut)
		o.message = fmt.Sprintf("the page could not be read to its end: %v", resp.Cut)
	}
	o.verdict = link.VerdictOf(o.reason, onSite)
	if o.verdict == link.OK {
		j.judgeRedirects(&o)
	}
	return o
}

// judgeFailure is the outcome of a request for u without an answer. It was the
// last hop that failed, which may be on another host.
func (j *Job) judgeFailure(u weburl.URL, err error) outcome {
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return outcome{verdict: link.Unverified, reason: link.ConnectionFailed, message: err.Error()}
	}
	if n := len(failed.Redirects); n > 0 {
		if last, err := weburl.Parse(failed.Redirects[n-1].URL); err == nil {
			u = last
		}
	}
	_, onSite := j.Space.Own(u)
	return outcome{
		verdict:   link.VerdictOf(failed.Reason, onSite),
		reason:    failed.Reason,
		status:    failed.Status,
		message:   failed.Message,
		redirects: failed.Redirects,
	}
}

// cutReason is why the body of a page was not whole.
func cutReason(err error) link.Reason {
	var failed *fetch.Error
	if errors.As(err, &failed) {
		return failed.Reason
	}
	return link.ConnectionFailed
}

// statusDenied is no registered status: some sites answer it to robots.
const statusDenied = 999

// statusReason is what a final status means; empty for success.
func statusReason(status int) link.Reason {
	switch {
	case status >= 200 && status < 300:
		return ""
	case status == http.StatusNotFound:
		return link.NotFound
	case status == http.StatusGone:
		return link.Gone
	case status == http.StatusTooManyRequests:
		return link.RateLimited
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired,
		status == http.StatusUnavailableForLegalReasons, status == statusDenied:
		return link.Blocked
	case status >= 500 && status < 600:
		return link.ServerError
	}
	return link.HTTPError
}

// statusMessage says in words what a final status means.
func statusMessage(status int) string {
	switch statusReason(status) {
	case "":
		return ""
	case link.RateLimited:
		return "too many requests (status 429)"
	case link.Blocked:
		return fmt.Sprintf("not open to this check (status %d)", status)
	}
	if status >= 300 && status < 400 {
		return fmt.Sprintf("redirects to nowhere (status %d)", status)
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("status %d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}

// judgeRedirects makes a redirected target of a good one, where the settings
// ask for that. The first hop tells whether the link itself should be changed:
// behind a temporary one nothing is known to be permanent.
func (j *Job) judgeRedirects(o *outcome) {
	if len(o.redirects) == 0 || j.Config.Redirects == config.RedirectsNone {
		return
	}
	end := permanentEnd(o.redirects)
	switch {
	case end >= 0:
		o.reason = link.MovedPermanently
		o.suggestion = j.written(o.redirects[end].URL)
		o.message = fmt.Sprintf("moved permanently to %s", o.suggestion)
	case j.Config.Redirects == config.RedirectsAll:
		o.reason = link.MovedTemporarily
		o.message = fmt.Sprintf("redirects to %s", j.written(o.redirects[len(o.redirects)-1].URL))
	default:
		return
	}
	o.verdict = link.Redirected
}

// permanentEnd is the index of the last hop before the first temporary one, or
// -1 when the first is temporary.
func permanentEnd(hops []link.Redirect) int {
	for i, hop := range hops {
		if hop.Status != http.StatusMovedPermanently && hop.Status != http.StatusPermanentRedirect {
			return i - 1
		}
	}
	return len(hops) - 1
}

// written is how an author would write the absolute URL raw in a link.
func (j *Job) written(raw string) string {
	u, err := weburl.Parse(raw)
	if err != nil {
		return raw
	}
	if own, ok := j.Space.Own(u); ok {
		return j.Space.Target(own) + own.Fragment
	}
	return raw
}

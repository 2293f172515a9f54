package check

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
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
	// protection is the kind of login that answered, when that is known.
	protection protection.Login
	// soft is whether the answer was one of success, and showed that there is
	// nothing.
	soft bool
	// noWay is whether it may be the fault of this machine's network.
	noWay bool
	// lacks is what this machine lacked to find it out.
	lacks transport.Resource
	// unasked is whether no request was sent, because the host had failed for
	// others before.
	unasked bool
}

// good reports whether the target exists, so that its fragments matter.
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
	o := outcome{status: resp.Status, redirects: resp.Redirects, protection: resp.Login}
	_, onSite := j.Space.Own(resp.URL)
	switch {
	case j.accepts(resp.Status, u):
	case resp.BotProtection != "", resp.Hidden:
		o.reason = link.Blocked
	case resp.RetryLater, resp.Limited:
		o.reason = link.RateLimited
	default:
		o.reason = statusReason(resp.Status)
	}
	if o.reason != "" {
		o.message = answerMessage(resp)
	}
	if o.reason == "" && resp.Cut != nil && (onSite || !isTooLarge(resp.Cut)) {
		o.cut = true
		o.reason = cutReason(resp.Cut)
		o.message = fmt.Sprintf("%s%v", cutMessage, resp.Cut)
	}
	o.verdict = link.VerdictOf(o.reason, onSite)
	if o.verdict == link.OK {
		j.judgeRedirects(u, &o)
	}
	return o
}

// cutMessage begins the message about a page of which only the head arrived.
const cutMessage = "the page could not be read to its end: "

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
		verdict:    link.VerdictOf(failed.Reason, onSite),
		reason:     failed.Reason,
		status:     failed.Status,
		message:    failureMessage(failed),
		redirects:  failed.Redirects,
		protection: protection.LoginOfRedirects(failed.Redirects),
		unasked:    failed.Unasked,
		noWay:      failed.NoWay,
		lacks:      failed.Lacks,
	}
}

// isTooLarge reports whether a body is cut because no more of it is read. A page
// of another host exists none the less, and what it has further on is not judged.
func isTooLarge(cut error) bool {
	var failed *fetch.Error
	return errors.As(cut, &failed) && failed.TooLarge
}

// cutReason is why the body of a page was not whole.
func cutReason(err error) link.Reason {
	var failed *fetch.Error
	if errors.As(err, &failed) {
		return failed.Reason
	}
	return link.ConnectionFailed
}

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

// unjudged is the outcome of a target that was not answered, which becomes notReached
// when the run ends first, leftOut that of one in a series without an end, and inOrder
// that of most others. They are shared, and no outcome of a target is changed in place.
var (
	unjudged   = &outcome{}
	notReached = &outcome{verdict: link.Unverified, reason: link.NotReached, message: "the run ended before this was checked"}
	leftOut    = &outcome{verdict: link.Skipped, reason: link.Excluded}
	inOrder    = &outcome{verdict: link.OK, status: 200}
)

// kept returns o as a target keeps it.
func (o outcome) kept() *outcome {
	if o.isInOrder() {
		return inOrder
	}
	return &o
}

// isInOrder reports whether there is no more to say of o than of inOrder.
func (o *outcome) isInOrder() bool {
	return o.verdict == inOrder.verdict && o.status == inOrder.status && o.reason == "" && o.message == "" && o.suggestion == "" &&
		o.redirects == nil && o.protection == "" && !o.cut && !o.soft && !o.noWay && !o.unasked
}

// isUnread reports whether the page of a target could not be read for a reason
// that says nothing about the page: another try may read it.
func (o outcome) isUnread() bool {
	switch o.reason {
	case link.Timeout, link.ConnectionFailed, link.ConnectionRefused, link.RateLimited, link.ServerError,
		link.DNSTemporary, link.DNSNotFound, link.TLSInvalid:
		return true
	case link.Blocked:
		// Bot protection answers with any status.
		return o.status == http.StatusTooManyRequests || o.status >= 500 && o.status < 600
	}
	return o.cut
}

// noMap is the outcome for an image whose map does not exist.
func noMap() outcome {
	return outcome{verdict: link.Broken, reason: link.FragmentNotFound, message: "page has no map of that name"}
}

package check

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Outcome is what was found out about one target.
type Outcome struct {
	Verdict    link.Verdict
	Reason     link.Reason
	Status     int
	Message    string
	Suggestion string
	Redirects  []link.Redirect
	// Cut is whether this is about a page that exists and of which only the head
	// arrived.
	Cut bool
	// Protection is the kind of login that answered, when that is known.
	Protection protection.Login
	// BotProtection is the name of the bot protection that answered; empty when none did.
	BotProtection string
	// Soft404 is whether the answer was one of success, and showed that there is
	// nothing.
	Soft404 bool
	// NoRoute is whether it may be the fault of this machine's network.
	NoRoute bool
	// Lacks is what this machine lacked to find it out.
	Lacks transport.Resource
	// NotRequested is whether no request was sent, because the host had failed for
	// others before.
	NotRequested bool
}

// Good reports whether the target exists, so that its fragments matter.
func (o Outcome) Good() bool {
	return o.Verdict == link.OK || o.Verdict == link.Redirected
}

// Direct is the outcome for a link that leads straight to where o ended.
func (o Outcome) Direct() Outcome {
	if o.Verdict == link.Redirected {
		return Outcome{Verdict: link.OK, Status: o.Status}
	}
	o.Redirects = nil
	return o
}

// JudgeAnswer turns what the network said about a target into its outcome.
func (j *Job) JudgeAnswer(u weburl.URL, resp *fetch.Response, err error) Outcome {
	if err != nil {
		return j.judgeFailure(u, err)
	}
	o := Outcome{Status: resp.Status, Redirects: resp.Redirects, Protection: resp.Login, BotProtection: resp.BotProtection}
	_, onSite := j.Scope.Internal(resp.URL)
	switch {
	case j.Accepts(resp.Status, u), hosting.IsCloudflares(u.Path):
	case resp.BotProtection != "", resp.Hidden:
		o.Reason = link.Blocked
	case resp.RetryLater, resp.Limited:
		o.Reason = link.RateLimited
	default:
		o.Reason = StatusReason(resp.Status)
	}
	if o.Reason != "" {
		o.Message = answerMessage(resp)
	}
	if o.Reason == "" && resp.Cut != nil && (onSite || !isTooLarge(resp.Cut)) {
		o.Cut = true
		o.Reason = cutReason(resp.Cut)
		o.Message = fmt.Sprintf("%s%v", CutMessage, resp.Cut)
	}
	o.Verdict = link.VerdictOf(o.Reason, onSite)
	if o.Verdict == link.OK {
		j.JudgeRedirects(u, &o)
	}
	return o
}

// CutMessage begins the message about a page of which only the head arrived.
const CutMessage = "could not read the whole page: "

// judgeFailure is the outcome of a request for u without an answer. It was the
// last hop that failed, which may be on another host.
func (j *Job) judgeFailure(u weburl.URL, err error) Outcome {
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return Outcome{Verdict: link.Unverified, Reason: link.ConnectionFailed, Message: err.Error()}
	}
	if n := len(failed.Redirects); n > 0 {
		if last, err := weburl.Parse(failed.Redirects[n-1].URL); err == nil {
			u = last
		}
	}
	_, onSite := j.Scope.Internal(u)
	return Outcome{
		Verdict:      link.VerdictOf(failed.Reason, onSite),
		Reason:       failed.Reason,
		Status:       failed.Status,
		Message:      failureMessage(failed),
		Redirects:    failed.Redirects,
		Protection:   protection.LoginOfRedirects(failed.Redirects),
		NotRequested: failed.Unasked,
		NoRoute:      failed.NoWay,
		Lacks:        failed.Lacks,
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

// StatusReason is what a final status means; empty for success.
func StatusReason(status int) link.Reason {
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

// The outcomes that many targets share. No outcome of a target is changed in place.
//
// NotJudged is that of a target without an answer. It becomes NotReached when the run ends
// first. LeftOut is that of a page in a series without an end, and okOutcome that of most targets.
var (
	NotJudged  = &Outcome{}
	NotReached = &Outcome{Verdict: link.Unverified, Reason: link.NotReached, Message: "the run ended before this was checked"}
	LeftOut    = &Outcome{Verdict: link.Skipped, Reason: link.Excluded}
	okOutcome  = &Outcome{Verdict: link.OK, Status: 200}
)

// Kept returns o as a target keeps it.
func (o Outcome) Kept() *Outcome {
	if o.isInOrder() {
		return okOutcome
	}
	return &o
}

// isInOrder reports whether there is no more to say of o than of okOutcome.
func (o *Outcome) isInOrder() bool {
	return o.Verdict == okOutcome.Verdict && o.Status == okOutcome.Status && o.Reason == "" && o.Message == "" && o.Suggestion == "" &&
		o.Redirects == nil && o.Protection == "" && o.BotProtection == "" && !o.Cut && !o.Soft404 && !o.NoRoute && !o.NotRequested
}

// IsUnread reports whether the page of a target could not be read for a reason
// that says nothing about the page: another try may read it.
func (o Outcome) IsUnread() bool {
	switch o.Reason {
	case link.Timeout, link.ConnectionFailed, link.ConnectionRefused, link.RateLimited, link.ServerError,
		link.DNSTemporary, link.DNSNotFound, link.TLSInvalid:
		return true
	case link.Blocked:
		// Bot protection answers with any status.
		return o.BotProtection != "" || o.Status == http.StatusTooManyRequests || o.Status >= 500 && o.Status < 600
	}
	return o.Cut
}

// NoMap is the outcome for an image whose map does not exist.
func NoMap() Outcome {
	return Outcome{Verdict: link.Broken, Reason: link.FragmentNotFound, Message: "page has no image map with this name"}
}

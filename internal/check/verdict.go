package check

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
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
	Lacks fetch.Resource
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
	if o.Reason == "" && resp.Cut != nil {
		reason, isTooLarge := link.ConnectionFailed, false
		if failed, ok := errors.AsType[*fetch.Error](resp.Cut); ok {
			reason, isTooLarge = failed.Reason, failed.TooLarge
		}
		// A page of another host exists none the less, and what it has further on is not judged.
		if onSite || !isTooLarge {
			o.Cut, o.Reason, o.Message = true, reason, fmt.Sprintf("%s%v", CutMessage, resp.Cut)
		}
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
	failed, ok := errors.AsType[*fetch.Error](err)
	if !ok {
		return Outcome{Verdict: link.Unverified, Reason: link.ConnectionFailed, Message: err.Error()}
	}
	_, onSite := j.Scope.Internal(EndOf(u, failed.Redirects))
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

// EndOf is where the redirects from u lead in the end, as far as that is known.
func EndOf(u weburl.URL, hops []link.Redirect) weburl.URL {
	if len(hops) > 0 {
		if end, err := weburl.Parse(hops[len(hops)-1].URL); err == nil {
			return end
		}
	}
	return u
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
// InvalidURL is that of a link which no browser can follow, and NoMap that of an image whose map
// does not exist.
var (
	NotJudged  = &Outcome{}
	NotReached = &Outcome{Verdict: link.Unverified, Reason: link.NotReached, Message: "the run ended before this was checked"}
	LeftOut    = &Outcome{Verdict: link.Skipped, Reason: link.Excluded}
	okOutcome  = &Outcome{Verdict: link.OK, Status: 200}
	InvalidURL = Outcome{Verdict: link.Broken, Reason: link.InvalidURL, Message: "not a valid URL: browsers cannot open it"}
	NoMap      = Outcome{Verdict: link.Broken, Reason: link.FragmentNotFound, Message: "page has no image map with this name"}
)

// Kept returns o as a target keeps it.
func (o Outcome) Kept() *Outcome {
	if reflect.DeepEqual(o, *okOutcome) {
		return okOutcome
	}
	return &o
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

// LostFragment is the outcome for a fragment that is not on the page, which
// answered with status.
func LostFragment(fragment string, status int) Outcome {
	message := fmt.Sprintf("page has no element with id %q", weburl.Unescape(fragment))
	return Outcome{Verdict: link.Broken, Reason: link.FragmentNotFound, Status: status, Message: message}
}

// JudgeRedirects makes a redirected target of u, a good one, where the settings
// ask for that. The first hop reports whether the link itself should be changed:
// behind a temporary one nothing is known to be permanent.
func (j *Job) JudgeRedirects(u weburl.URL, o *Outcome) {
	if len(o.Redirects) == 0 || j.Config.Redirects == config.RedirectsNone {
		return
	}
	end := -1 // the last hop before the first temporary one
	for _, hop := range o.Redirects {
		if hop.Status != http.StatusMovedPermanently && hop.Status != http.StatusPermanentRedirect {
			break
		}
		end++
	}
	switch {
	case end >= 0:
		o.Reason = link.MovedPermanently
		j.suggest(u, o, o.Redirects[end].URL)
	case j.Config.Redirects == config.RedirectsAll:
		o.Reason = link.MovedTemporarily
		o.Message = fmt.Sprintf("redirects to %s", j.Written(o.Redirects[len(o.Redirects)-1].URL))
	default:
		return
	}
	o.Message += j.Via(o.Redirects)
	o.Verdict = link.Redirected
}

// suggest offers the URL to which u redirects as the new link. It offers none where a host
// sends all readers to one page: then the page is gone, or needs a login, and the new link
// would hide that. Nor does it offer a URL of which only the beginning is known.
func (j *Job) suggest(u weburl.URL, o *Outcome, raw string) {
	if len(raw) >= fetch.MaxHop {
		o.Message = fmt.Sprintf("moved permanently to a URL of %d bytes or more", fetch.MaxHop)
		return
	}
	to := j.Written(raw)
	if end, err := weburl.Parse(raw); err == nil {
		if place := pagekind.CatchAll(u, end); place != "" {
			o.Message = fmt.Sprintf("moved permanently to %s (%s): find the page that the link was meant for", place, to)
			return
		}
	}
	o.Suggestion = to
	o.Message = fmt.Sprintf("moved permanently to %s", to)
}

// Via names the places between a link and where its redirects end; empty where
// there are none.
func (j *Job) Via(hops []link.Redirect) string {
	var places []string
	for i := 0; i < len(hops)-1; i++ {
		places = append(places, j.Written(hops[i].URL))
	}
	if places == nil {
		return ""
	}
	return " (via " + strings.Join(places, ", ") + ")"
}

// Written is how an author would write the absolute URL raw in a link.
func (j *Job) Written(raw string) string {
	u, err := weburl.Parse(raw)
	if err != nil {
		return raw
	}
	if internal, ok := j.Scope.Internal(u); ok {
		return j.Scope.Target(internal) + internal.Fragment
	}
	return raw
}

// slashNote is the one line about all redirects that only add or drop a slash.
func slashNote(r *link.Report) string {
	links, first, end := 0, "", ""
	for i := range r.Findings {
		f := &r.Findings[i]
		to := r.SlashEnd(f)
		if to == "" {
			continue
		}
		if links += len(f.Occurrences); first == "" || f.Target < first {
			first, end = f.Target, to
		}
	}
	return slashRedirects.Of(links, nil, weburl.Redact(first), weburl.Redact(end))
}

// failureMessage says in words why a target has no answer, and what to make of
// that.
func failureMessage(failed *fetch.Error) string {
	hint := failureHints[failed.Reason]
	switch {
	case failed.Message == "":
		return string(failed.Reason)
	case hint == "", failed.Reason == link.ConnectionFailed && !failed.Transient:
		return failed.Message
	}
	return failed.Message + "; " + hint
}

var failureHints = map[link.Reason]string{
	link.DNSNotFound:       "check the spelling (the domain may have expired)",
	link.DNSTemporary:      "its name servers gave no address; retry later",
	link.TLSInvalid:        "browsers show a security warning",
	link.ConnectionRefused: "nothing listens on this port; retry later",
	link.Timeout:           "retry later, or raise timeout",
	link.ConnectionFailed:  "retry later", // when it may be over soon
}

// statusDenied is no registered status: some sites answer it to robots.
const statusDenied = 999

// answerMessage says in words what an answer that is not success means, and what
// to make of it.
func answerMessage(resp *fetch.Response) string {
	status := resp.Status
	switch {
	case resp.BotProtection != "":
		return fmt.Sprintf("blocked by the bot protection of %s (status %d); open the link in a browser", resp.BotProtection, status)
	case resp.Hidden:
		return fmt.Sprintf("GitHub shows this page only after a login (status %d); open the link in a browser", status)
	case resp.RetryLater:
		return fmt.Sprintf("rate limited for longer than linkvet waits (status %d); retry later", status)
	case resp.Limited, status == http.StatusTooManyRequests:
		return fmt.Sprintf("too many requests (status %d); set a lower host-rate", status)
	case status == http.StatusUnauthorized:
		return "asks for a login (status 401)"
	case status == http.StatusProxyAuthRequired:
		return "the proxy asks for a login (status 407)"
	case status == http.StatusUnavailableForLegalReasons:
		return "not available for legal reasons (status 451)"
	case status == http.StatusForbidden, status == statusDenied:
		return fmt.Sprintf("access denied (status %d); open the link in a browser", status)
	case StatusReason(status) == "":
		return ""
	case status >= 300 && status < 400:
		return fmt.Sprintf("redirects without a location (status %d)", status)
	}
	return strings.TrimSpace(fmt.Sprintf("status %d %s", status, http.StatusText(status)))
}

// Comparer adds to a report what comes of a comparison with the URLs of an old site, when all
// else is judged. site answers for the site that was checked. Nil compares nothing.
type Comparer func(ctx context.Context, site Visitor, b *Run)

// Visitor answers for URLs of the site that was checked, as its host does.
type Visitor interface {
	// Visit requests the internal URL u, which has no fragment, and follows its redirects to
	// the end. It is safe for concurrent use.
	Visit(ctx context.Context, u weburl.URL) Visit
}

// Visit is what a reader gets at a URL of the site.
type Visit struct {
	// Outcome is that of a link to the URL. A page that shows that there is nothing is not
	// found, with any status.
	Outcome
	// End is the page of the site at which a redirect or a meta refresh ends, or the URL of
	// another site; it is the zero URL where nothing redirects.
	End weburl.URL
	// IsAway is whether End is on another site.
	IsAway bool
	// AsksForLogin is whether a login page is shown in the place of the page.
	AsksForLogin bool
	// Untold says why it cannot be known what a reader gets; empty for most.
	Untold string
}

// IsRedirected reports whether a reader ends at another URL.
func (v *Visit) IsRedirected() bool { return v.End.Scheme != "" }

// MaxFragmentHops bounds how many redirects and meta refreshes are followed for one
// fragment.
const MaxFragmentHops = 10

// FollowRefreshes returns what a reader gets at the internal URL u. step visits one URL, and
// also returns where the meta refresh of its page leads; the zero URL when it has none.
func (j *Job) FollowRefreshes(u weburl.URL, step func(u weburl.URL) (visit Visit, next weburl.URL)) Visit {
	var end weburl.URL
	for range MaxFragmentHops {
		visit, next := step(u)
		if visit.End.Scheme == "" {
			visit.End = end
		}
		if next.Scheme == "" {
			return visit
		}
		internal, ok := j.Scope.Internal(next)
		if !ok {
			visit.End, visit.IsAway = next, true
			return visit
		}
		u, end = internal, internal
	}
	return Visit{Outcome: Outcome{Verdict: link.Broken, Reason: link.RedirectLoop, Message: "its meta refreshes lead on without an end"}, End: end}
}

// Served answers, after a run, which paths the site has. A run with findings fills it
// in. It is not part of the report because it keeps in memory what the run found out:
// drop it when it is no longer used. Both functions are nil when nothing is known.
type Served struct {
	// Has reports whether the site has a page or file at a path, base path stripped, that
	// redirects to no other, as far as the run found out.
	Has func(path string) bool
	// Lacks reports whether the page at a path, base path stripped, was read and has no anchor
	// for a fragment.
	Lacks func(path, fragment string) bool
}

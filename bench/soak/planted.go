package main

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
)

// fault is a permanent fault that a page of the site leads to, but for moved, which
// is none.
type fault int

const (
	lost     fault = iota // a page that does not exist
	gone                  // one that is gone
	nowhere               // an id that its page has in no answer
	loop                  // redirects in a circle
	deep                  // redirects without an end
	failing               // an image that the server fails at
	teapot                // a status that says no
	moved                 // a permanent redirect
	unparsed              // no URL
	planted
)

// plantedTimes is about how often each of them is planted.
const plantedTimes = 400

// plantedAt returns what is planted on page n; false for most.
func (w *world) plantedAt(n int) (fault, bool) {
	f := fault(n % max(w.Pages/plantedTimes, 5*int(planted)))
	return f - 1, f >= 1 && f <= planted
}

// plantedLink returns the element with the fault of page n, and how it is reported.
func (w *world) plantedLink(n int, f fault) (element string, want finding) {
	path := fmt.Sprintf("/%s-%d", [...]string{
		lost: "lost", gone: "gone", nowhere: "", loop: "loop", deep: "deep-0",
		failing: "failing", teapot: "teapot", moved: "moved", unparsed: "",
	}[f], n)
	want = finding{link.Broken, link.NotFound, path, w.page(n)}
	switch f {
	case gone:
		want.reason = link.Gone
	case nowhere:
		want.reason, want.target = link.FragmentNotFound, fmt.Sprintf("%s#nowhere-%d", w.page(n/2), n)
	case loop:
		want.reason = link.RedirectLoop
	case deep:
		want.reason = link.TooManyRedirects
	case failing:
		want.reason = link.ServerError
		return fmt.Sprintf("<img src=%q alt=it>", path), want
	case teapot:
		want.reason = link.HTTPError
	case moved:
		want.verdict, want.reason = link.Redirected, link.MovedPermanently
	case unparsed:
		want.reason, want.target = link.InvalidURL, fmt.Sprintf("http://[%d/", n)
	}
	return anchor(want.target), want
}

func anchor(href string) string { return fmt.Sprintf("<a href=%q>it</a>", href) }

// externalFault is what an external link always meets; goodLink for most.
type externalFault int

const (
	goodLink externalFault = iota
	lostLink
	goneLink
	loopLink
	deepLink
	movedLink
	teapotLink
	forbiddenLink
	failingLink
	resettingLink
	silentLink
)

// externalShares are the shares of the faults of links to good hosts, in 1/1000.
var externalShares = [...]int{lostLink: 10, goneLink: 5, loopLink: 5, deepLink: 5, movedLink: 10, teapotLink: 5, forbiddenLink: 5, failingLink: 3, resettingLink: 2, silentLink: 2}

// externalFault returns what link e to a good host always meets.
func (w *world) externalFault(e int) externalFault {
	x := int(w.mix(e, saltExternalFault) % 1000)
	for f, share := range externalShares {
		if x -= share; x >= 0 {
			continue
		}
		if externalFault(f) == silentLink && w.leavesOut(silenceName) {
			return goodLink
		}
		return externalFault(f)
	}
	return goodLink
}

// externalFinding returns how external link e on page n is reported; false when it
// is good.
func (w *world) externalFinding(e, n int) (finding, bool) {
	want := finding{link.Unverified, "", w.externalURL(e), w.page(n)}
	switch w.hostKind(w.hostOf(e)) {
	case refusingHost:
		want.reason = link.ConnectionRefused
	case silentHost:
		want.reason = link.Timeout
	case resettingHost, unencryptedHost:
		want.reason = link.ConnectionFailed
	case untrustedHost:
		want.verdict, want.reason = link.Broken, link.TLSInvalid
	case forbiddingHost:
		want.reason = link.Blocked
	case limitingHost:
		want.reason = link.RateLimited
	case failingHost:
		want.reason = link.ServerError
	default:
		return w.linkFinding(w.externalFault(e), want)
	}
	return want, true
}

// linkFinding completes want for a link to a good host.
func (w *world) linkFinding(f externalFault, want finding) (finding, bool) {
	switch f {
	case lostLink:
		want.verdict, want.reason = link.Broken, link.NotFound
	case goneLink:
		want.verdict, want.reason = link.Broken, link.Gone
	case loopLink:
		want.verdict, want.reason = link.Broken, link.RedirectLoop
	case deepLink:
		want.verdict, want.reason = link.Broken, link.TooManyRedirects
	case movedLink:
		want.verdict, want.reason = link.Redirected, link.MovedPermanently
	case teapotLink:
		want.reason = link.HTTPError
	case forbiddenLink:
		want.reason = link.Blocked
	case failingLink:
		want.reason = link.ServerError
	case resettingLink:
		want.reason = link.ConnectionFailed
	case silentLink:
		want.reason = link.Timeout
	default:
		return want, false
	}
	return want, true
}

// wanted returns all findings that the report is to have, and no others.
func (w *world) wanted() map[finding]bool {
	all := map[finding]bool{}
	for n := range w.Pages {
		if f, ok := w.plantedAt(n); ok {
			_, want := w.plantedLink(n, f)
			all[want] = true
		}
		if e, ok := w.external(n); ok {
			if want, ok := w.externalFinding(e, n); ok {
				all[want] = true
			}
		}
	}
	return all
}

package health

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// isSignIn reports whether u, on another site, is where readers log in.
func isSignIn(u weburl.URL) bool {
	return site.IsLogin(u) || site.HasSegment(u, signInSegments...) || protection.LoginOfRedirects([]link.Redirect{{URL: u.String()}}) != ""
}

// isAccount reports whether a page of that URL is one of the few at which readers get their
// account, or read the terms. Such pages are neither closed nor what a site is for.
func isAccount(u weburl.URL) bool {
	return site.IsLogin(u) || site.HasSegment(u, accountSegments...)
}

// isDeed reports whether a URL is likely to do something, such as setting the language
// or ending a session, after which sites show their home page.
func isDeed(u weburl.URL) bool {
	return len(u.Query) > len("?") || site.IsLogin(u) || site.IsConsent(u) || site.HasSegment(u, deedSegments...)
}

// RedirectsToLogin reports whether redirects lead from u, on the site, to a login
// on the same or another host. A visit to a login that ends on the site again is
// none.
func RedirectsToLogin(u weburl.URL, hops []link.Redirect) bool {
	if len(hops) == 0 || site.IsLogin(u) {
		return false
	}
	end, err := weburl.Parse(hops[len(hops)-1].URL)
	if err != nil || end.Origin() == u.Origin() {
		return err == nil && site.IsLogin(end)
	}
	return slices.ContainsFunc(hops, func(hop link.Redirect) bool {
		to, err := weburl.Parse(hop.URL)
		return err == nil && to.Origin() != u.Origin() && (isSignIn(to) || returnsTo(to, u))
	})
}

// returnsTo reports whether the query of to holds u as the page to come back to.
func returnsTo(to, u weburl.URL) bool {
	for pair := range strings.SplitSeq(strings.TrimPrefix(to.Query, "?"), "&") {
		_, value, _ := strings.Cut(pair, "=")
		value, _, _ = strings.Cut(weburl.Unescape(value), "?")
		if value == weburl.Unescape(u.Path) || value == u.Origin()+weburl.Unescape(u.Path) {
			return true
		}
	}
	return false
}

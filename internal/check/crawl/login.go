package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// mostShown returns the print of what most of the pages with a field for a
// password show, when several show the same; 0 when each shows something else.
func (a *access) mostShown() uint64 {
	counts := map[uint64]int{}
	for _, form := range a.forms {
		counts[form.Print]++
	}
	most, n := commonest(counts)
	if n < 2 {
		return 0
	}
	return most
}

// isAccountPage reports whether a page of that URL is one of the few at which
// readers get their account, or read the terms. Such pages are neither closed nor
// what a site is for.
func isAccountPage(u weburl.URL) bool {
	return pagekind.IsLogin(u) || pagekind.HasSegment(u, "signup", "sign-up", "sign_up", "register", "registration", "join", "forgot", "forgot-password",
		"forgot_password", "reset", "reset-password", "reset_password", "password", "password-reset", "recover", "terms", "privacy", "legal", "imprint", "impressum")
}

// isSignIn reports whether u, on another site, is where readers log in.
func isSignIn(u weburl.URL) bool {
	return pagekind.IsLogin(u) || pagekind.HasSegment(u, "authorize", "openid-connect", "saml", "saml2", "oauth2", "cas", "sso-api") ||
		protection.LoginOfRedirects([]link.Redirect{{URL: u.String()}}) != ""
}

// loginKind says how a page turned out to be a login.
type loginKind int8

const (
	notLogin loginKind = iota
	// shown: it shows one in the place of what it is named for.
	shown
	// redirectedTo: other pages redirect to it.
	redirectedTo
)

// fewRedirects is how many redirects lead to a page that is no login: from its
// names with and without a slash, and from an old one.
const fewRedirects = 3

// logins are the pages that are a login by what they show. One that does not say
// so is one when others show the same, or when many pages redirect to it. The
// start page is looked at by itself: what was asked for may be a login, with the
// site around it.
func (c *crawl) logins() map[*target.Target]loginKind {
	same := c.access.mostShown()
	redirects := map[*target.Target]int{}
	for _, t := range c.checker.Internal {
		if t.FragmentPage != nil && len(t.Outcome.Redirects) > 0 {
			if _, hasForm := c.access.forms[t.FragmentPage]; hasForm {
				redirects[t.FragmentPage]++
			}
		}
	}
	logins := map[*target.Target]loginKind{}
	for t, form := range c.access.forms {
		switch n := redirects[t]; {
		case t == c.access.startPage():
		case !form.IsMain() && form.Print != same && (n <= fewRedirects || !form.ShowsLittle()):
		case n > 0:
			logins[t] = redirectedTo
		default:
			logins[t] = shown
		}
	}
	return logins
}

// leadsToLogin reports whether t, a page of the site, sends its readers to a
// login.
func (c *crawl) leadsToLogin(t *target.Target, logins map[*target.Target]loginKind) bool {
	switch {
	case pagekind.IsLogin(t.URL), t == c.access.start && c.isWithin(c.access.startPage()):
		return false
	case t.Page != nil:
		// Only a meta refresh sends readers of a page on that was read.
		to, isAway := c.access.away[t]
		return t.FragmentPage != nil && pagekind.IsLogin(t.FragmentPage.URL) || isAway && (isSignIn(to) || returnsTo(to, t.URL))
	}
	if len(t.Outcome.Redirects) > 0 && logins[t.FragmentPage] != notLogin {
		return true
	}
	return redirectsToLogin(t.URL, t.Outcome.Redirects)
}

// redirectsToLogin reports whether redirects lead from u, on the site, to a login
// on the same or another host. A visit to a login that ends on the site again is
// none.
func redirectsToLogin(u weburl.URL, hops []link.Redirect) bool {
	if len(hops) == 0 || pagekind.IsLogin(u) {
		return false
	}
	end, err := weburl.Parse(hops[len(hops)-1].URL)
	if err != nil {
		return false
	}
	if end.Origin() == u.Origin() {
		return pagekind.IsLogin(end)
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

// loginProblem says that the site asks for a login, when its start page does or
// more than half of its pages do; else it is empty.
func (c *crawl) loginProblem(all census) string {
	start := c.access.start
	if !isJudgedByRule(start) && !c.job.PageExcluded(start.URL) {
		if text := c.startLogin(all); text != "" {
			return text
		}
	}
	// The pages at which readers get an account count for neither side.
	open := all.public + len(all.unread)
	if len(all.closed) <= open {
		return ""
	}
	kind := c.commonProtection(all.closed)
	text := fmt.Sprintf("%d of %s ask for a login (%s) or deny access, such as %s; %s",
		len(all.closed), check.Count(len(all.closed)+open, "page"), kindName(kind), c.example(all.closed[0]), opening(c.job.Config.Headers, kind))
	if c.access.failed[all.closed[0]].Status == http.StatusForbidden && kind == "" {
		text += "; if the host limits requests, lower concurrency"
	}
	return text + "; add pages that need a login to exclude-pages"
}

// startLogin says that the start page is a login, to which it redirects or behind
// which no page of the site is to be seen; else it is empty.
func (c *crawl) startLogin(all census) string {
	start := c.access.start
	asked := start.URL
	if given, err := weburl.Parse(c.job.Config.Target); err == nil {
		// The page that was asked for may redirect out of its own directory.
		asked = given.Document()
	}
	page := c.access.startPage()
	form, hasForm := c.access.forms[page]
	hops := start.Outcome.Redirects
	isMoved := len(hops) > 0 && page.URL.Path != asked.Path && !pagekind.IsLogin(asked)
	kind := start.Outcome.Protection
	opening := opening(c.job.Config.Headers, kind)
	switch {
	case redirectsToLogin(asked, hops) && !c.isWithin(page), isMoved && hasForm && form.IsMain(),
		isMoved && all.public <= 1 && returnsTo(page.URL, asked):
		return fmt.Sprintf("the start page redirects to a login page, %s (%s); %s", c.loginName(hops[len(hops)-1].URL), kindName(kind), opening)
	case start.Page != nil && c.leadsToLogin(start, nil):
		return fmt.Sprintf("the start page forwards to a login page, %s (%s); %s", c.refreshName(start), kindName(kind), opening)
	case c.leadsAway(page) && all.public <= 1:
		return fmt.Sprintf("the start page forwards to another site, %s; if you want to check that site, use its URL as the target", c.refreshName(page))
	case hasForm && form.ShowsLittle() && all.public == 0:
		return fmt.Sprintf("the start page is a login page (%s), and it links to no other page of the site; %s", kindName(kind), opening)
	}
	return ""
}

// maxLogin is how much of a login's address a problem shows, in bytes.
const maxLogin = 100

// loginName is how a problem names a login: without its query, which may hold
// what a login is to be proved with.
func (c *crawl) loginName(raw string) string {
	u, err := weburl.Parse(raw)
	if err != nil {
		return check.Shorten(raw, maxLogin)
	}
	return check.Shorten(c.job.DisplayName(c.job.Scope.Internal(u.WithoutQuery())), maxLogin)
}

// commonProtection is the kind of login that most of the pages ask for; the first
// by name of several, and "" when none is known.
func (c *crawl) commonProtection(pages []*target.Target) protection.Login {
	counts := map[protection.Login]int{}
	for _, t := range pages {
		kind := t.Outcome.Protection
		if failed, ok := c.access.failed[t]; ok {
			kind = failed.Protection
		}
		counts[kind]++
	}
	common, _ := commonest(counts)
	return common
}

// commonest is what was counted most often, the first in order of several, and how
// often it was.
func commonest[K cmp.Ordered](counts map[K]int) (most K, n int) {
	for key, k := range counts {
		if k > n || k == n && key < most {
			most, n = key, k
		}
	}
	return most, n
}

// whyUnreachable says why the start page could not be read, and how to open it when
// it asks for a login.
func whyUnreachable(j *check.Job, err error) string {
	var e *site.UnreachableError
	if !errors.As(err, &e) || e.BotProtection != "" {
		return err.Error()
	}
	told := *e
	start, parseErr := weburl.Parse(e.URL)
	switch {
	case e.Final.Scheme != "" && parseErr == nil && (e.Protection != "" || redirectsToLogin(start, []link.Redirect{{URL: e.Final.String()}})):
		told.Cause = fmt.Sprintf("it redirects to a login page, %s (%s)", check.Shorten(e.Final.WithoutQuery().Redacted(), maxLogin), kindName(e.Protection))
	case e.Final.Scheme != "":
		return err.Error()
	case e.Login:
		told.Cause = fmt.Sprintf("it asks for a login (%s, status %d)", kindName(e.Protection), e.Status)
	case e.Status == http.StatusForbidden, e.Status == http.StatusProxyAuthRequired:
		told.Cause = fmt.Sprintf("it denies access (status %d)", e.Status)
	default:
		return err.Error()
	}
	if e.NoToken != "" {
		told.Cause += ", and GitHub gave no OIDC token: " + e.NoToken
	}
	told.Advice = opening(j.Config.Headers, e.Protection)
	return told.Error()
}

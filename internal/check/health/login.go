package health

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// leadsToLogin reports whether a page sends its readers to a login: by a redirect to one by its
// name, or to another page that asks for a password, or by a meta refresh.
func (s *Site) leadsToLogin(p *Page) bool {
	hops := p.Outcome.Redirects
	switch isForm := p.EndLook.Class == Login || p.EndLook.Class == Password; {
	case p.IsRead && p.End.Host == "":
		return false
	case p.IsRead:
		hops = []link.Redirect{{URL: p.End.String()}}
	case isForm && len(hops) > 0 && !pagekind.IsLogin(p.URL) && strings.TrimSuffix(p.End.Path, "/") != strings.TrimSuffix(p.URL.Path, "/"):
		return true
	}
	return redirectsToLogin(p.URL, hops)
}

// redirectsToLogin reports whether redirects lead from u, on the site, to a login on the same or
// another host. A visit to a login that ends on the site again is none.
func redirectsToLogin(u weburl.URL, hops []link.Redirect) bool {
	switch end := check.EndOf(u, hops); {
	case pagekind.IsLogin(u):
		return false
	case end.Origin() == u.Origin():
		return pagekind.IsLogin(end)
	}
	return slices.ContainsFunc(hops, func(hop link.Redirect) bool {
		to, err := weburl.Parse(hop.URL)
		return err == nil && to.Origin() != u.Origin() && (isSignIn(to) || returnsTo(to, u))
	})
}

// isSignIn reports whether u, on another site, is where readers log in.
func isSignIn(u weburl.URL) bool {
	return pagekind.IsLogin(u) || pagekind.HasSegment(u, signInSegments...) || protection.LoginOfRedirects([]link.Redirect{{URL: u.String()}}) != ""
}

// isAccount reports whether a page of that URL is one of the few at which readers get their
// account, or read the terms. Such pages are neither closed nor what a site is for.
func isAccount(u weburl.URL) bool {
	return pagekind.IsLogin(u) || pagekind.HasSegment(u, accountSegments...)
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

// kindName is how problems name a kind of login.
func kindName(kind protection.Login) string { return cmp.Or(string(kind), "unknown type") }

// waysIn are how a program gets past the kinds of login that are known: by header fields, which open
// it together, and which the setting sends, a line of YAML.
var waysIn = map[protection.Login]struct {
	headers       []string
	setting, more string
}{
	protection.Vercel: {
		headers: []string{protection.VercelBypass}, setting: `header: "x-vercel-protection-bypass: ${{ secrets.VERCEL_AUTOMATION_BYPASS_SECRET }}"`,
		more: ", or add the repository to the project's Trusted Sources on Vercel and set permissions: id-token: write",
	},
	protection.CloudflareAccess: {
		headers: []string{"CF-Access-Client-Id", "CF-Access-Client-Secret"},
		setting: `header: "CF-Access-Client-Id: ${{ secrets.CF_ACCESS_CLIENT_ID }}\nCF-Access-Client-Secret: ${{ secrets.CF_ACCESS_CLIENT_SECRET }}"`,
	},
	protection.BasicAuth: {
		headers: []string{"Authorization"}, setting: `header: "Authorization: Basic ${{ secrets.PREVIEW_BASIC_AUTH }}"`,
		more: ", where the secret is user:password in base64",
	},
	"": {setting: `header: "Authorization: Bearer ${{ secrets.PREVIEW_TOKEN }}"`, more: ", or the header that the site accepts"},
}

// opening says how to get past a kind of login, or why what was sent did not. A login of an unknown
// kind may need any header.
func opening(headers []config.Header, kind protection.Login) string {
	way, sent := waysIn[kind], []string(nil)
	for _, h := range headers {
		if slices.Contains([]string{"", "basic", "bearer", "token"}, strings.ToLower(strings.TrimSpace(h.Value))) {
			return fmt.Sprintf("the header %s is empty: its secret is not set, or this run has no secrets, such as for a pull request from a fork", h.Name)
		}
		if kind == "" || slices.ContainsFunc(way.headers, func(name string) bool { return strings.EqualFold(h.Name, name) }) {
			sent = append(sent, h.Name)
		}
	}
	refused := "the " + check.Plural(len(sent), "header ", "headers ") + strings.Join(sent, " and ") + " did not give access"
	switch {
	case kind == protection.Netlify:
		return "Netlify accepts no header in place of a site password or team login: check the build directory instead"
	case kind == protection.Vercel && hasHeader(headers, protection.VercelOIDCToken):
		return "the header " + protection.VercelOIDCToken + " did not give access: add this repository to the project's Trusted Sources on Vercel (Settings, Deployment Protection), " +
			"or the token has expired"
	case kind == "" && len(sent) > 0:
		way.more += "; " + refused
	case len(sent) > 0 && len(sent) == len(way.headers):
		return refused + ": the secret is wrong or has expired"
	}
	return "to give linkvet access, set " + way.setting + way.more
}

func hasHeader(headers []config.Header, name string) bool {
	return slices.ContainsFunc(headers, func(h config.Header) bool { return strings.EqualFold(h.Name, name) })
}

// MaxLogin is how much of a login's address a problem shows, in bytes.
const MaxLogin = 100

// Unreachable says why the start page could not be read, and how to open it when it asks for a
// login.
func Unreachable(headers []config.Header, err error) string {
	var e *site.UnreachableError
	if !errors.As(err, &e) || e.BotProtection != "" {
		return err.Error()
	}
	told, isAway := *e, e.Final.Scheme != ""
	switch start, _ := weburl.Parse(e.URL); {
	case isAway && (e.Protection != "" || redirectsToLogin(start, []link.Redirect{{URL: e.Final.String()}})):
		told.Cause = fmt.Sprintf("it redirects to a login page, %s (%s)", check.Shorten(e.Final.WithoutQuery().Redacted(), MaxLogin), kindName(e.Protection))
	case !isAway && e.Login:
		told.Cause = fmt.Sprintf("it asks for a login (%s, status %d)", kindName(e.Protection), e.Status)
	case !isAway && (e.Status == http.StatusForbidden || e.Status == http.StatusProxyAuthRequired):
		told.Cause = fmt.Sprintf("it denies access (status %d)", e.Status)
	default:
		return err.Error()
	}
	if e.NoToken != "" {
		told.Cause += ", and GitHub gave no OIDC token: " + e.NoToken
	}
	told.Advice = opening(headers, e.Protection)
	return told.Error()
}

package health

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
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

// isDeed reports whether a URL is likely to do something, such as setting the language or ending a
// session, after which sites show their home page.
func isDeed(u weburl.URL) bool {
	return len(u.Query) > len("?") || site.IsLogin(u) || site.IsConsent(u) || site.HasSegment(u, deedSegments...)
}

// RedirectsToLogin reports whether redirects lead from u, on the site, to a login on the same or
// another host. A visit to a login that ends on the site again is none.
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

// KindName is how problems name a kind of login.
func KindName(kind protection.Login) string {
	if kind == "" {
		return "unknown type"
	}
	return string(kind)
}

// wayIn is how a program gets past a kind of login.
type wayIn struct {
	// headers are the names of the header fields that open it; any of the others
	// does as well.
	headers, others []string
	// setting is the line of YAML that sends them, and more what else there is to say.
	setting, more string
}

// waysIn are the ways past the logins that are known.
var waysIn = map[protection.Login]wayIn{
	protection.Vercel: {
		headers: []string{protection.VercelBypass}, others: []string{protection.VercelOIDCToken},
		setting: `header: "x-vercel-protection-bypass: ${{ secrets.VERCEL_AUTOMATION_BYPASS_SECRET }}"`,
		more:    ", or add the repository to the project's Trusted Sources on Vercel and set permissions: id-token: write",
	},
	protection.CloudflareAccess: {
		headers: []string{"CF-Access-Client-Id", "CF-Access-Client-Secret"},
		setting: `header: "CF-Access-Client-Id: ${{ secrets.CF_ACCESS_CLIENT_ID }}\nCF-Access-Client-Secret: ${{ secrets.CF_ACCESS_CLIENT_SECRET }}"`,
	},
	protection.BasicAuth: {
		headers: []string{"Authorization"},
		setting: `header: "Authorization: Basic ${{ secrets.PREVIEW_BASIC_AUTH }}"`, more: ", where the secret is user:password in base64",
	},
	"": {setting: `header: "Authorization: Bearer ${{ secrets.PREVIEW_TOKEN }}"`, more: ", or the header that the site accepts"},
}

// Opening says how to get past a kind of login, or why what was sent did not.
func Opening(headers []config.Header, kind protection.Login) string {
	if i := slices.IndexFunc(headers, isEmptyHeader); i >= 0 {
		return fmt.Sprintf("the header %s is empty: its secret is not set, or this run has no secrets, such as for a pull request from a fork", headers[i].Name)
	}
	if kind == protection.Netlify {
		return "Netlify accepts no header in place of a site password or team login: check the build directory instead"
	}
	names := sent(headers, kind)
	n := len(names)
	them := check.Plural(n, "the header ", "the headers ") + strings.Join(names, " and ")
	switch {
	case n == 1 && strings.EqualFold(names[0], protection.VercelOIDCToken):
		return them + " was refused: add this repository to the project's Trusted Sources on Vercel (Settings, Deployment Protection), " +
			"or the token has expired"
	case n > 0 && kind == "":
		return them + " " + check.Plural(n, "does", "do") + " not give access: open the site in a private browser window"
	case n > 0:
		return them + " " + check.Plural(n, "was", "were") + " refused: the secret is wrong or has expired"
	}
	return "to give linkvet access, set " + waysIn[kind].setting + waysIn[kind].more
}

// sent returns the names of the headers that were sent to get past a kind of login, if they are
// all that it takes. A login of an unknown kind may need any of them.
func sent(headers []config.Header, kind protection.Login) (names []string) {
	way := waysIn[kind]
	for _, h := range headers {
		switch {
		case isOneOf(h.Name, way.others):
			return []string{h.Name}
		case isOneOf(h.Name, way.headers), kind == "" && !isOneOf(h.Name, plainHeaders):
			names = append(names, h.Name)
		}
	}
	if len(names) < len(way.headers) {
		return nil
	}
	return names
}

func isOneOf(name string, names []string) bool {
	return slices.ContainsFunc(names, func(other string) bool { return strings.EqualFold(name, other) })
}

// plainHeaders are fields that people set for other reasons than a login.
var plainHeaders = []string{
	"Accept", "Accept-Language", "Cache-Control", "DNT", "Origin", "Pragma", "Referer", "X-Requested-With", "x-vercel-skip-toolbar",
}

// isEmptyHeader reports whether a header has no value, or a scheme without its credentials.
func isEmptyHeader(h config.Header) bool {
	scheme, credentials, _ := strings.Cut(h.Value, " ")
	return h.Value == "" && !isOneOf(h.Name, plainHeaders) ||
		isOneOf(h.Name, []string{"Authorization"}) && strings.TrimSpace(credentials) == "" && isOneOf(scheme, []string{"Basic", "Bearer", "token"})
}

// ExpiredToken says that Vercel asked for a login at the URLs of those names after an OIDC token
// had let the run in; it is empty for most runs. A token is valid for a few minutes, and Vercel
// protects all of a deployment, so any such answer leaves something unchecked.
func ExpiredToken(headers []config.Header, names []string) string {
	isToken := func(h config.Header) bool { return strings.EqualFold(h.Name, protection.VercelOIDCToken) }
	if len(names) == 0 || !slices.ContainsFunc(headers, isToken) {
		return ""
	}
	slices.Sort(names)
	return fmt.Sprintf("Vercel asked for a login at %s of the site, such as %s: the OIDC token of GitHub has expired, or is not trusted there; for a longer check, set %s",
		check.Count(len(names), "URL"), check.FirstNames(names), waysIn[protection.Vercel].setting)
}

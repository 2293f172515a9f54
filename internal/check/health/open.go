package health

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
)

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
	for _, h := range headers {
		if isEmptyHeader(h) {
			return fmt.Sprintf("the header %s is empty: its secret is not set, or this run has no secrets, such as for a pull request from a fork", h.Name)
		}
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

// sent returns the names of the headers that were sent to get past a kind of
// login, if they are all that it takes. A login of an unknown kind may need
// any of them.
func sent(headers []config.Header, kind protection.Login) []string {
	way := waysIn[kind]
	var sent, secret []string
	for _, h := range headers {
		is := func(name string) bool { return strings.EqualFold(h.Name, name) }
		switch {
		case slices.ContainsFunc(way.others, is):
			return []string{h.Name}
		case slices.ContainsFunc(way.headers, is):
			sent = append(sent, h.Name)
		}
		if !slices.ContainsFunc(plainHeaders, is) {
			secret = append(secret, h.Name)
		}
	}
	switch {
	case kind == "":
		return secret
	case len(sent) < len(way.headers):
		return nil
	}
	return sent
}

// plainHeaders are fields that people set for other reasons than a login.
var plainHeaders = []string{
	"Accept", "Accept-Language", "Cache-Control", "DNT", "Origin", "Pragma", "Referer", "X-Requested-With", "x-vercel-skip-toolbar",
}

// isEmptyHeader reports whether a header has no value, or a scheme without its
// credentials.
func isEmptyHeader(h config.Header) bool {
	scheme, credentials, _ := strings.Cut(h.Value, " ")
	if h.Value == "" {
		return !slices.ContainsFunc(plainHeaders, func(name string) bool { return strings.EqualFold(h.Name, name) })
	}
	return strings.EqualFold(h.Name, "Authorization") && strings.TrimSpace(credentials) == "" &&
		slices.ContainsFunc([]string{"Basic", "Bearer", "token"}, func(name string) bool { return strings.EqualFold(scheme, name) })
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

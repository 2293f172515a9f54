package protection

import (
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Login is a kind of login page that a host shows in the place of a whole site, such as
// a preview.
type Login string

// The kinds that an answer shows. A visitor passes each in another way.
const (
	Vercel           Login = "Vercel"
	CloudflareAccess Login = "Cloudflare Access"
	Netlify          Login = "Netlify"
	BasicAuth        Login = "Basic auth"
)

// The header fields that let a program into a protected deployment on Vercel: a secret of
// the project, and an OIDC token of a source that the project trusts.
//   - https://vercel.com/docs/deployment-protection/methods-to-bypass-deployment-protection/protection-bypass-automation
//   - https://vercel.com/docs/deployment-protection/methods-to-bypass-deployment-protection/trusted-sources
const (
	VercelBypass    = "x-vercel-protection-bypass"
	VercelOIDCToken = "x-vercel-trusted-oidc-idp-token"
)

// LoginOf returns the kind of login that an answer asks for, or "", by its status and
// header.
func LoginOf(status int, header http.Header) Login {
	return Login(match(loginSignatures, status, header))
}

// asking are the statuses of pages that ask for a login.
var asking = []int{http.StatusUnauthorized, http.StatusForbidden}

// loginSignatures are in the order in which they count: a visitor answers a challenge for
// Basic auth in the same way on every host.
var loginSignatures = []signature{
	// RFC 9110, section 11.6.1; RFC 7617.
	{name: string(BasicAuth), statuses: []int{http.StatusUnauthorized}, header: "Www-Authenticate", value: "basic"},

	// vercel.com/docs/deployment-protection: the page that leads to its login sets a cookie.
	{name: string(Vercel), statuses: asking, cookie: "_vercel_sso_nonce="},

	// developers.cloudflare.com/cloudflare-one/access-controls/: an application that
	// admits service tokens alone answers by itself, with fields that name it.
	{name: string(CloudflareAccess), statuses: asking, header: "Cf-Access-Domain"},
	{name: string(CloudflareAccess), statuses: asking, header: "Cf-Access-Aud"},
	{name: string(CloudflareAccess), statuses: asking, header: "Www-Authenticate", value: "cloudflare-access"},

	// docs.netlify.com/manage/security/secure-access-to-sites/: the page that asks
	// for a site's password.
	{name: string(Netlify), statuses: []int{http.StatusUnauthorized}, header: "Server", value: "netlify"},
}

// LoginOfRedirects returns the kind of login to which redirects lead, or "".
func LoginOfRedirects(hops []link.Redirect) Login {
	for _, hop := range hops {
		u, err := weburl.Parse(hop.URL)
		if err != nil {
			continue
		}
		switch {
		case u.Host == "vercel.com" && (strings.HasPrefix(u.Path, "/sso-api") || strings.HasPrefix(u.Path, "/login")):
			return Vercel
		case strings.HasSuffix(u.Host, ".cloudflareaccess.com"), strings.HasPrefix(u.Path, "/cdn-cgi/access/"):
			return CloudflareAccess
		case u.Host == "app.netlify.com":
			return Netlify
		}
	}
	return ""
}

package fetch

import (
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Protection is a kind of login that a host puts before a whole site, such as a
// preview.
type Protection string

// The kinds that can be told from an answer. Each is opened in a way of its own.
const (
	Vercel           Protection = "Vercel"
	CloudflareAccess Protection = "Cloudflare Access"
	Netlify          Protection = "Netlify"
	BasicAuth        Protection = "Basic auth"
)

// asking are the statuses with which a login is asked for.
var asking = []int{http.StatusUnauthorized, http.StatusForbidden}

// protectionSigns are what protections say of themselves in their answers. The
// first that matches counts: a challenge for Basic auth is answered in the same
// way on every host.
var protectionSigns = []wallSign{
	// RFC 9110, section 11.6.1; RFC 7617.
	{name: string(BasicAuth), statuses: []int{http.StatusUnauthorized}, header: "Www-Authenticate", value: "basic"},

	// vercel.com/docs/deployment-protection: the page that leads to its login sets
	// a cookie; of its other pages only the title is known.
	{name: string(Vercel), statuses: asking, cookie: "_vercel_sso_nonce="},
	{name: string(Vercel), statuses: asking, header: "Server", value: "vercel", body: "<title>Authentication Required"},

	// developers.cloudflare.com/cloudflare-one/access-controls/: an application that
	// admits service tokens alone answers by itself, with fields that name it.
	{name: string(CloudflareAccess), statuses: asking, header: "Cf-Access-Domain"},
	{name: string(CloudflareAccess), statuses: asking, header: "Cf-Access-Aud"},
	{name: string(CloudflareAccess), statuses: asking, header: "Www-Authenticate", value: "cloudflare-access"},

	// docs.netlify.com/manage/security/secure-access-to-sites/: the page that asks
	// for a site's password.
	{name: string(Netlify), statuses: []int{http.StatusUnauthorized}, header: "Server", value: "netlify"},
}

// ProtectionOf returns the kind of login to which redirects lead, or "".
func ProtectionOf(hops []link.Redirect) Protection {
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

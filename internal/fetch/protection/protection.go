// Package protection recognizes answers that bot protection or a login page gives in the place of
// the page that was asked for.
package protection

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// signature describes the answers of one product. All that it names must be there.
type signature struct {
	name     string
	statuses []int  // empty is any
	header   string // a field that is there
	value    string // what it starts with, in lower case; empty is anything
	cookie   string // what the name of a cookie that is set starts with
}

func (s *signature) matches(status int, header http.Header) bool {
	if len(s.statuses) > 0 && !slices.Contains(s.statuses, status) {
		return false
	}
	if s.header != "" && !slices.ContainsFunc(header[s.header], func(value string) bool {
		return strings.HasPrefix(strings.ToLower(value), s.value)
	}) {
		return false
	}
	return s.cookie == "" || slices.ContainsFunc(header["Set-Cookie"], func(cookie string) bool {
		return strings.HasPrefix(cookie, s.cookie)
	})
}

// match returns the name of the first of the signatures that an answer has, or "".
func match(signatures []signature, status int, header http.Header) string {
	for i := range signatures {
		if s := &signatures[i]; s.matches(status, header) {
			return s.name
		}
	}
	return ""
}

// refusing are the statuses with which bot protection refuses. Some products also add
// their fields and scripts to answers that they let through: these are signs with a
// refusing status only.
var refusing = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotAcceptable,
	http.StatusPreconditionRequired, http.StatusTooManyRequests, http.StatusServiceUnavailable,
}

// statusDenied is not registered: LinkedIn answers it to requests that it takes for
// those of a robot.
const statusDenied = 999

// bots are fields that products send by their documentation.
var bots = []signature{
	// No documentation; known from every link checker's issue tracker.
	{name: "LinkedIn", statuses: []int{statusDenied}},

	// developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
	{name: "Cloudflare", header: "Cf-Mitigated", value: "challenge"},

	// docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html:
	// 202 for a challenge, 405 for a captcha, on any path.
	{name: "AWS WAF", header: "X-Amzn-Waf-Action"},

	// vercel.com/docs/vercel-firewall: what was done with the request.
	{name: "Vercel", header: "X-Vercel-Mitigated"},

	// docs.datadome.co/docs/protection-api
	{name: "DataDome", statuses: refusing, header: "X-Datadome"},
	{name: "DataDome", statuses: refusing, header: "X-Dd-B"},

	// techdocs.akamai.com: the page "Access Denied" with its reference number.
	{name: "Akamai", statuses: []int{http.StatusForbidden}, header: "Server", value: "akamaighost"},

	// docs.imperva.com: its fields and cookies are on every answer.
	{name: "Imperva", statuses: refusing, header: "X-Iinfo"},
	{name: "Imperva", statuses: refusing, cookie: "incap_ses_"},

	// docs.humansecurity.com/applications-and-accounts/docs/block-page
	{name: "PerimeterX", statuses: refusing, header: "X-Px-Block"},

	// docs.kasada.io: the token that its script must fetch.
	{name: "Kasada", statuses: refusing, header: "X-Kpsdk-Ct"},

	// docs.sucuri.net/website-firewall: the number of the rule that blocked.
	{name: "Sucuri", header: "X-Sucuri-Block"},

	// ddos-guard.net: its cookies come with every answer, its name in Server too.
	{name: "DDoS-Guard", statuses: refusing, header: "Server", value: "ddos-guard"},
}

// answering are the fields of products that answer with 200 as well. Only the body tells whether
// they let the request through.
var answering = []signature{
	{name: "Imperva", header: "X-Iinfo"},
	{name: "Imperva", cookie: "incap_ses_"},
	{name: "F5 BIG-IP", cookie: "TS"},
	{name: "Anubis", cookie: "techaro.lol-anubis"},
}

// marks are texts that only the pages of bot protection contain. The scripts that products add to
// the pages which they let through have others.
var marks = []struct{ name, text string }{
	{"Cloudflare", "_cf_chl_opt"},
	// The page of a firewall rule:
	// developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/
	{"Cloudflare", "cf-error-details"},
	{"Vercel", "Vercel Security Checkpoint"},
	{"AWS WAF", "awsWafCookieDomainList"},
	{"AWS WAF", "AwsWafIntegration.checkForceRefresh"},
	{"Imperva", "Incapsula incident ID"},
	{"Imperva", "_Incapsula_Resource?SWUDNSAI"},
	{"Imperva", `CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?`},
	{"Akamai", "errors.edgesuite.net"},
	{"Akamai", "sec-if-cpt"},
	{"DataDome", "captcha-delivery.com"},
	{"PerimeterX", "px-captcha"},
	{"F5 BIG-IP", "<title>Request Rejected</title>"},
	{"Anubis", "anubis_challenge"},
	{"Anubis", "/.within.website/x/cmd/anubis/"},
}

// Bot returns the name of the bot protection that gave an answer, or "", by its status
// and header alone.
func Bot(status int, header http.Header) string { return match(bots, status, header) }

// NeedsBody reports whether bot protection may have given an answer that only its body
// identifies.
func NeedsBody(status int, header http.Header) bool {
	return slices.Contains(refusing, status) || status == http.StatusOK && match(answering, status, header) != ""
}

// HeadBytes is how much of a body is searched for marks: the pages of bot protection are small, and
// name their product early.
const HeadBytes = 16 << 10

// InPage returns the name of the bot protection whose page a body is, or "", by its text alone. The
// answer needs the body by NeedsBody, or shows little: some products answer with 200, and proxies
// drop what is in the header.
func InPage(text []byte) string {
	text = text[:min(len(text), HeadBytes)]
	for _, mark := range marks {
		if bytes.Contains(text, []byte(mark.text)) {
			return mark.name
		}
	}
	return ""
}

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

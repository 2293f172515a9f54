package protection

import (
	"bytes"
	"net/http"
	"slices"
)

// Bot returns the name of the bot protection that gave an answer, or "", by its status
// and header alone.
func Bot(status int, header http.Header) string { return match(botSignatures, status, header) }

// BotInBody returns the name of the bot protection that gave an answer whose body begins
// with head, or "", where only the body shows it.
func BotInBody(status int, header http.Header, head []byte) string {
	return matchBody(botSignatures, status, header, head)
}

// InPage returns the name of the bot protection whose page a page is that shows little, or "", by
// its text alone: some answer with 200, and proxies drop what is in the header.
func InPage(text []byte) string {
	text = text[:min(len(text), HeadBytes)]
	for _, mark := range marks {
		if bytes.Contains(text, []byte(mark.text)) {
			return mark.name
		}
	}
	return ""
}

// marks are texts that only the pages of bot protection contain. The scripts that products add to
// the pages which they let through have others.
var marks = []struct{ name, text string }{
	{"Cloudflare", "_cf_chl_opt"},
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

// NeedsBody reports whether bot protection may have given an answer that only its body
// identifies.
func NeedsBody(status int, header http.Header) bool {
	return slices.ContainsFunc(botSignatures, func(s signature) bool { return s.body != "" && s.matches(status, header) })
}

// statusDenied is not registered: LinkedIn answers it to requests that it takes for
// those of a robot.
const statusDenied = 999

// refusing are the statuses with which bot protection refuses. Some products also add
// their fields and scripts to answers that they let through: these are signs with a
// refusing status only.
var refusing = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotAcceptable,
	http.StatusTooManyRequests, http.StatusServiceUnavailable,
}

// answering are those, and the success with which some products answer.
var answering = append([]int{http.StatusOK}, refusing...)

// botSignatures are fields that products send by their documentation, or texts that
// their pages contain. A signature in a body with status 200 needs one in the header too:
// the bodies of other hosts are not read then.
var botSignatures = []signature{
	// No documentation; known from every link checker's issue tracker.
	{name: "LinkedIn", statuses: []int{statusDenied}},

	// developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
	{name: "Cloudflare", header: "Cf-Mitigated", value: "challenge"},
	// The script of such a page, before the field was introduced and where a
	// proxy drops it; the page of a firewall rule, error 1020:
	// developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/
	{name: "Cloudflare", statuses: refusing, header: "Server", value: "cloudflare", body: "_cf_chl_opt"},
	{name: "Cloudflare", statuses: refusing, header: "Server", value: "cloudflare", body: "cf-error-details"},

	// docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html:
	// 202 for a challenge, 405 for a captcha, on any path.
	{name: "AWS WAF", header: "X-Amzn-Waf-Action"},

	// vercel.com/docs/vercel-firewall: what was done with the request.
	{name: "Vercel", header: "X-Vercel-Mitigated"},

	// docs.datadome.co/docs/protection-api: the module's fields, and the host of
	// its captcha.
	{name: "DataDome", statuses: refusing, header: "X-Datadome"},
	{name: "DataDome", statuses: refusing, header: "X-Dd-B"},
	{name: "DataDome", statuses: refusing, body: "captcha-delivery.com"},

	// techdocs.akamai.com: the page "Access Denied" with its reference number, and the
	// challenge of Bot Manager, which has a special status.
	{name: "Akamai", statuses: []int{http.StatusForbidden}, header: "Server", value: "akamaighost"},
	{name: "Akamai", statuses: []int{http.StatusForbidden}, body: "errors.edgesuite.net"},
	{name: "Akamai", statuses: []int{http.StatusPreconditionRequired}, body: "sec-if-cpt"},

	// docs.imperva.com, "Incident ID" pages, which come with 200 as well. Imperva
	// sets its fields and cookies on every answer.
	{name: "Imperva", statuses: refusing, header: "X-Iinfo"},
	{name: "Imperva", statuses: refusing, cookie: "incap_ses_"},
	{name: "Imperva", statuses: answering, header: "X-Iinfo", body: "Incapsula incident ID"},
	{name: "Imperva", statuses: answering, cookie: "incap_ses_", body: "Incapsula incident ID"},

	// docs.humansecurity.com/applications-and-accounts/docs/block-page: what the
	// page, or the JSON in its place, must define.
	{name: "PerimeterX", statuses: refusing, body: "_pxAppId"},
	{name: "PerimeterX", statuses: refusing, body: "px-captcha"},
	{name: "PerimeterX", statuses: refusing, header: "X-Px-Block"},

	// docs.kasada.io: the token that its script must fetch.
	{name: "Kasada", statuses: refusing, header: "X-Kpsdk-Ct"},

	// docs.sucuri.net/website-firewall: the number of the rule that blocked.
	{name: "Sucuri", header: "X-Sucuri-Block"},

	// ddos-guard.net: its cookies come with every answer, its name in Server too.
	{name: "DDoS-Guard", statuses: refusing, header: "Server", value: "ddos-guard"},

	// my.f5.com K13300: the default blocking page of BIG-IP, sent with 200, under
	// the cookies that the same product sets.
	{name: "F5 BIG-IP", statuses: answering, cookie: "TS", body: "<title>Request Rejected</title>"},

	// anubis.techaro.lol: a proof of work with 200, which many free software
	// projects put before their forges.
	{name: "Anubis", statuses: answering, cookie: "techaro.lol-anubis", body: "anubis_challenge"},
}

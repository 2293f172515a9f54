package fetch

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
)

// page is an answer of a server of the test.
type page struct {
	status int
	header http.Header
	body   string
}

func (p page) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.WriteHeader(p.status)
	_, _ = io.WriteString(w, p.body)
}

func TestBotProtection(t *testing.T) {
	t.Parallel()
	server := func(name string) http.Header { return http.Header{"Server": {name}} }
	cookie := func(cookie string) http.Header { return http.Header{"Set-Cookie": {cookie}} }
	tests := map[string]struct {
		page page
		want string
	}{
		"an honest refusal":           {page: page{status: 403, body: "<h1>Forbidden</h1>"}},
		"an honest page":              {page: page{status: 200, body: "<p>about captcha-delivery.com, _pxAppId and _cf_chl_opt"}},
		"999":                         {page: page{status: 999}, want: "LinkedIn"},
		"Cloudflare, by its field":    {page: page{status: 503, header: http.Header{"Cf-Mitigated": {"challenge"}}}, want: "Cloudflare"},
		"Cloudflare, by its script":   {page: page{status: 403, header: server("cloudflare"), body: "<script>window._cf_chl_opt={}</script>"}, want: "Cloudflare"},
		"Cloudflare, by its rule":     {page: page{status: 403, header: server("cloudflare"), body: `<div id="cf-error-details">1020`}, want: "Cloudflare"},
		"a host behind Cloudflare":    {page: page{status: 403, header: server("cloudflare"), body: "members only"}},
		"down behind Cloudflare":      {page: page{status: 503, header: server("cloudflare"), body: "down for maintenance"}},
		"AWS WAF's challenge":         {page: page{status: 202, header: http.Header{"X-Amzn-Waf-Action": {"challenge"}}}, want: "AWS WAF"},
		"AWS WAF's captcha":           {page: page{status: 405, header: http.Header{"X-Amzn-Waf-Action": {"captcha"}}}, want: "AWS WAF"},
		"Vercel":                      {page: page{status: 403, header: http.Header{"X-Vercel-Mitigated": {"deny"}}}, want: "Vercel"},
		"DataDome, by its field":      {page: page{status: 403, header: http.Header{"X-Dd-B": {"1"}}}, want: "DataDome"},
		"DataDome, by its page":       {page: page{status: 403, body: `<script src="https://ct.captcha-delivery.com/c.js">`}, want: "DataDome"},
		"let through by DataDome":     {page: page{status: 200, header: http.Header{"X-Datadome": {"protected"}}}},
		"Akamai, by its name":         {page: page{status: 403, header: server("AkamaiGHost"), body: "Reference #18.1"}, want: "Akamai"},
		"Akamai, by its page":         {page: page{status: 403, body: "https://errors.edgesuite.net/18.1"}, want: "Akamai"},
		"Akamai's challenge":          {page: page{status: 428, body: `<div id="sec-if-cpt-container">`}, want: "Akamai"},
		"not found behind Akamai":     {page: page{status: 404, header: server("AkamaiGHost")}},
		"Imperva refuses":             {page: page{status: 403, header: http.Header{"X-Iinfo": {"1-2"}}}, want: "Imperva"},
		"Imperva, by its cookie":      {page: page{status: 503, header: cookie("incap_ses_1=a")}, want: "Imperva"},
		"Imperva says 200":            {page: page{status: 200, header: http.Header{"X-Iinfo": {"1-2"}}, body: "Request unsuccessful. Incapsula incident ID: 1"}, want: "Imperva"},
		"let through by Imperva":      {page: page{status: 200, header: http.Header{"X-Iinfo": {"1-2"}}, body: `<script src="/_Incapsula_Resource?S"></script>`}},
		"PerimeterX":                  {page: page{status: 403, body: "<script>window._pxAppId = 'PX1'</script><div id='px-captcha'>"}, want: "PerimeterX"},
		"Kasada":                      {page: page{status: 429, header: http.Header{"X-Kpsdk-Ct": {"0a"}}}, want: "Kasada"},
		"Sucuri":                      {page: page{status: 403, header: http.Header{"X-Sucuri-Block": {"GEO02"}}}, want: "Sucuri"},
		"DDoS-Guard":                  {page: page{status: 403, header: server("ddos-guard")}, want: "DDoS-Guard"},
		"BIG-IP says 200":             {page: page{status: 200, header: cookie("TS01ab=1"), body: "<title>Request Rejected</title>"}, want: "F5 BIG-IP"},
		"let through by BIG-IP":       {page: page{status: 200, header: cookie("TS01ab=1"), body: "<title>Welcome</title>"}},
		"Anubis says 200":             {page: page{status: 200, header: cookie("techaro.lol-anubis-auth=;"), body: `<script id="anubis_challenge">`}, want: "Anubis"},
		"a sign that comes too late":  {page: page{status: 403, body: strings.Repeat("x", protection.HeadBytes) + "px-captcha"}},
		"a redirect behind Imperva":   {page: page{status: 302, header: http.Header{"X-Iinfo": {"1-2"}}, body: "Incapsula incident ID"}},
		"an error behind Imperva":     {page: page{status: 500, header: http.Header{"X-Iinfo": {"1-2"}}}},
		"the word is not in the body": {page: page{status: 403, header: server("px-captcha")}},
	}
	for name, test := range tests {
		for _, want := range []Want{Answer, Page} {
			t.Run(fmt.Sprintf("%s/%d", name, want), func(t *testing.T) {
				t.Parallel()
				s := serve(t, test.page.ServeHTTP)
				resp := do(t, testClient(t, Options{Retries: 1}), s.URL, want)
				if resp.BotProtection != test.want || resp.Status != test.page.status {
					t.Errorf("BotProtection = %q with status %d, want %q with %d", resp.BotProtection, resp.Status, test.want, test.page.status)
				}
				if test.want != "" && len(s.methods()) > 2 {
					t.Errorf("asked with %v: what is protected is asked again", s.methods())
				}
			})
		}
	}
}

func TestHeadSufficesWithoutSignsOfBotProtection(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		page page
		want []string
	}{
		"no sign of one": {page: page{status: 200, body: "hello"}, want: []string{"HEAD"}},
		"a sign of one":  {page: page{status: 200, header: http.Header{"X-Iinfo": {"1-2"}}, body: "hello"}, want: []string{"HEAD", "GET"}},
		"a redirect":     {page: page{status: 302, header: http.Header{"X-Iinfo": {"1-2"}}}, want: []string{"HEAD"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.page.ServeHTTP)
			c := testClient(t, Options{})
			do(t, c, s.URL, Answer)
			if diff := cmp.Diff(test.want, s.methods()); diff != "" {
				t.Errorf("methods (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLoginOfAnAnswer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		body   string
		want   protection.Login
	}{
		"a page":                    {status: 200, header: http.Header{"Server": {"Vercel"}}},
		"a login of its own":        {status: 401, header: http.Header{}},
		"an app's on Vercel":        {status: 401, header: http.Header{"Server": {"Vercel"}}, body: "<title>Sign in</title>"},
		"Basic auth":                {status: 401, header: http.Header{"Www-Authenticate": {`Basic realm="preview"`}}, want: protection.BasicAuth},
		"Basic auth second":         {status: 401, header: http.Header{"Www-Authenticate": {"Bearer", "basic"}}, want: protection.BasicAuth},
		"Basic auth on Netlify":     {status: 401, header: http.Header{"Www-Authenticate": {"Basic"}, "Server": {"Netlify"}}, want: protection.BasicAuth},
		"Vercel":                    {status: 401, header: http.Header{"Set-Cookie": {"a=b", "_vercel_sso_nonce=abc; Path=/"}}, want: protection.Vercel},
		"Vercel's cookie on a page": {status: 200, header: http.Header{"Set-Cookie": {"_vercel_sso_nonce=abc"}}},
		"Access":                    {status: 403, header: http.Header{"Cf-Access-Domain": {"preview.example"}}, want: protection.CloudflareAccess},
		"Access, other field":       {status: 403, header: http.Header{"Cf-Access-Aud": {"0123"}}, want: protection.CloudflareAccess},
		"Access by its challenge":   {status: 401, header: http.Header{"Www-Authenticate": {"Cloudflare-Access"}}, want: protection.CloudflareAccess},
		"Cloudflare alone":          {status: 403, header: http.Header{"Server": {"cloudflare"}}},
		"Netlify":                   {status: 401, header: http.Header{"Server": {"Netlify"}}, want: protection.Netlify},
		"missing on Netlify":        {status: 404, header: http.Header{"Server": {"Netlify"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, page{status: tt.status, header: tt.header, body: tt.body}.ServeHTTP)
			if got := do(t, testClient(t, Options{}), s.URL+"/", Document).Login; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLoginOfRedirects(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]protection.Login{
		"https://vercel.com/sso-api?url=https%3A%2F%2Fpreview.example&nonce=1": protection.Vercel,
		"https://vercel.com/docs": "",
		"https://team.cloudflareaccess.com/cdn-cgi/access/login/x?kid=1": protection.CloudflareAccess,
		"https://preview.example/cdn-cgi/access/authorized":              protection.CloudflareAccess,
		"https://cloudflareaccess.com.example/login":                     "",
		"https://app.netlify.com/authorize?response_type=token":          protection.Netlify,
		"https://preview.example/login":                                  "",
	} {
		if got := protection.LoginOfRedirects([]link.Redirect{{Status: 302, URL: url}}); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}

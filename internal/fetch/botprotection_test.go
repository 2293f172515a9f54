package fetch

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/protection"
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
		"an honest refusal":           {page{403, nil, "<h1>Forbidden</h1>"}, ""},
		"an honest page":              {page{200, nil, "<p>about captcha-delivery.com, _pxAppId and _cf_chl_opt"}, ""},
		"999":                         {page{999, nil, ""}, "LinkedIn"},
		"Cloudflare, by its field":    {page{503, http.Header{"Cf-Mitigated": {"challenge"}}, ""}, "Cloudflare"},
		"Cloudflare, by its script":   {page{403, server("cloudflare"), "<script>window._cf_chl_opt={}</script>"}, "Cloudflare"},
		"Cloudflare, by its rule":     {page{403, server("cloudflare"), `<div id="cf-error-details">1020`}, "Cloudflare"},
		"a host behind Cloudflare":    {page{403, server("cloudflare"), "members only"}, ""},
		"down behind Cloudflare":      {page{503, server("cloudflare"), "down for maintenance"}, ""},
		"AWS WAF's challenge":         {page{202, http.Header{"X-Amzn-Waf-Action": {"challenge"}}, ""}, "AWS WAF"},
		"AWS WAF's captcha":           {page{405, http.Header{"X-Amzn-Waf-Action": {"captcha"}}, ""}, "AWS WAF"},
		"Vercel":                      {page{403, http.Header{"X-Vercel-Mitigated": {"deny"}}, ""}, "Vercel"},
		"DataDome, by its field":      {page{403, http.Header{"X-Dd-B": {"1"}}, ""}, "DataDome"},
		"DataDome, by its page":       {page{403, nil, `<script src="https://ct.captcha-delivery.com/c.js">`}, "DataDome"},
		"let through by DataDome":     {page{200, http.Header{"X-Datadome": {"protected"}}, ""}, ""},
		"Akamai, by its name":         {page{403, server("AkamaiGHost"), "Reference #18.1"}, "Akamai"},
		"Akamai, by its page":         {page{403, nil, "https://errors.edgesuite.net/18.1"}, "Akamai"},
		"Akamai's challenge":          {page{428, nil, `<div id="sec-if-cpt-container">`}, "Akamai"},
		"not found behind Akamai":     {page{404, server("AkamaiGHost"), ""}, ""},
		"Imperva refuses":             {page{403, http.Header{"X-Iinfo": {"1-2"}}, ""}, "Imperva"},
		"Imperva, by its cookie":      {page{503, cookie("incap_ses_1=a"), ""}, "Imperva"},
		"Imperva says 200":            {page{200, http.Header{"X-Iinfo": {"1-2"}}, "Request unsuccessful. Incapsula incident ID: 1"}, "Imperva"},
		"let through by Imperva":      {page{200, http.Header{"X-Iinfo": {"1-2"}}, `<script src="/_Incapsula_Resource?S"></script>`}, ""},
		"PerimeterX":                  {page{403, nil, "<script>window._pxAppId = 'PX1'"}, "PerimeterX"},
		"PerimeterX's captcha":        {page{403, nil, `<div id="px-captcha">`}, "PerimeterX"},
		"Kasada":                      {page{429, http.Header{"X-Kpsdk-Ct": {"0a"}}, ""}, "Kasada"},
		"Sucuri":                      {page{403, http.Header{"X-Sucuri-Block": {"GEO02"}}, ""}, "Sucuri"},
		"DDoS-Guard":                  {page{403, server("ddos-guard"), ""}, "DDoS-Guard"},
		"BIG-IP says 200":             {page{200, cookie("TS01ab=1"), "<title>Request Rejected</title>"}, "F5 BIG-IP"},
		"let through by BIG-IP":       {page{200, cookie("TS01ab=1"), "<title>Welcome</title>"}, ""},
		"Anubis says 200":             {page{200, cookie("techaro.lol-anubis-auth=;"), `<script id="anubis_challenge">`}, "Anubis"},
		"a sign that comes too late":  {page{403, nil, strings.Repeat("x", protection.HeadBytes) + "px-captcha"}, ""},
		"a redirect behind a wall":    {page{302, http.Header{"X-Iinfo": {"1-2"}}, "Incapsula incident ID"}, ""},
		"an error behind a wall":      {page{500, http.Header{"X-Iinfo": {"1-2"}}, ""}, ""},
		"the word is not in the body": {page{403, server("px-captcha"), ""}, ""},
	}
	for name, test := range tests {
		for _, want := range []Want{Answer, Page} {
			t.Run(fmt.Sprintf("%s/%d", name, want), func(t *testing.T) {
				t.Parallel()
				s := serve(t, test.page.ServeHTTP)
				resp := do(t, testClient(t, Options{}), s.URL, want)
				if resp.BotProtection != test.want || resp.Status != test.page.status {
					t.Errorf("BotProtection = %q with status %d, want %q with %d", resp.BotProtection, resp.Status, test.want, test.page.status)
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
		"no sign of one":         {page{200, nil, "hello"}, []string{"HEAD"}},
		"a wall that may be one": {page{200, http.Header{"X-Iinfo": {"1-2"}}, "hello"}, []string{"HEAD", "GET"}},
		"a redirect":             {page{302, http.Header{"X-Iinfo": {"1-2"}}, ""}, []string{"HEAD"}},
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

func TestSlowBodyOfBotProtection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := virtualClient(t, Options{}, by(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusForbidden)
			if r.Method == http.MethodGet {
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
			}
		}))
		start := time.Now()
		resp := do(t, c, "http://wall.test/", Answer)
		if took := time.Since(start); resp.Status != http.StatusForbidden || took != drainTime {
			t.Errorf("status %d after %v, want 403 after %v", resp.Status, took, drainTime)
		}
	})
}

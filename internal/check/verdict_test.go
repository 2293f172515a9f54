package check_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

func TestJudgeStatus(t *testing.T) {
	t.Parallel()
	const internal, external = "http://site.test/page", "https://other.test/page"
	tests := map[string]struct {
		url    string
		resp   fetch.Response
		args   []string
		want   link.Verdict
		reason link.Reason
	}{
		"404 of Cloudflare's proxy":      {url: "http://site.test/cdn-cgi/l/email-protection", resp: fetch.Response{Status: 404}, want: link.OK},
		"200":                            {url: internal, resp: fetch.Response{Status: 200}, want: link.OK},
		"503, come back tomorrow":        {url: external, resp: fetch.Response{Status: 503, RetryLater: true}, want: link.Unverified, reason: link.RateLimited},
		"hidden by GitHub":               {url: external, resp: fetch.Response{Status: 404, Hidden: true}, want: link.Unverified, reason: link.Blocked},
		"403 of a limit":                 {url: external, resp: fetch.Response{Status: 403, Limited: true}, want: link.Unverified, reason: link.RateLimited},
		"a wall that says 202":           {url: external, resp: fetch.Response{Status: 202, BotProtection: "AWS WAF"}, want: link.Unverified, reason: link.Blocked},
		"a redirect to nowhere":          {url: external, resp: fetch.Response{Status: 302}, want: link.Unverified, reason: link.HTTPError},
		"accepted":                       {url: external, resp: fetch.Response{Status: 403}, args: []string{"--accept=403"}, want: link.OK},
		"accepted for this host":         {url: external, resp: fetch.Response{Status: 503}, args: []string{"--accept=https://other.test/**=5xx"}, want: link.OK},
		"accepted for a path":            {url: internal, resp: fetch.Response{Status: 404}, args: []string{"--accept=/page=404"}, want: link.OK},
		"2xx counts in spite of that":    {url: internal, resp: fetch.Response{Status: 200}, args: []string{"--accept=403"}, want: link.OK},
		"larger than is read":            {url: internal, resp: fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed, TooLarge: true}}, want: link.Unverified, reason: link.ConnectionFailed},
		"larger than is read, elsewhere": {url: external, resp: fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed, TooLarge: true}}, want: link.OK},
		"cut off":                        {url: internal, resp: fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed}}, want: link.Unverified, reason: link.ConnectionFailed},
	}
	for name, tt := range tests {
		u := checktest.MustParse(t, tt.url)
		tt.resp.URL = u
		o := checktest.NewJob(t, tt.args...).JudgeAnswer(u, &tt.resp, nil)
		if o.Verdict != tt.want || o.Reason != tt.reason || (o.Message == "") != (o.Verdict == link.OK) {
			t.Errorf("%s: %s (%s) with message %q, want %s (%s)", name, o.Verdict, o.Reason, o.Message, tt.want, tt.reason)
		}
	}
}

func TestJudgeFailure(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err                error
		internal, external link.Verdict
	}{
		"no such host": {err: &fetch.Error{Reason: link.DNSNotFound}, internal: link.Broken, external: link.Broken},
		"refused":      {err: &fetch.Error{Reason: link.ConnectionRefused}, internal: link.Broken, external: link.Unverified},
		"timeout":      {err: &fetch.Error{Reason: link.Timeout}, internal: link.Unverified, external: link.Unverified},
		"loop":         {err: &fetch.Error{Reason: link.RedirectLoop}, internal: link.Broken, external: link.Broken},
		"private":      {err: &fetch.Error{Reason: link.PrivateAddress}, internal: link.Skipped, external: link.Skipped},
		"certificate":  {err: &fetch.Error{Reason: link.TLSInvalid}, internal: link.Broken, external: link.Broken},
		"unknown":      {err: errors.New("never seen"), internal: link.Unverified, external: link.Unverified},
	}
	for name, tt := range tests {
		job := checktest.NewJob(t)
		internal := job.JudgeAnswer(checktest.MustParse(t, checktest.Home), nil, tt.err)
		external := job.JudgeAnswer(checktest.MustParse(t, "https://other.test/"), nil, tt.err)
		if internal.Verdict != tt.internal || external.Verdict != tt.external {
			t.Errorf("%s: %s on the site and %s elsewhere, want %s and %s", name, internal.Verdict, external.Verdict, tt.internal, tt.external)
		}
	}
}

func TestJudgeRedirects(t *testing.T) {
	t.Parallel()
	hop := func(status int, to string) link.Redirect { return link.Redirect{Status: status, URL: to} }
	moved := check.Outcome{Verdict: link.Redirected, Reason: link.MovedPermanently}
	to := func(suggestion string) check.Outcome {
		o := moved
		o.Suggestion = suggestion
		return o
	}
	tests := map[string]struct {
		setting string
		hops    []link.Redirect
		want    check.Outcome
	}{
		"permanent":                 {hops: []link.Redirect{hop(301, "http://site.test/new?a#b")}, want: to("/new?a#b")},
		"permanent to another host": {hops: []link.Redirect{hop(308, "https://other.test/new")}, want: to("https://other.test/new")},
		"permanent, then temporary: only the first hop is worth writing down": {
			hops: []link.Redirect{hop(301, "http://site.test/new"), hop(302, "http://site.test/login")}, want: to("/new"),
		},
		"a URL that may be cut": {
			hops: []link.Redirect{hop(301, "https://other.test/"+strings.Repeat("a", fetch.MaxHop-len("https://other.test/")))}, want: moved,
		},
		"a home page in place of all others": {hops: []link.Redirect{hop(301, "http://site.test/")}, want: moved},
		"temporary first":                    {hops: []link.Redirect{hop(302, "http://site.test/a"), hop(301, "http://site.test/b")}, want: check.Outcome{Verdict: link.OK}},
		"temporary, all asked for":           {setting: "all", hops: []link.Redirect{hop(307, "http://site.test/a")}, want: check.Outcome{Verdict: link.Redirected, Reason: link.MovedTemporarily}},
		"none asked for":                     {setting: "none", hops: []link.Redirect{hop(301, "http://site.test/a")}, want: check.Outcome{Verdict: link.OK}},
	}
	for name, tt := range tests {
		u := checktest.MustParse(t, checktest.Home+"old")
		job := checktest.NewJob(t, "--redirects="+cmp.Or(tt.setting, "permanent"))
		o := job.JudgeAnswer(u, &fetch.Response{Status: 200, URL: u, Redirects: tt.hops}, nil)
		tt.want.Status, tt.want.Redirects = 200, tt.hops
		o.Message = ""
		if diff := gocmp.Diff(tt.want, o, gocmp.AllowUnexported(check.Outcome{})); diff != "" {
			t.Errorf("%s: outcome (-want +got):\n%s", name, diff)
		}
	}
}

func TestRulesSayHowToAsk(t *testing.T) {
	t.Parallel()
	job := checktest.NewJobWith(t, `
rules:
- {match: https://api.test/v1/**, headers: {X-Token: hush}, method: GET}
- {match: https://api.test/**, host-rate: 0.5, timeout: 1m}
- {match: /big/**, timeout: 2m}
- {match: /never, verdict: ok}
`)
	tests := map[string]*fetch.Special{
		"https://api.test/v1/a#b":       {Headers: []transport.Header{{Name: "X-Token", Value: "hush"}}, Method: "GET"},
		"https://user:pw@api.test/v2":   {HostRate: 0.5, Timeout: time.Minute},
		checktest.Home + "big/file.zip": {Timeout: 2 * time.Minute},
		checktest.Home + "small":        nil,
		"https://other.test/big/":       nil,
	}
	for url, want := range tests {
		if diff := gocmp.Diff(want, job.Rules.Special(&job.Scope, checktest.MustParse(t, url))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", url, diff)
		}
	}
	if got := checktest.NewJob(t).Rules.Special(nil, checktest.MustParse(t, checktest.Home)); got != nil {
		t.Errorf("without rules: %+v", got)
	}
}

// Pages may name any place as one of the site's own. It is not told the secrets of
// rules for the site, nor is the site told those of rules for that place.
func TestRulesForOnePlaceAreNotForAnother(t *testing.T) {
	t.Parallel()
	job := checktest.NewJobWith(t, fmt.Sprintf(`
rules:
- {match: %sapp/**, headers: {X-Token: ours}}
- {match: https://api.test/**, headers: {X-Token: theirs}}
`, checktest.Home))
	job.Scope = site.NewScope(checktest.MustParse(t, checktest.Home), checktest.MustParse(t, "https://api.test/"))
	for url, want := range map[string]string{
		checktest.Home + "app/a": "ours",
		"https://api.test/app/a": "theirs",
		checktest.Home + "b":     "",
		"https://api.test/b":     "theirs",
	} {
		got := ""
		if special := job.Rules.Special(&job.Scope, checktest.MustParse(t, url)); special != nil {
			got = special.Headers[0].Value
		}
		if got != want {
			t.Errorf("%s is told %q, want %q", url, got, want)
		}
	}
	// What is no secret holds for the page, wherever it is.
	internal, _ := job.Scope.Internal(checktest.MustParse(t, "https://api.test/b"))
	if rule := job.RuleOf(internal, true); rule == nil || rule.Text != "https://api.test/**" {
		t.Errorf("the rule for a page of the site is %+v", rule)
	}
}

func TestAcceptOfARuleAdds(t *testing.T) {
	t.Parallel()
	job := checktest.NewJobWith(t, "accept: 418\nrules:\n- {match: https://other.test/**, accept: 4xx}\n- {match: https://third.test/**, accept: 503}\n")
	for _, tt := range []struct {
		url    string
		status int
		want   link.Verdict
	}{
		{url: "https://other.test/", status: 404, want: link.OK},
		{url: "https://other.test/", status: 500, want: link.Unverified},
		{url: "https://third.test/", status: 503, want: link.OK},
		{url: "https://third.test/", status: 418, want: link.OK},
		{url: "https://third.test/", status: 404, want: link.Broken},
	} {
		u := checktest.MustParse(t, tt.url)
		if o := job.JudgeAnswer(u, &fetch.Response{Status: tt.status, URL: u}, nil); o.Verdict != tt.want {
			t.Errorf("%s with %d: %s, want %s", tt.url, tt.status, o.Verdict, tt.want)
		}
	}
}

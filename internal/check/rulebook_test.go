package check_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

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
		if diff := cmp.Diff(want, job.Rules.Special(&job.Scope, checktest.MustParse(t, url))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", url, diff)
		}
	}
	want := []string{`the rule at rules.yml:6 ("/never") matched nothing`}
	if diff := cmp.Diff(want, job.Rules.Unused()); diff != "" {
		t.Errorf("rules that matched nothing (-want +got):\n%s", diff)
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

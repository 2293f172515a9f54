package check_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/checktest"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
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
		"404 of Cloudflare's proxy":   {"http://site.test/cdn-cgi/l/email-protection", fetch.Response{Status: 404}, nil, link.OK, ""},
		"200":                         {internal, fetch.Response{Status: 200}, nil, link.OK, ""},
		"204":                         {external, fetch.Response{Status: 204}, nil, link.OK, ""},
		"404 on the site":             {internal, fetch.Response{Status: 404}, nil, link.Broken, link.NotFound},
		"404 elsewhere":               {external, fetch.Response{Status: 404}, nil, link.Broken, link.NotFound},
		"410":                         {external, fetch.Response{Status: 410}, nil, link.Broken, link.Gone},
		"418 on the site":             {internal, fetch.Response{Status: 418}, nil, link.Broken, link.HTTPError},
		"418 elsewhere":               {external, fetch.Response{Status: 418}, nil, link.Unverified, link.HTTPError},
		"500 on the site":             {internal, fetch.Response{Status: 500}, nil, link.Broken, link.ServerError},
		"500 elsewhere":               {external, fetch.Response{Status: 503}, nil, link.Unverified, link.ServerError},
		"401":                         {internal, fetch.Response{Status: 401}, nil, link.Unverified, link.Blocked},
		"403":                         {external, fetch.Response{Status: 403}, nil, link.Unverified, link.Blocked},
		"407":                         {external, fetch.Response{Status: 407}, nil, link.Unverified, link.Blocked},
		"451":                         {external, fetch.Response{Status: 451}, nil, link.Unverified, link.Blocked},
		"999":                         {external, fetch.Response{Status: 999}, nil, link.Unverified, link.Blocked},
		"429":                         {external, fetch.Response{Status: 429}, nil, link.Unverified, link.RateLimited},
		"503, come back tomorrow":     {external, fetch.Response{Status: 503, RetryLater: true}, nil, link.Unverified, link.RateLimited},
		"a wall that says 202":        {external, fetch.Response{Status: 202, BotProtection: "AWS WAF"}, nil, link.Unverified, link.Blocked},
		"a redirect to nowhere":       {external, fetch.Response{Status: 302}, nil, link.Unverified, link.HTTPError},
		"accepted":                    {external, fetch.Response{Status: 403}, []string{"--accept=403"}, link.OK, ""},
		"accepted for this host":      {external, fetch.Response{Status: 503}, []string{"--accept=https://other.test/**=5xx"}, link.OK, ""},
		"accepted for another":        {external, fetch.Response{Status: 503}, []string{"--accept=https://third.test/**=5xx"}, link.Unverified, link.ServerError},
		"accepted for a path":         {internal, fetch.Response{Status: 404}, []string{"--accept=/page=404"}, link.OK, ""},
		"2xx counts in spite of that": {internal, fetch.Response{Status: 200}, []string{"--accept=403"}, link.OK, ""},
		"larger than is read": {
			internal,
			fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed, TooLarge: true}},
			nil, link.Unverified, link.ConnectionFailed,
		},
		"larger than is read, elsewhere": {
			external,
			fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed, TooLarge: true}},
			nil, link.OK, "",
		},
		"cut off": {
			internal,
			fetch.Response{Status: 200, HTML: true, Cut: &fetch.Error{Reason: link.ConnectionFailed}},
			nil, link.Unverified, link.ConnectionFailed,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := checktest.MustParse(t, tt.url)
			tt.resp.URL = u
			o := checktest.NewJob(t, tt.args...).JudgeAnswer(u, &tt.resp, nil)
			if o.Verdict != tt.want || o.Reason != tt.reason {
				t.Errorf("%s (%s), want %s (%s)", o.Verdict, o.Reason, tt.want, tt.reason)
			}
			if (o.Message == "") != (o.Verdict == link.OK) {
				t.Errorf("message %q for %s", o.Message, o.Verdict)
			}
		})
	}
}

func TestJudgeFailure(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err                error
		internal, external link.Verdict
	}{
		"no such host": {&fetch.Error{Reason: link.DNSNotFound}, link.Broken, link.Broken},
		"refused":      {&fetch.Error{Reason: link.ConnectionRefused}, link.Broken, link.Unverified},
		"timeout":      {&fetch.Error{Reason: link.Timeout}, link.Unverified, link.Unverified},
		"loop":         {&fetch.Error{Reason: link.RedirectLoop}, link.Broken, link.Broken},
		"private":      {&fetch.Error{Reason: link.PrivateAddress}, link.Skipped, link.Skipped},
		"certificate":  {&fetch.Error{Reason: link.TLSInvalid}, link.Broken, link.Broken},
		"unknown":      {errors.New("never seen"), link.Unverified, link.Unverified},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job := checktest.NewJob(t)
			internal := job.JudgeAnswer(checktest.MustParse(t, checktest.Home), nil, tt.err)
			external := job.JudgeAnswer(checktest.MustParse(t, "https://other.test/"), nil, tt.err)
			if internal.Verdict != tt.internal || external.Verdict != tt.external {
				t.Errorf("%s on the site and %s elsewhere, want %s and %s", internal.Verdict, external.Verdict, tt.internal, tt.external)
			}
		})
	}
}

func TestJudgeRedirects(t *testing.T) {
	t.Parallel()
	hop := func(status int, to string) link.Redirect { return link.Redirect{Status: status, URL: to} }
	tests := map[string]struct {
		setting string
		hops    []link.Redirect
		want    check.Outcome
	}{
		"permanent": {
			"permanent",
			[]link.Redirect{hop(301, "http://site.test/new?a#b")},
			check.Outcome{Verdict: link.Redirected, Reason: link.MovedPermanently, Suggestion: "/new?a#b"},
		},
		"permanent to another host": {
			"permanent",
			[]link.Redirect{hop(308, "https://other.test/new")},
			check.Outcome{Verdict: link.Redirected, Reason: link.MovedPermanently, Suggestion: "https://other.test/new"},
		},
		"permanent, then temporary: only the first hop is worth writing down": {
			"permanent",
			[]link.Redirect{hop(301, "http://site.test/new"), hop(302, "http://site.test/login")},
			check.Outcome{Verdict: link.Redirected, Reason: link.MovedPermanently, Suggestion: "/new"},
		},
		"temporary first": {
			"permanent",
			[]link.Redirect{hop(302, "http://site.test/a"), hop(301, "http://site.test/b")},
			check.Outcome{Verdict: link.OK},
		},
		"temporary, all asked for": {
			"all",
			[]link.Redirect{hop(307, "http://site.test/a")},
			check.Outcome{Verdict: link.Redirected, Reason: link.MovedTemporarily},
		},
		"none asked for": {
			"none",
			[]link.Redirect{hop(301, "http://site.test/a")},
			check.Outcome{Verdict: link.OK},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := checktest.MustParse(t, checktest.Home+"old")
			o := checktest.NewJob(t, "--redirects="+tt.setting).JudgeAnswer(u, &fetch.Response{Status: 200, URL: u, Redirects: tt.hops}, nil)
			tt.want.Status, tt.want.Redirects = 200, tt.hops
			o.Message = ""
			if diff := cmp.Diff(tt.want, o, cmp.AllowUnexported(check.Outcome{})); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMessagesSayWhatToDo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		resp   *fetch.Response
		err    error
		reason link.Reason
		want   string
	}{
		"a wall":      {&fetch.Response{Status: 403, BotProtection: "Cloudflare"}, nil, link.Blocked, "blocked by the bot protection of Cloudflare (status 403); open the link in a browser"},
		"hidden":      {&fetch.Response{Status: 404, Hidden: true}, nil, link.Blocked, "GitHub shows this page only after a login (status 404); open the link in a browser"},
		"limited 403": {&fetch.Response{Status: 403, Limited: true}, nil, link.RateLimited, "too many requests (status 403); set a lower host-rate"},
		"for long":    {&fetch.Response{Status: 429, Limited: true, RetryLater: true}, nil, link.RateLimited, "rate limited for longer than linkvet waits (status 429); retry later"},
		"a login":     {&fetch.Response{Status: 401}, nil, link.Blocked, "asks for a login (status 401)"},
		"the law":     {&fetch.Response{Status: 451}, nil, link.Blocked, "not available for legal reasons (status 451)"},
		"no name":     {nil, &fetch.Error{Reason: link.DNSNotFound, Message: "no such host"}, link.DNSNotFound, "no such host; check the spelling (the domain may have expired)"},
		"a timeout":   {nil, &fetch.Error{Reason: link.Timeout, Message: "no answer within 20s"}, link.Timeout, "no answer within 20s; retry later, or raise timeout"},
		"expired":     {nil, &fetch.Error{Reason: link.TLSInvalid, Message: "certificate expired on 2026-01-02"}, link.TLSInvalid, "certificate expired on 2026-01-02; browsers show a security warning"},
		"a half chain": {
			nil, &fetch.Error{Reason: link.ConnectionFailed, Message: "certificate chain is incomplete; browsers may still accept it"},
			link.ConnectionFailed, "certificate chain is incomplete; browsers may still accept it",
		},
		"a reset": {nil, &fetch.Error{Reason: link.ConnectionFailed, Message: "connection reset", Transient: true}, link.ConnectionFailed, "connection reset; retry later"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := checktest.NewJob(t).JudgeAnswer(checktest.MustParse(t, "https://other.test/"), tt.resp, tt.err)
			if o.Reason != tt.reason || o.Message != tt.want {
				t.Errorf("%s: %s\nwant %s: %s", o.Reason, o.Message, tt.reason, tt.want)
			}
		})
	}
}

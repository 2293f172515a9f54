package check

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// newJobWith is newJob with a settings file.
func newJobWith(t *testing.T, file string) *Job {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: []string{simulatedHome}, File: []byte(file), FileName: "rules.yml"})
	if err != nil {
		t.Fatal(err)
	}
	job := newJob(t)
	job.Config, job.Rules = cfg, NewRulebook(cfg.Rules)
	return job
}

func TestRulesSayHowToAsk(t *testing.T) {
	t.Parallel()
	job := newJobWith(t, `
rules:
- {match: https://api.test/v1/**, headers: {X-Token: hush}, method: GET}
- {match: https://api.test/**, host-rate: 0.5, timeout: 1m}
- {match: /big/**, timeout: 2m}
- {match: /never, verdict: ok}
`)
	tests := map[string]*fetch.Special{
		"https://api.test/v1/a#b":      {Headers: []transport.Header{{Name: "X-Token", Value: "hush"}}, Method: "GET"},
		"https://user:pw@api.test/v2":  {HostRate: 0.5, Timeout: time.Minute},
		simulatedHome + "big/file.zip": {Timeout: 2 * time.Minute},
		simulatedHome + "small":        nil,
		"https://other.test/big/":      nil,
	}
	for url, want := range tests {
		if diff := cmp.Diff(want, job.Special(&job.Space, mustParse(t, url))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", url, diff)
		}
	}
	want := []string{`the rule at rules.yml:6 ("/never") matched nothing`}
	if diff := cmp.Diff(want, job.Rules.unused()); diff != "" {
		t.Errorf("rules that matched nothing (-want +got):\n%s", diff)
	}
	if got := newJob(t).Special(nil, mustParse(t, simulatedHome)); got != nil {
		t.Errorf("without rules: %+v", got)
	}
}

// Pages may name any place as one of the site's own. It is not told the secrets of
// rules for the site, nor is the site told those of rules for that place.
func TestRulesForOnePlaceAreNotForAnother(t *testing.T) {
	t.Parallel()
	job := newJobWith(t, fmt.Sprintf(`
rules:
- {match: %sapp/**, headers: {X-Token: ours}}
- {match: https://api.test/**, headers: {X-Token: theirs}}
`, simulatedHome))
	job.Space = site.NewSpace(mustParse(t, simulatedHome), mustParse(t, "https://api.test/"))
	for url, want := range map[string]string{
		simulatedHome + "app/a":  "ours",
		"https://api.test/app/a": "theirs",
		simulatedHome + "b":      "",
		"https://api.test/b":     "theirs",
	} {
		got := ""
		if special := job.Special(&job.Space, mustParse(t, url)); special != nil {
			got = special.Headers[0].Value
		}
		if got != want {
			t.Errorf("%s is told %q, want %q", url, got, want)
		}
	}
	// What is no secret holds for the page, wherever it is.
	own, _ := job.Space.Own(mustParse(t, "https://api.test/b"))
	if rule := job.ruleOf(own, true); rule == nil || rule.Text != "https://api.test/**" {
		t.Errorf("the rule for a page of the site is %+v", rule)
	}
}

func TestAcceptOfARuleAdds(t *testing.T) {
	t.Parallel()
	job := newJobWith(t, "accept: 418\nrules:\n- {match: https://other.test/**, accept: 4xx}\n- {match: https://third.test/**, accept: 503}\n")
	tests := []struct {
		url    string
		status int
		want   link.Verdict
	}{
		{"https://other.test/", 404, link.OK},
		{"https://other.test/", 200, link.OK},
		{"https://other.test/", 500, link.Unverified},
		{"https://third.test/", 503, link.OK},
		{"https://third.test/", 418, link.OK},
		{"https://third.test/", 404, link.Broken},
		{"https://fourth.test/", 404, link.Broken},
	}
	for _, tt := range tests {
		u := mustParse(t, tt.url)
		if o := job.judgeAnswer(u, &fetch.Response{Status: tt.status, URL: u}, nil); o.verdict != tt.want {
			t.Errorf("%s with %d: %s, want %s", tt.url, tt.status, o.verdict, tt.want)
		}
	}
}

// pageShelf is a Client that answers own paths with pages, and nothing else.
type pageShelf struct {
	t     *testing.T
	pages map[string]string
	asked atomic.Int64
}

func (s *pageShelf) Requests() int64 { return s.asked.Load() }

func (s *pageShelf) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	s.asked.Add(1)
	if u.Host != "site.test" || strings.HasPrefix(u.Path, "/app/") {
		s.t.Errorf("asked for %s", u)
	}
	body, ok := s.pages[u.Path]
	if !ok {
		return &fetch.Response{Status: 404, URL: u}, nil
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body)}, nil
}

// However often a link stands on a live site, so that where it leads is known
// from other pages, the rule for its target holds.
func TestRulesHoldOnEveryPage(t *testing.T) {
	t.Parallel()
	const some = `<a href="/quiet#x"></a><a href="/warn#x"></a><a href="/loud#x"></a><a href="/app/1#x"></a><a href="/lost"></a>` +
		`<a href="#nowhere"></a><a href="https://other.test/#x"></a><a href="/drafts/a"></a>`
	client := &pageShelf{t: t, pages: map[string]string{"/quiet": "", "/warn": "", "/loud": ""}}
	for i := range 30 {
		client.pages["/"] += fmt.Sprintf(`<a href="/p/%d"></a>`, i)
		client.pages[fmt.Sprintf("/p/%d", i)] = some
	}
	job := newJobWith(t, `
fragments: all
rules:
- {match: /quiet, fragments: none}
- {match: [/warn, /lost], verdict: warn}
- {match: [/app/**, https://other.test/**], verdict: ok}
- {match: /drafts/**, verdict: ignore}
- {match: /p/*, fragments: none}
`)
	job.Client = client
	home := mustParse(t, simulatedHome)
	first, err := client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	r := job.Live(t.Context(), home, first)
	got := map[string]link.Verdict{}
	for _, f := range r.Findings {
		got[f.Target] = f.Verdict
		if len(f.Occurrences) != 30 {
			t.Errorf("%s stands at %d places", f.Target, len(f.Occurrences))
		}
	}
	want := map[string]link.Verdict{"/loud#x": link.Broken, "/warn#x": link.Unverified, "/lost": link.Unverified}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[link.Reason]int{link.Excluded: 1}, r.Skips); diff != "" || len(r.Notes) > 0 {
		t.Errorf("skipped (-want +got):\n%s\nnotes %q", diff, r.Notes)
	}
}

package crawl

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// pageClient is a Client that answers internal paths with pages, and nothing else.
type pageClient struct {
	t     *testing.T
	pages map[string]string
	asked atomic.Int64
}

func (s *pageClient) Requests() int64 { return s.asked.Load() }

func (s *pageClient) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
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

// However often a link is on a live site, so that where it leads is known
// from other pages, the rule for its target holds.
func TestRulesHoldOnEveryPage(t *testing.T) {
	t.Parallel()
	const some = `<a href="/quiet#x"></a><a href="/warn#x"></a><a href="/loud#x"></a><a href="/app/1#x"></a><a href="/lost"></a>` +
		`<a href="#nowhere"></a><a href="https://other.test/#x"></a><a href="/drafts/a"></a>`
	client := &pageClient{t: t, pages: map[string]string{"/quiet": "", "/warn": "", "/loud": ""}}
	for i := range 30 {
		client.pages["/"] += fmt.Sprintf(`<a href="/p/%d"></a>`, i)
		client.pages[fmt.Sprintf("/p/%d", i)] = some
	}
	job := checktest.NewJobWith(t, `
fragments: all
rules:
- {match: /quiet, fragments: none}
- {match: [/warn, /lost], verdict: warn}
- {match: [/app/**, https://other.test/**], verdict: ok}
- {match: /drafts/**, verdict: ignore}
- {match: /p/*, fragments: none}
`)
	job.Client = client
	home := checktest.MustParse(t, checktest.Home)
	first, err := client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	r := Check(t.Context(), job, home, first)
	got := map[string]link.Verdict{}
	for _, f := range r.Findings {
		got[f.Target] = f.Verdict
		if len(f.Occurrences) != 30 {
			t.Errorf("%s is at %d places", f.Target, len(f.Occurrences))
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

package crawl

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// However often a link is on a live site, so that where it leads is known
// from other pages, the rule for its target holds.
func TestRulesHoldOnEveryPage(t *testing.T) {
	t.Parallel()
	const some = `<a href="/quiet#x"></a><a href="/warn#x"></a><a href="/loud#x"></a><a href="/app/1#x"></a><a href="/lost"></a>` +
		`<a href="#nowhere"></a><a href="https://other.test/#x"></a><a href="/drafts/a"></a>`
	pages := map[string]string{"/quiet": "<p>", "/warn": "<p>", "/loud": "<p>"}
	for i := range 30 {
		pages["/"] += fmt.Sprintf(`<a href="/p/%d"></a>`, i)
		pages[fmt.Sprintf("/p/%d", i)] = some
	}
	client := &generated{answer: func(r *http.Request) string {
		if r.URL.Host != "site.test" || strings.HasPrefix(r.URL.Path, "/app/") {
			t.Errorf("asked for %s", r.URL)
		}
		return pages[r.URL.Path]
	}}
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

package target_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// headOnly serves pages of a site of which those below /bad/ are there as long as
// the run does not read them.
type headOnly map[string]string

func (headOnly) Requests() int64 { return 0 }

func (s headOnly) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	resp := &fetch.Response{Status: 200, URL: u, HTML: true, ContentType: "text/html"}
	body, ok := s[u.Path]
	switch {
	case strings.HasPrefix(u.Path, "/bad/") && want == fetch.Answer:
	case strings.HasPrefix(u.Path, "/bad/"):
		resp.Status = 500
	case !ok:
		return &fetch.Response{Status: 404, URL: u}, nil
	default:
		resp.Body = []byte(body)
	}
	return resp, nil
}

// Of two requests for a page the one that asks for more of it decides, though the
// other be answered first.
func TestWhatAsksForMoreDecides(t *testing.T) {
	t.Parallel()
	client := headOnly{
		"/":     `<img src="/bad/a"><img src="/bad/b"><img src="/bad/c"><a href="/next">`,
		"/next": `<a href="/bad/a">a</a><a href="/bad/b#part">b</a><a href="/last">`,
		"/last": `<a href="/bad/b#other">b</a><img src="/bad/c">`,
	}
	job := checktest.NewJobWith(t, "retries: 0")
	job.Client = client
	home := checktest.MustParse(t, checktest.Home)
	first, err := client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]link.Reason{}
	for _, f := range crawl.Check(t.Context(), job, home, first).Findings {
		got[f.Target] = f.Reason
		if len(f.Occurrences) == 0 {
			t.Errorf("%s stands nowhere", f.Target)
		}
	}
	want := map[string]link.Reason{"/bad/a": link.ServerError, "/bad/b": link.ServerError}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons by target (-want +got):\n%s", diff)
	}
}

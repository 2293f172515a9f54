package target_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// externalURL is the one target of another site that these tests ask for.
const externalURL = "https://other.test/X"

// externalClient serves pages of the site and externalURL, which answers by how
// much of it is wanted.
type externalClient struct {
	pages  map[string]string
	answer func(want fetch.Want) *fetch.Response

	mu    sync.Mutex
	wants []fetch.Want
}

func (c *externalClient) Requests() int64 { return 0 }

func (c *externalClient) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	if u.String() == externalURL {
		c.mu.Lock()
		c.wants = append(c.wants, want)
		c.mu.Unlock()
		resp := c.answer(want)
		resp.URL = u
		return resp, nil
	}
	if body, ok := c.pages[u.Path]; ok {
		return &fetch.Response{Status: 200, URL: u, HTML: true, ContentType: "text/html", Body: []byte(body)}, nil
	}
	return &fetch.Response{Status: 404, URL: u}, nil
}

// runWithClient checks a live site that a client serves.
func runWithClient(t *testing.T, job *check.Job, client *externalClient) *link.Report {
	t.Helper()
	job.Client = client
	home := checktest.MustParse(t, checktest.Home)
	first, err := client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	return crawl.Check(t.Context(), job, home, first)
}

func TestOnlyFragmentsThatWereFoundAreKept(t *testing.T) {
	t.Parallel()
	here := []uint64{cache.HashFragment("here")}
	body := func(status int, mediaType string, isHTML bool, body []byte) func(fetch.Want) *fetch.Response {
		return func(want fetch.Want) *fetch.Response {
			if want == fetch.Answer {
				return &fetch.Response{Status: 200, ContentType: mediaType, HTML: isHTML}
			}
			return &fetch.Response{Status: status, ContentType: mediaType, HTML: isHTML, Body: body}
		}
	}
	tests := map[string]struct {
		answer  func(fetch.Want) *fetch.Response
		reasons map[string]link.Reason
		kept    checktest.Notebook
	}{
		"a page": {
			answer:  body(200, "text/html", true, []byte(`<p id=here>`)),
			reasons: map[string]link.Reason{},
			kept:    checktest.Notebook{externalURL: {URL: externalURL, Status: 200, Fragments: here}},
		},
		"a page without it": {
			answer:  body(200, "text/html", true, []byte(`<p>`)),
			reasons: map[string]link.Reason{externalURL + "#here": link.FragmentNotFound},
			kept:    checktest.Notebook{externalURL: {URL: externalURL, Status: 200}},
		},
		"no page": {
			answer:  body(200, "application/pdf", false, nil),
			reasons: map[string]link.Reason{},
			kept:    checktest.Notebook{externalURL: {URL: externalURL, Status: 200, Fragments: here}},
		},
		"a page that was not read": {
			answer:  body(200, "text/html", true, nil),
			reasons: map[string]link.Reason{},
			kept:    checktest.Notebook{externalURL: {URL: externalURL, Status: 200}},
		},
		"a page that fails once it is to be read": {
			answer: body(500, "text/html", true, nil), reasons: map[string]link.Reason{externalURL: link.ServerError}, kept: checktest.Notebook{},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job := checktest.NewJobWith(t, "retries: 0\nrules:\n- {match: https://other.test/**, fragments: all}\n")
			kept := checktest.Notebook{}
			job.Cache = kept
			// The link that asks for less is met first.
			client := &externalClient{answer: tt.answer, pages: map[string]string{
				"/": `<a href="https://other.test/X"></a><a href="/next">`, "/next": `<a href="https://other.test/X#here"></a>`,
			}}
			r := runWithClient(t, job, client)
			reasons := map[string]link.Reason{}
			for _, f := range r.Findings {
				reasons[f.Target] = f.Reason
			}
			if diff := cmp.Diff(tt.reasons, reasons); diff != "" {
				t.Errorf("reasons by target (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.kept, kept); diff != "" {
				t.Errorf("what is kept (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]fetch.Want{fetch.Page}, client.wants); diff != "" {
				t.Errorf("what was asked for (-want +got):\n%s", diff)
			}
		})
	}
}

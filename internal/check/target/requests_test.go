package target_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
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
			job.Client = client
			r := crawlWith(t.Context(), t, job)
			if diff := cmp.Diff(tt.reasons, (&livetest.Result{Report: *r}).Reasons()); diff != "" {
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
	got := map[string]link.Reason{}
	for _, f := range crawlWith(t.Context(), t, job).Findings {
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

// heavy is a site whose pages are large and answer at once.
type heavy struct {
	mu       sync.Mutex
	requests int64
}

func (h *heavy) Requests() int64 { return h.requests }

const heavyPages, heavyBytes = 40, 256 << 10

func (h *heavy) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	var body strings.Builder
	if u.Path == "/" {
		for i := range heavyPages {
			body.WriteString(`<a href="/page-` + strings.Repeat("x", i) + `">x</a>`)
		}
	}
	body.WriteString(strings.Repeat(" ", heavyBytes))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests++
	if want != fetch.Document && want != fetch.Page {
		return &fetch.Response{Status: 404, URL: u}, nil
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body.String())}, nil
}

// TestCrawlOfLargePages holds that a full queue of documents neither stops a crawl nor
// leaves anything of it unread.
func TestCrawlOfLargePages(t *testing.T) {
	t.Parallel()
	job := checktest.NewJob(t, "--concurrency=64")
	job.Client, job.Started = &heavy{}, time.Now()
	r := crawlWith(t.Context(), t, job)
	if r.Stats.Pages != heavyPages+1 || len(r.Findings) != 0 || !r.Complete {
		t.Errorf("read %d pages with %d findings, problems %q; want %d, none, none",
			r.Stats.Pages, len(r.Findings), r.Problems, heavyPages+1)
	}
	if r.Stats.OK != heavyPages {
		t.Errorf("%d targets are %s, want %d", r.Stats.OK, link.OK, heavyPages)
	}
}

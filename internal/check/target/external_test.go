package target_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveExternalTargetsAreOnlyAskedFor(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/never")), "/a": livetest.Page(livetest.Links("/never"))})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL, other.URL+"/a#b", other.URL+"/a#c", other.URL+"/lost"))})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/lost": link.NotFound})
	// What does not exist for HEAD may exist for GET.
	want := map[string]int{"HEAD /": 1, "HEAD /a": 1, "HEAD /lost": 1, "GET /lost": 1}
	if diff := cmp.Diff(want, other.Asked()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestLiveExternalFragments(t *testing.T) {
	t.Parallel()
	const shell = `<div id="root"></div><script src="/app.js"></script>`
	other := livetest.Serve(t, livetest.Site{
		"/readme": livetest.Page(`<a id="user-content-install"></a>` + livetest.Links("/never")), "/o/r/blob/main/a.go": livetest.Page("code"),
		"/app": livetest.Page(shell), "/doc.pdf": livetest.Typed("application/pdf", "pdf"), "/text": livetest.Typed("text/plain", "text"),
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links(other.URL+"/readme#install", other.URL+"/readme#lost", other.URL+"/readme#:~:text=install", other.URL+"/readme#top",
			other.URL+"/o/r/blob/main/a.go#L10-L20", other.URL+"/app#route", other.URL+"/app#install:~:text=x", other.URL+"/doc.pdf#page=2",
			other.URL+"/text#x", "/own#install", "/app#here")),
		"/own":    livetest.Page(`<a id="user-content-install"></a>`),
		"/app":    livetest.Page(shell),
		"/app.js": livetest.Typed("text/javascript", ""),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		other.URL + "/readme#lost": link.FragmentNotFound, other.URL + "/app#route": link.FragmentNotFound,
		other.URL + "/app#install": link.FragmentNotFound,
		// The site's own pages are read as they are served.
		"/own#install": link.FragmentNotFound, "/app#here": link.FragmentNotFound,
	})
	for target, want := range map[string]link.Verdict{
		other.URL + "/readme#lost": link.Broken, other.URL + "/app#route": link.Unverified, other.URL + "/app#install": link.Unverified,
		"/own#install": link.Broken,
	} {
		if got := r.Finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
	livetest.Says(t, []string{r.Finding(t, other.URL+"/app#route").Message}, "in the HTML", "a script may add it")
	other.Once(t, "GET /readme")
	other.Never(t, "HEAD /never", "GET /never")
}

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
	here := []string{"here"}
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

// Of two requests for a page the one that asks for more of it decides, though the
// other be answered first.
func TestWhatAsksForMoreDecides(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{
		"/":     livetest.Page(`<img src="/bad/a"><img src="/bad/b"><img src="/bad/c"><a href="/next">`),
		"/next": livetest.Page(`<a href="/bad/a">a</a><a href="/bad/b#part">b</a><a href="/last">`),
		"/last": livetest.Page(`<a href="/bad/b#other">b</a><img src="/bad/c">`),
	}
	r := crawlHosts(t, fetchtest.Hosts{siteHost: func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/bad/") {
			pages.Answer(w, r)
		} else if r.Method != http.MethodHead {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}}, "--retries=0")
	if diff := cmp.Diff(map[string]link.Reason{"/bad/a": link.ServerError, "/bad/b": link.ServerError}, r.Reasons()); diff != "" {
		t.Errorf("reasons by target (-want +got):\n%s", diff)
	}
	for _, f := range r.Report.Findings {
		if len(f.Occurrences) == 0 {
			t.Errorf("%s stands nowhere", f.Target)
		}
	}
}

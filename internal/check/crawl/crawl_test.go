package crawl

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// answering is a client that answers for pages without a request, too.
type answering interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
	Requests() int64
	Answer(u weburl.URL) *fetch.Response
}

// crawlSimulated checks the site from page 0.
func crawlSimulated(ctx context.Context, t *testing.T, s answering, args ...string) *link.Report {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, checktest.Home)})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse(checktest.Home + "0")
	if err != nil {
		t.Fatal(err)
	}
	job := &check.Job{
		Config: cfg, Scope: site.NewScope(start, weburl.URL{}), Client: s,
		Progress: &check.Progress{}, Started: time.Now(),
	}
	return Check(ctx, job, start, s.Answer(start), nil)
}

func TestCrawlReadsAllOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := checktest.NewSimulated(1000, 1)
		r := crawlSimulated(t.Context(), t, s, "--concurrency=7")
		want := s.Depths()
		if r.Stats.Pages != len(want) {
			t.Errorf("%d pages were read, want %d", r.Stats.Pages, len(want))
		}
		for path, n := range s.Asked {
			if n != 1 {
				t.Errorf("%s was asked for %d times", path, n)
			}
		}
		if r.Stats.Requests != s.Requests() {
			t.Errorf("%d requests were sent, and %d reported", s.Requests(), r.Stats.Requests)
		}
		// The sitemaps are read beside the workers.
		if s.MaxInFlight > 7*2+1 {
			t.Errorf("%d requests at once", s.MaxInFlight)
		}
		// No page has the anchor #x, and every link asks for it.
		if r.Stats.Broken != r.Stats.OK || r.Stats.OK < len(want)-1 {
			t.Errorf("%d targets are ok, %d fragments broken, of %d pages", r.Stats.OK, r.Stats.Broken, len(want))
		}
		if !r.Complete {
			t.Errorf("it is not complete: %v", r.Problems)
		}
	})
}

func TestMaxDepthIsThatOfTheShortestWay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		synctest.Test(t, func(t *testing.T) {
			s := checktest.NewSimulated(300, seed)
			// Few links a page make long ways, which the latencies then mix up.
			for i := range s.Links {
				s.Links[i] = append(s.Links[i], (i+1)%len(s.Links))
			}
			const deepest = 4
			r := crawlSimulated(t.Context(), t, s, fmt.Sprintf("--max-depth=%d", deepest))
			want := 0
			for _, depth := range s.Depths() {
				if depth <= deepest {
					want++
				}
			}
			if r.Stats.Pages != want {
				t.Errorf("seed %d: %d pages were read, want %d", seed, r.Stats.Pages, want)
			}
		})
	}
}

func TestCancelledCrawlReportsWhatIsKnown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 3*time.Second, fmt.Errorf("enough"))
		defer cancel()
		s := checktest.NewSimulated(5000, 4)
		began := time.Now()
		r := crawlSimulated(ctx, t, s, "--concurrency=4")
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("it ended %v after its beginning", took)
		}
		if r.Complete || r.Stats.Pages == 0 || r.Stats.Unverified == 0 {
			t.Errorf("complete %v, %+v", r.Complete, r.Stats)
		}
		if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "enough") {
			t.Errorf("problems: %q", r.Problems)
		}
		for _, f := range r.Findings {
			if f.Verdict == link.Unverified && f.Reason != link.NotReached {
				t.Errorf("%s is %s", f.Target, f.Reason)
			}
		}
	})
}

// faultyClient fails by a mistake of ours for one page of a simulated site.
type faultyClient struct {
	*checktest.Simulated
	path  string
	asked atomic.Int32
}

func (f *faultyClient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	if u.Path == f.path {
		f.asked.Add(1)
		panic("a mistake of ours")
	}
	return f.Simulated.Do(ctx, r)
}

// TestAMistakeOfOursCostsOneTarget crawls a site of which one page cannot be asked
// for without a panic.
func TestAMistakeOfOursCostsOneTarget(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/1", "/robots.txt", "/sitemap.xml"} {
		synctest.Test(t, func(t *testing.T) {
			s := checktest.NewSimulated(60, 7)
			whole := crawlSimulated(t.Context(), t, s)
			client := &faultyClient{Simulated: checktest.NewSimulated(60, 7), path: path}
			r := crawlSimulated(t.Context(), t, client)
			if client.asked.Load() == 0 || r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "internal error (a mistake of ours") {
				t.Errorf("%s: complete is %v, and the problems are %q", path, r.Complete, r.Problems)
			}
			if r.Stats.Pages < whole.Stats.Pages/2 || r.Stats.Pages > whole.Stats.Pages {
				t.Errorf("%s: %d pages are read, %d without the mistake", path, r.Stats.Pages, whole.Stats.Pages)
			}
		})
	}
}

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
	r := Check(t.Context(), job, home, first, nil)
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

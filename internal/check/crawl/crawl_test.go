package crawl

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
	return Check(ctx, job, start, s.Answer(start))
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
		if !r.Complete || !r.Failed {
			t.Errorf("complete %v, failed %v: %v", r.Complete, r.Failed, r.Problems)
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

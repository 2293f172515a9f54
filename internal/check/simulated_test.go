package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/leak"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestMain(m *testing.M) { leak.Main(m) }

// simulated is a live site of numbered pages that link to each other at random
// and answer after a random time. It is a Client for virtual time.
type simulated struct {
	links   [][]int
	latency func() time.Duration

	mu      sync.Mutex
	asked   map[string]int
	inside  int
	most    int
	request int64
}

const simulatedHome = "http://site.test/"

func newSimulated(pages int, seed uint64) *simulated {
	random := rand.New(rand.NewPCG(seed, 0))
	s := &simulated{asked: map[string]int{}, links: make([][]int, pages)}
	for i := range s.links {
		for range random.IntN(5) {
			s.links[i] = append(s.links[i], random.IntN(pages))
		}
	}
	s.links[0] = append(s.links[0], 1, 2, 3)
	s.latency = func() time.Duration { return time.Duration(random.IntN(1000)) * time.Millisecond }
	return s
}

func (s *simulated) Requests() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.request
}

func (s *simulated) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	s.mu.Lock()
	s.asked[u.Path]++
	s.request++
	s.inside++
	s.most = max(s.most, s.inside)
	wait := s.latency()
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inside--
	}()
	select {
	case <-ctx.Done():
		return nil, &fetch.Error{Reason: link.NotReached, Message: "the run ended first"}
	case <-time.After(wait):
	}
	return s.answer(u), nil
}

func (s *simulated) answer(u weburl.URL) *fetch.Response {
	var page int
	if _, err := fmt.Sscanf(u.Path, "/%d", &page); err != nil || page >= len(s.links) {
		if u.Path != "/" {
			return &fetch.Response{Status: 404, URL: u}
		}
	}
	var body strings.Builder
	for _, to := range s.links[page] {
		fmt.Fprintf(&body, `<a href="/%d#x">x</a>`, to)
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body.String())}
}

// depths are the lengths of the shortest ways from page 0, by a plain search in
// breadth; pages without a way are not in it.
func (s *simulated) depths() map[int]int {
	depth := map[int]int{0: 0}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, to := range s.links[queue[0]] {
			if _, ok := depth[to]; !ok {
				depth[to] = depth[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depth
}

// crawlSimulated checks the site from page 0.
func crawlSimulated(ctx context.Context, t *testing.T, s *simulated, args ...string) *link.Report {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, simulatedHome)})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse(simulatedHome + "0")
	if err != nil {
		t.Fatal(err)
	}
	job := &Job{
		Config: cfg, Space: site.NewSpace(start, weburl.URL{}), Client: s,
		Progress: &Progress{}, Started: time.Now(),
	}
	return job.Live(ctx, start, s.answer(start))
}

func TestCrawlReadsAllOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSimulated(1000, 1)
		r := crawlSimulated(t.Context(), t, s, "--concurrency=7")
		want := s.depths()
		if r.Stats.Pages != len(want) {
			t.Errorf("%d pages were read, want %d", r.Stats.Pages, len(want))
		}
		for path, n := range s.asked {
			if n != 1 {
				t.Errorf("%s was asked for %d times", path, n)
			}
		}
		// The sitemaps are read beside the workers.
		if s.most > 7*workersPerSlot+1 {
			t.Errorf("%d requests at once", s.most)
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
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulated(300, seed)
			// Few links a page make long ways, which the latencies then mix up.
			for i := range s.links {
				s.links[i] = append(s.links[i], (i+1)%len(s.links))
			}
			const deepest = 4
			r := crawlSimulated(t.Context(), t, s, fmt.Sprintf("--max-depth=%d", deepest))
			want := 0
			for _, depth := range s.depths() {
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

func TestMaxPagesIsExact(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2, 17, 100} {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulated(500, 3)
			r := crawlSimulated(t.Context(), t, s, fmt.Sprintf("--max-pages=%d", limit))
			if r.Stats.Pages != limit {
				t.Errorf("%d pages were read, want %d", r.Stats.Pages, limit)
			}
			if len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "max-pages") {
				t.Errorf("the notes do not say what was left out: %q", r.Notes)
			}
		})
	}
}

func TestCancelledCrawlReportsWhatIsKnown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 3*time.Second, fmt.Errorf("enough"))
		defer cancel()
		s := newSimulated(5000, 4)
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

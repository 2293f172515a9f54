package target_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// waitBeforeRetry is how long a run waits at least before it retries.
const waitBeforeRetry = time.Second

// flaky is a site whose start page links to others, of which some fail at first.
type flaky struct {
	*checktest.Simulated
	mu sync.Mutex
	// left counts the failures that are left of each path.
	left map[string]int
	// silent is whether every failure is a timeout; else each other is a 503.
	silent bool
	// order are the paths in the order in which they were asked for.
	order []string
}

func (f *flaky) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	f.mu.Lock()
	f.order = append(f.order, u.Path)
	n := f.left[u.Path]
	f.left[u.Path]--
	f.mu.Unlock()
	if n > 0 && (f.silent || n%2 == 1) {
		time.Sleep(time.Second)
		if ctx.Err() != nil {
			return nil, &fetch.Error{Reason: link.NotReached}
		}
		return nil, &fetch.Error{Reason: link.Timeout, Message: "no answer", Transient: true}
	}
	if n > 0 {
		return &fetch.Response{Status: 503, URL: u, Transient: true}, nil
	}
	return f.Simulated.Do(ctx, fetch.Request{URL: u, Want: want})
}

// newFlaky has a start page 0 that links to the other pages, which link to none.
func newFlaky(pages int, left map[string]int) *flaky {
	s := checktest.NewSimulated(1, 1)
	s.Links = make([][]int, pages)
	for i := range s.Links {
		s.Links[0] = append(s.Links[0], i)
	}
	s.Latency = func() time.Duration { return 10 * time.Second }
	return &flaky{Simulated: s, left: left}
}

func (f *flaky) check(ctx context.Context, t *testing.T, args ...string) *link.Report {
	t.Helper()
	job := checktest.NewJob(t, append(args, "--fragments=none")...)
	start := checktest.MustParse(t, checktest.Home+"0")
	job.Client, job.Started = f, time.Now()
	return crawl.Check(ctx, job, start, f.Answer(start))
}

func TestDeferredRetryComesAfterTheRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// 2 fails twice, 3 once, and 4 always.
		f := newFlaky(8, map[string]int{"/2": 2, "/3": 1, "/4": 99})
		begin := time.Now()
		r := f.check(t.Context(), t, "--concurrency=1")
		counts := map[string]int{}
		for _, path := range f.order {
			counts[path]++
		}
		want := map[string]int{"/1": 1, "/2": 2, "/3": 2, "/4": 2, "/5": 1, "/6": 1, "/7": 1}
		for path := range counts {
			if path == "/robots.txt" || path == "/sitemap.xml" || strings.HasPrefix(path, "/linkvet-") {
				delete(counts, path) // asked for beside the links
			}
		}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}
		again := map[string]bool{}
		for _, path := range f.order[len(f.order)-3:] {
			again[path] = true
		}
		if diff := cmp.Diff(map[string]bool{"/2": true, "/3": true, "/4": true}, again); diff != "" {
			t.Errorf("looked at last (-want +got):\n%s", diff)
		}
		found := map[string]link.Reason{}
		for _, finding := range r.Findings {
			found[finding.Target] = finding.Reason
		}
		// The page that timed out is found on the deferred retry; the one that had two
		// faults in store has the second of them.
		wantFound := map[string]link.Reason{"/2": link.Timeout, "/4": link.ServerError}
		if diff := cmp.Diff(wantFound, found); diff != "" {
			t.Errorf("findings (-want +got):\n%s", diff)
		}
		// Two pages stayed unread.
		if r.Complete || r.Unread != 2 || time.Since(begin) < waitBeforeRetry {
			t.Errorf("complete %v with %d unread after %v", r.Complete, r.Unread, time.Since(begin))
		}
	})
}

func TestNoDeferredRetryWithoutRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFlaky(3, map[string]int{"/1": 1})
		r := f.check(t.Context(), t, "--retries=0")
		if r.Stats.Unverified != 1 {
			t.Errorf("%d unverified, want the one that failed once", r.Stats.Unverified)
		}
	})
}

func TestRunThatEndsBeforeTheDeferredRetry(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]time.Duration{
		"before it": time.Second + waitBeforeRetry/2,
		"within it": time.Second + waitBeforeRetry + time.Second/2,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFlaky(3, map[string]int{"/1": 99, "/2": 99})
				f.Latency = func() time.Duration { return 0 }
				f.silent = true
				ctx, cancel := context.WithTimeout(t.Context(), after)
				defer cancel()
				r := f.check(ctx, t)
				for _, finding := range r.Findings {
					if finding.Reason != link.Timeout {
						t.Errorf("%s is %s, want what the first look found", finding.Target, finding.Reason)
					}
				}
				if len(r.Findings) != 2 {
					t.Error(fmt.Sprint(r.Findings))
				}
			})
		})
	}
}

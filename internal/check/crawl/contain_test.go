package crawl

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

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

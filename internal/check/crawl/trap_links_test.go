package crawl

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// watchedClient calls watch when a request begins.
type watchedClient struct {
	*generated
	watch func(u weburl.URL)
}

func (w watchedClient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	w.watch(r.URL)
	return w.generated.Do(ctx, r)
}

// The next page of a series is the first of many links. It is asked for only when all of
// them are noted, so that a series always ends after the same number of pages.
func TestNextPageOfASeriesWaitsForAllLinks(t *testing.T) {
	t.Parallel()
	const pages, known = 120, 40 // known pages make it a series that may have no end
	g := &generated{answer: func(r *http.Request) string {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/day/%d", &n); {
		case r.URL.Path == "/":
			return "<h1>Home</h1>" + anchorsTo("/day/0")
		case err == nil:
			next := fmt.Sprintf("/day/%d", min(pages, n+1))
			return "<h1>A day</h1>" + anchorsTo(next) + strings.Repeat(anchorsTo("/"), 2*check.Batch) + anchorsTo(fmt.Sprintf("/lost-%d.png", n))
		}
		return ""
	}}
	synctest.Test(t, func(t *testing.T) {
		job, start, first := g.job(t)
		var c *crawl
		job.Client = watchedClient{g, func(u weburl.URL) {
			var n int
			if _, err := fmt.Sscanf(u.Path, "/day/%d", &n); err != nil || n < known {
				return
			}
			last := checktest.MustParse(t, fmt.Sprintf("%slost-%d.png", checktest.Home, n-1))
			c.checker.Lock()
			defer c.checker.Unlock()
			if c.checker.TargetLocked(last, true).Claimed() == target.NoLevel {
				t.Errorf("page %d was asked for before the last link of the one before was noted", n)
			}
		}}
		c = newCrawl(job)
		if r, _ := c.run(t.Context(), start, first, time.Now()); r.Stats.Pages != pages+2 {
			t.Errorf("%d pages were read, want %d", r.Stats.Pages, pages+2)
		}
	})
}

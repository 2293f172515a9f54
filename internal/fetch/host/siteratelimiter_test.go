package host_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// siteClient returns a client to which example.test is the site.
func siteClient(opt fetch.Options, answer fetchtest.RoundTrip) *fetch.Client {
	opt.Site = []string{fetchtest.URL.Origin()}
	return client(opt, answer)
}

// crawl asks for n paths of the site, a number of them at once, and for those that
// failed in a transient way once more. It returns how many were answered with success.
func crawl(t *testing.T, c *fetch.Client, n, atOnce int) (good int) {
	t.Helper()
	ask := func(paths []int, do func(path int)) {
		work := make(chan int)
		var wg sync.WaitGroup
		for range atOnce {
			wg.Go(func() {
				for path := range work {
					do(path)
				}
			})
		}
		for _, path := range paths {
			work <- path
		}
		close(work)
		wg.Wait()
	}
	var mu sync.Mutex
	var all, again []int
	for i := range n {
		all = append(all, i)
	}
	note := func(path int, resp *fetch.Response, err error) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err != nil:
			t.Error(err)
		case resp.Status == 200:
			good++
		case resp.Transient:
			again = append(again, path)
		}
	}
	ask(all, func(path int) {
		resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d", path)), Want: fetch.Page})
		note(path, resp, err)
	})
	late := again
	again = nil
	ask(late, func(path int) {
		resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d", path)), Want: fetch.Page, Deferred: true})
		note(path, resp, err)
	})
	return good
}

func TestRefusedPathOfTheSiteIsAlone(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]string{"for a day": "86400", "for long": "3600", "for a while": "20", "for no time": "0"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
					if r.URL.Path == "/bad" {
						return fetchtest.Response(r, 429, "Retry-After: "+after), nil
					}
					return fetchtest.Response(r, 200), nil
				})
				for range 3 {
					resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf("/bad"), Want: fetch.Page})
					if err != nil || !resp.Limited {
						t.Fatalf("Do: %+v, %v", resp, err)
					}
				}
				start := time.Now()
				if good := crawl(t, c, 1000, 64); good != 1000 || time.Since(start) != 0 {
					t.Errorf("%d of 1000 other paths answered, after %v", good, time.Since(start))
				}
			})
		})
	}
}

func TestPathOfTheSiteWaitsNotForLong(t *testing.T) {
	t.Parallel()
	for _, status := range []int{429, 503} {
		synctest.Test(t, func(t *testing.T) {
			c := siteClient(fetch.Options{Retries: 20}, func(r *http.Request) (*http.Response, error) {
				return fetchtest.Response(r, status, "Retry-After: 10"), nil
			})
			start := time.Now()
			resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
			if took := time.Since(start); err != nil || !resp.Transient || took < 2*10*time.Second || took > host.MaxPathWait+5*time.Second {
				t.Errorf("status %d: %+v, %v after %v", status, resp, err, took)
			}
		})
	}
}

func TestFewRefusalsDoNotSlowTheSite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// One path in a hundred refuses once.
		var mu sync.Mutex
		asked := map[string]int{}
		c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
			time.Sleep(10 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			asked[r.URL.Path]++
			var n int
			_, _ = fmt.Sscanf(r.URL.Path, "/%d", &n)
			if n%100 == 7 && asked[r.URL.Path] == 1 {
				return fetchtest.Response(r, 429, "Retry-After: 1"), nil
			}
			return fetchtest.Response(r, 200), nil
		})
		start := time.Now()
		good := crawl(t, c, 4_000, 64)
		// Without refusals it takes 0.6s.
		if took := time.Since(start); good != 4_000 || took > 4*time.Second {
			t.Errorf("%d of 4000 paths in %v", good, took)
		}
	})
}

func TestSiteThatRefusesIsSlowed(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string][]string{"saying when": {"Retry-After: 1"}, "saying nothing": nil} {
		for _, perSecond := range []float64{5, 50, 500} {
			t.Run(fmt.Sprint(name, " at ", perSecond), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					const pages = 2000
					var mu sync.Mutex
					tokens, last, refused := perSecond, time.Now(), 0
					c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
						time.Sleep(5 * time.Millisecond)
						mu.Lock()
						defer mu.Unlock()
						tokens = min(perSecond, tokens+perSecond*time.Since(last).Seconds())
						last = time.Now()
						if tokens < 1 {
							refused++
							return fetchtest.Response(r, 429, fields...), nil
						}
						tokens--
						return fetchtest.Response(r, 200), nil
					})
					start := time.Now()
					good := crawl(t, c, pages, 128)
					took := time.Since(start)
					least := time.Duration(pages / perSecond * float64(time.Second))
					if good != pages || took > 3*least+20*time.Second || refused > pages {
						t.Errorf("%d of %d pages in %v, %d refusals; the site allows them in %v", good, pages, took, refused, least)
					}
					t.Logf("%v for what takes %v, %d refusals", took, least, refused)
				})
			})
		}
	}
}

func TestSiteRecoversWithinSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
			time.Sleep(10 * time.Millisecond)
			if time.Since(begin) < 3*time.Second {
				return fetchtest.Response(r, 429, "Retry-After: 1"), nil
			}
			return fetchtest.Response(r, 200), nil
		})
		good := crawl(t, c, 3_000, 64)
		if took := time.Since(begin); good != 3_000 || took > 20*time.Second {
			t.Errorf("%d of 3000 pages in %v", good, took)
		}
	})
}

func TestStartPageThatRefusedSlowsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
			if time.Since(begin) < time.Minute {
				return fetchtest.Response(r, 429), nil
			}
			return fetchtest.Response(r, 200), nil
		})
		for {
			resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf("/"), Want: fetch.Document})
			if err != nil {
				t.Fatal(err)
			}
			if resp.Status == 200 {
				break
			}
			time.Sleep(time.Second)
		}
		start := time.Now()
		if good := crawl(t, c, 1000, 64); good != 1000 || time.Since(start) != 0 {
			t.Errorf("%d of 1000 pages in %v", good, time.Since(start))
		}
	})
}

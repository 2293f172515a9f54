package host_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/clienttest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestRefusalPausesTheWholeHost(t *testing.T) {
	t.Parallel()
	reset := time.Date(2000, 1, 1, 0, 0, 30, 0, time.UTC) // synctest begins with that year
	tests := map[string]struct {
		status int
		fields []string
		pause  time.Duration
	}{
		"seconds":                 {status: 429, fields: []string{"Retry-After: 7"}, pause: 7 * time.Second},
		"a date":                  {status: 429, fields: []string{"Retry-After: " + reset.Format(http.TimeFormat)}, pause: 30 * time.Second},
		"nothing":                 {status: 429, pause: time.Second},
		"RateLimit-Reset":         {status: 429, fields: []string{"RateLimit-Remaining: 0", "RateLimit-Reset: 12"}, pause: 12 * time.Second},
		"the clock's seconds":     {status: 429, fields: []string{"X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 946684830"}, pause: 30 * time.Second},
		"something is left":       {status: 429, fields: []string{"X-RateLimit-Remaining: 3", "X-RateLimit-Reset: 50"}, pause: time.Second},
		"GitHub's 403":            {status: 403, fields: []string{"X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 20"}, pause: 20 * time.Second},
		"a 403 with Retry-After":  {status: 403, fields: []string{"Retry-After: 5"}, pause: 5 * time.Second},
		"another 403":             {status: 403},
		"too long to slow a good": {status: 200, fields: []string{"X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 3600"}},
		"a 503 that says when":    {status: 503, fields: []string{"Retry-After: 5"}, pause: 5 * time.Second},
		"a 503 is of its own URL": {status: 503},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if r.URL.Path == "/first" {
						return fetchtest.Response(r, test.status, test.fields...), nil
					}
					return fetchtest.Response(r, 200), nil
				}))
				// A host that has never answered well is not waited for so long.
				for _, path := range []string{"/good", "/first"} {
					clienttest.Get(t, c, fetchtest.URLOf(path))
				}
				start := time.Now()
				other := fetchtest.URL
				other.Host = "other.test"
				for _, u := range []weburl.URL{other, fetchtest.URLOf("/second")} {
					clienttest.Get(t, c, u)
					if u == other && time.Since(start) != 0 {
						t.Errorf("another host waited %v", time.Since(start))
					}
				}
				if took := time.Since(start); took != test.pause {
					t.Errorf("the next request to the host waited %v, want %v", took, test.pause)
				}
			})
		})
	}
}

func TestRefusalLowersTheRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var times []int64
		start := time.Now()
		c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if times = append(times, time.Since(start).Milliseconds()); len(times) <= 2 {
				return fetchtest.Response(r, 429), nil
			}
			return fetchtest.Response(r, 200), nil
		}))
		for range 40 {
			clienttest.Get(t, c, fetchtest.URL)
		}
		// Refused, and again after a pause of 1s, and then of 2s; from then on 2 a
		// second, after 16 answers 4, after 16 more 8.
		var want []int64
		now, step := int64(3000), int64(500)
		want = append(want, 0, 1000)
		for i := range 38 {
			want = append(want, now)
			if i == 15 || i == 31 {
				step /= 2
			}
			now += step
		}
		if diff := cmp.Diff(want, times); diff != "" {
			t.Errorf("milliseconds of the requests (-want +got):\n%s", diff)
		}
	})
}

func TestRefusalsAtOnceCountAsOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			time.Sleep(time.Second)
			if r.URL.Path == "/good" {
				return fetchtest.Response(r, 200), nil
			}
			return fetchtest.Response(r, 429), nil
		}))
		// A host that has answered has its full concurrency.
		clienttest.Get(t, c, fetchtest.URLOf("/good"))
		var wg sync.WaitGroup
		for range host.DefaultHostConcurrency {
			wg.Go(func() { _, _ = c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page}) })
		}
		wg.Wait()
		start := time.Now()
		_, _ = c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
		// A pause of a second, not of 2^7, before the request of a second.
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("the next request took %v, want 2s", took)
		}
	})
}

// refusals are the ways in which a host refuses every request.
var refusals = map[string]struct {
	status int
	fields []string
}{
	"429":          {status: 429},
	"429, 1s":      {status: 429, fields: []string{"Retry-After: 1"}},
	"429, 20s":     {status: 429, fields: []string{"Retry-After: 20"}},
	"429, 59s":     {status: 429, fields: []string{"Retry-After: 59"}},
	"503":          {status: 503},
	"503, 1s":      {status: 503, fields: []string{"Retry-After: 1"}},
	"503, 30s":     {status: 503, fields: []string{"Retry-After: 30"}},
	"503, 59s":     {status: 503, fields: []string{"Retry-After: 59"}},
	"502":          {status: 502},
	"503, an hour": {status: 503, fields: []string{"Retry-After: 3600"}},
}

func TestHostThatAlwaysRefusesCostsLittle(t *testing.T) {
	t.Parallel()
	for name, test := range refusals {
		for _, links := range []int{20, 1000} {
			t.Run(fmt.Sprint(name, " ", links), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					c := clienttest.New(fetch.Options{Retries: 2}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
						time.Sleep(20 * time.Millisecond)
						return fetchtest.Response(r, test.status, test.fields...), nil
					}))
					want := link.RateLimited
					if test.status >= 500 {
						want = link.ServerError
					}
					ask := func(deferred bool) {
						clienttest.InParallel(links, host.DefaultHostConcurrency, func(i int) {
							resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d", i)), Want: fetch.Answer, Deferred: deferred})
							var failed *fetch.Error
							if err == nil && resp.Status != test.status || errors.As(err, &failed) && (failed.Reason != want || failed.Status != test.status) {
								t.Errorf("%+v, %v", resp, err)
							}
						})
					}
					start := time.Now()
					ask(false)
					time.Sleep(time.Second)
					ask(true)
					if took := time.Since(start); took > 30*time.Second {
						t.Errorf("took %v and %d requests", took, c.Requests())
					}
				})
			})
		}
	}
}

// A host may want to be left alone for as long as the rest of the run takes.
func TestHostThatIsBackIsAskedByDeferredRetries(t *testing.T) {
	t.Parallel()
	for name, test := range refusals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				back := false
				c := clienttest.New(fetch.Options{Retries: 2}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					time.Sleep(20 * time.Millisecond)
					if back {
						return fetchtest.Response(r, 200), nil
					}
					return fetchtest.Response(r, test.status, test.fields...), nil
				}))
				var again []weburl.URL
				for i := range 40 {
					u := fetchtest.URLOf(fmt.Sprintf("/%d", i))
					resp, err := c.Do(t.Context(), fetch.Request{URL: u, Want: fetch.Answer})
					var failed *fetch.Error
					if err == nil && resp.Transient || errors.As(err, &failed) && failed.Transient {
						again = append(again, u)
					}
				}
				if name == "503, an hour" {
					if len(again) != 0 {
						t.Errorf("%d links are transient, want none", len(again))
					}
					return
				}
				time.Sleep(time.Minute)
				back = true
				for _, u := range again {
					if resp, err := c.Do(t.Context(), fetch.Request{URL: u, Want: fetch.Answer, Deferred: true}); err != nil || resp.Status != 200 {
						t.Fatalf("%s: %+v, %v", u.Path, resp, err)
					}
				}
				if len(again) != 40 {
					t.Errorf("%d links were left for a deferred retry, want 40", len(again))
				}
			})
		})
	}
}

func TestPausesOfAHostAreBoundedInAll(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		fields []string
		site   bool
	}{
		"refusals":     {status: 429, fields: []string{"Retry-After: 2"}},
		"long ones":    {status: 429, fields: []string{"Retry-After: 60"}},
		"site refuses": {status: 429, fields: []string{"Retry-After: 2"}, site: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				opt := fetch.Options{Retries: 2}
				if test.site {
					opt.Site = []string{fetchtest.URL.Origin()}
				}
				n := 0
				c := clienttest.New(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if n++; n%2 == 0 {
						return fetchtest.Response(r, test.status, test.fields...), nil
					}
					return fetchtest.Response(r, 200), nil
				}))
				start := time.Now()
				good, limited := 0, 0
				for range 1000 {
					_, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
					var failed *fetch.Error
					switch {
					case err == nil:
						good++
					case errors.As(err, &failed) && failed.Reason == link.RateLimited && !failed.Transient:
						limited++
					}
				}
				took := time.Since(start)
				if test.site && (good != 1000 || took < 30*time.Minute) {
					t.Errorf("%d answers in %v from the site, want all", good, took)
				}
				// The last refusal is still waited for, before its retry is kept back.
				if !test.site && (good == 0 || good+limited != 1000 || took > host.MaxPaused+host.MaxRetryAfter+5*time.Second) {
					t.Errorf("%d answers and %d rate-limited in %v", good, limited, took)
				}
			})
		})
	}
}

// TestHostBehindBotProtectionIsNotGivenUp holds that bot protection which only its body tells
// is no failing host, however long it takes: each of its links is blocked.
func TestHostBehindBotProtectionIsNotGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := clienttest.New(fetch.Options{Retries: 2}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			resp := fetchtest.Response(r, http.StatusServiceUnavailable, "Server: cloudflare", "Content-Type: text/html")
			if r.Method != http.MethodHead {
				resp.Body = io.NopCloser(strings.NewReader("<script>window._cf_chl_opt={}</script>"))
			}
			return resp, nil
		}))
		start := time.Now()
		for i := range 20 {
			resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d", i)), Want: fetch.Answer})
			if err != nil || resp.BotProtection == "" {
				t.Fatalf("link %d after %v: %+v, %v", i, time.Since(start), resp, err)
			}
			time.Sleep(time.Second)
		}
	})
}

// siteClient returns a client to which example.test is the site.
func siteClient(opt fetch.Options, answer fetchtest.RoundTrip) *fetch.Client {
	opt.Site = []string{fetchtest.URL.Origin()}
	return clienttest.New(opt, answer)
}

// crawl asks for n paths of the site, a number of them at once, and for those that
// failed in a transient way once more. It returns how many were answered with success.
func crawl(t *testing.T, c *fetch.Client, n, atOnce int) (good int) {
	t.Helper()
	var mu sync.Mutex
	ask := func(paths []int, deferred bool) (again []int) {
		clienttest.InParallel(len(paths), atOnce, func(i int) {
			resp, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d", paths[i])), Want: fetch.Page, Deferred: deferred})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				t.Error(err)
			case resp.Status == 200:
				good++
			case resp.Transient:
				again = append(again, paths[i])
			}
		})
		return again
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	ask(ask(all, false), true)
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

func TestPathRefusedAtEachFirstTryIsAskedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		c := siteClient(fetch.Options{Retries: 2}, func(r *http.Request) (*http.Response, error) {
			if asked.Add(1) <= 4 { // three tries, and the first of the deferred retry
				return fetchtest.Response(r, 429, "Retry-After: 1"), nil
			}
			return fetchtest.Response(r, 200), nil
		})
		if good := crawl(t, c, 1, 1); good != 1 {
			t.Errorf("the page was not read, after %d requests", asked.Load())
		}
	})
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

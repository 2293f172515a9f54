package target_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// failing answers with a status a number of times before it answers as next.
func failing(status, times int, next http.HandlerFunc) http.HandlerFunc {
	var n atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if int(n.Add(1)) <= times {
			w.WriteHeader(status)
			return
		}
		next(w, r)
	}
}

func TestPageThatIsBackOnTheDeferredRetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var dead atomic.Int32
		r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Site{
			"/":      livetest.Page(livetest.Links("/flaky", "/flaky#a", "/dead")),
			"/flaky": failing(http.StatusServiceUnavailable, 3, livetest.Page(`<p id="a">`+livetest.Links("/deeper", "/lost"))),
			// Found only then, and flaky too.
			"/deeper": failing(http.StatusBadGateway, 3, livetest.Page(livetest.Links("/lost"))),
			"/dead": func(w http.ResponseWriter, _ *http.Request) {
				dead.Add(1)
				w.WriteHeader(http.StatusBadGateway)
			},
		}.Answer})
		if diff := cmp.Diff(map[string]link.Reason{"/dead": link.ServerError, "/lost": link.NotFound}, r.Reasons()); diff != "" {
			t.Errorf("reasons by target (-want +got):\n%s", diff)
		}
		r.Pages(t, 3)
		if got := len(r.Finding(t, "/lost").Occurrences); got != 2 {
			t.Errorf("/lost is reported at %d places, want 2", got)
		}
		if n := dead.Load(); n != 4 {
			t.Errorf("/dead was asked for %d times, want 3 tries and a deferred retry", n)
		}
	})
}

func TestDeferredRetryComesAfterTheRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := livetest.Site{
			"/2": failing(http.StatusServiceUnavailable, 3, livetest.Page("back too late")),
			"/3": failing(http.StatusServiceUnavailable, 2, livetest.Page("back")),
			"/4": livetest.Status(http.StatusServiceUnavailable),
		}
		var targets, order []string
		for i := range 8 {
			path := fmt.Sprintf("/%d", i)
			targets = append(targets, path)
			answer := pages[path]
			if answer == nil {
				answer = livetest.Page("page")
			}
			pages[path] = func(w http.ResponseWriter, r *http.Request) {
				order = append(order, r.URL.Path)
				time.Sleep(10 * time.Second)
				answer(w, r)
			}
		}
		pages["/"] = livetest.Page(livetest.Links(targets...))
		r := crawlHosts(t, fetchtest.Hosts{siteHost: pages.Answer}, "--concurrency=1", "--retries=1")
		again := slices.Sorted(slices.Values(order[max(0, len(order)-3):]))
		if diff := cmp.Diff([]string{"/2", "/3", "/4"}, again); diff != "" || len(order) != 8+3+3 {
			t.Errorf("%d requests, the last (-want +got):\n%s", len(order), diff)
		}
		if diff := cmp.Diff(map[string]link.Reason{"/2": link.ServerError, "/4": link.ServerError}, r.Reasons()); diff != "" {
			t.Errorf("reasons by target (-want +got):\n%s", diff)
		}
		if r.Report.Complete || r.Report.Unread != 2 {
			t.Errorf("complete %v with %d unread", r.Report.Complete, r.Report.Unread)
		}
	})
}

func TestNoDeferredRetryWithoutRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Site{
			"/":  livetest.Page(livetest.Links("/1")),
			"/1": failing(http.StatusServiceUnavailable, 1, livetest.Page("back")),
		}.Answer}, "--retries=0")
		if r.Report.Stats.Unverified+r.Report.Stats.Broken != 1 {
			t.Errorf("findings %v, want the page that failed once", r.Reasons())
		}
	})
}

func TestRunThatEndsBeforeTheDeferredRetry(t *testing.T) {
	t.Parallel()
	// Both pages have failed after two tries of a second, with a wait of at most half a second.
	for name, after := range map[string]time.Duration{"before it": 3 * time.Second, "within it": 4 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				defer cancel()
				r := crawlUntil(ctx, t, fetchtest.Hosts{siteHost: livetest.Site{
					"/": livetest.Page(livetest.Links("/1", "/2")), "/1": fetchtest.Silence, "/2": fetchtest.Silence,
				}.Answer}, "--timeout=1s", "--retries=1")
				if diff := cmp.Diff(map[string]link.Reason{"/1": link.Timeout, "/2": link.Timeout}, r.Reasons()); diff != "" {
					t.Errorf("what the first try found is lost (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestPageThatIsBackUnderMaxPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Site{
			"/":      livetest.Page(livetest.Links("/flaky", "/next")),
			"/flaky": failing(http.StatusServiceUnavailable, 3, livetest.Page("flaky")),
			"/next":  livetest.Page("next"),
		}.Answer}, "--max-pages=2")
		if r.Pages(t, 2); !r.Report.Complete || len(r.Report.Findings) > 0 {
			t.Errorf("complete %v, findings %v", r.Report.Complete, r.Reasons())
		}
	})
}

// A page that asks to come back soon is waited for, and one that asks for an hour is not.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Site{
			"/":         livetest.Page(livetest.Links("/error", "/soon", "/busy", "/tomorrow", "/later")),
			"/error":    failing(http.StatusInternalServerError, 1, livetest.Page(livetest.Links("/lost"))),
			"/soon":     livetest.InTurn(livetest.Status(http.StatusServiceUnavailable, "Retry-After", "20"), livetest.Page("back")),
			"/busy":     failing(http.StatusTooManyRequests, 1, livetest.Page("back")),
			"/tomorrow": livetest.Status(http.StatusServiceUnavailable, "Retry-After", "86400"),
			"/later":    livetest.Status(http.StatusTooManyRequests, "Retry-After", start.Add(time.Hour).UTC().Format(http.TimeFormat)),
		}.Answer}, "--retries=1")
		// What a page holds counts though its first answer failed.
		want := map[string]link.Reason{"/lost": link.NotFound, "/tomorrow": link.RateLimited, "/later": link.RateLimited}
		if diff := cmp.Diff(want, r.Reasons()); diff != "" {
			t.Errorf("reasons by target (-want +got):\n%s", diff)
		}
		r.Pages(t, 4)
		if took := time.Since(start); took < 20*time.Second || took > time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// A host that asks to be left alone for long is asked once, whatever its links are.
func TestHostThatSaysNoForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := crawlHosts(t, fetchtest.Hosts{
			siteHost: livetest.Page(livetest.Links("http://other.test/a", "http://other.test/b", "http://other.test/c")),
			"other.test": func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				livetest.Status(http.StatusTooManyRequests, "Retry-After", "86400")(w, r)
			},
		}, "--host-concurrency=1")
		want := map[string]link.Reason{"http://other.test/a": link.RateLimited, "http://other.test/b": link.RateLimited, "http://other.test/c": link.RateLimited}
		if diff := cmp.Diff(want, r.Reasons()); diff != "" || asked.Load() != 1 {
			t.Errorf("the host was asked %d times, want once; reasons (-want +got):\n%s", asked.Load(), diff)
		}
	})
}

// Hosts that take connections and never answer take no worker and no slot from
// others, however many they are, and are asked by a few of their links alone.
func TestSilentHosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const silent, linksOfHost, good, timeout = 40, 12, 200, 20 * time.Second
		start := time.Now()
		var asked, answered atomic.Int64
		var last atomic.Int64
		var targets []string
		want := map[string]link.Reason{}
		hosts := fetchtest.Hosts{}
		for k := range linksOfHost {
			for n := range silent {
				host := fmt.Sprintf("silent%d.test", n)
				hosts[host] = func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					fetchtest.Silence(w, r)
				}
				target := fmt.Sprintf("http://%s/%d", host, k)
				targets = append(targets, target)
				want[target] = link.Timeout
			}
		}
		pages := livetest.Site{}
		for k := range good {
			path := fmt.Sprintf("/good%d", k)
			pages[path] = func(http.ResponseWriter, *http.Request) {
				time.Sleep(50 * time.Millisecond)
				answered.Add(1)
				last.Store(int64(time.Since(start)))
			}
			targets = append(targets, path)
		}
		pages["/"] = livetest.Page(livetest.Links(targets...))
		hosts[siteHost] = pages.Answer
		r := crawlHosts(t, hosts, "--concurrency=16", "--timeout=20s")
		if diff := cmp.Diff(want, r.Reasons()); diff != "" {
			t.Errorf("reasons by target (-want +got):\n%s", diff)
		}
		// Two links at first, and then at most as many as host-concurrency says.
		if got := asked.Load(); got > silent*(2+8) {
			t.Errorf("%d requests to %d silent hosts", got, silent)
		}
		if took := time.Duration(last.Load()); answered.Load() != good || took >= timeout {
			t.Errorf("%d good links were answered, the last after %v", answered.Load(), took)
		}
		if took := time.Since(start); took > 3*timeout {
			t.Errorf("the run took %v", took)
		}
	})
}

// Pages that hang do not take the verdicts from the others of their host.
func TestHostWithPagesThatHang(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := livetest.Site{}
		want := map[string]link.Reason{}
		var targets []string
		for i := range 46 {
			path, reason := fmt.Sprintf("/lost%d", i), link.NotFound
			if i < 16 {
				path, reason = fmt.Sprintf("/slow%d", i), link.Timeout
				pages[path] = fetchtest.Silence
			}
			targets = append(targets, "http://other.test"+path)
			want[targets[i]] = reason
		}
		r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Page(livetest.Links(targets...)), "other.test": pages.Answer})
		if diff := cmp.Diff(want, r.Reasons()); diff != "" {
			t.Errorf("reasons by target (-want +got):\n%s", diff)
		}
	})
}

// What a report says of a host that was given up does not depend on which of its
// links were asked before.
func TestHostThatRefusesIsReportedAlike(t *testing.T) {
	t.Parallel()
	var targets []string
	for i := range 40 {
		targets = append(targets, fmt.Sprintf("http://refusing.test/%d", i))
	}
	for _, retries := range []string{"--retries=0", "--retries=1"} {
		var first link.Report
		for i := range 5 {
			synctest.Test(t, func(t *testing.T) {
				r := crawlHosts(t, fetchtest.Hosts{siteHost: livetest.Page(livetest.Links(targets...))}, retries).Report
				r.Started, r.DurationMS, r.Stats.Requests = first.Started, first.DurationMS, first.Stats.Requests
				if i == 0 {
					first = r
				}
				if diff := cmp.Diff(first, r); diff != "" {
					t.Errorf("%s, run %d (-first +this):\n%s", retries, i, diff)
				}
			})
		}
		if len(first.Findings) != len(targets) {
			t.Errorf("%d findings, want %d", len(first.Findings), len(targets))
		}
		for _, f := range first.Findings {
			if f.Reason != link.ConnectionRefused || f.Message != first.Findings[0].Message {
				t.Errorf("%s: %s, %q", f.Target, f.Reason, f.Message)
			}
		}
	}
}

// world is 60 hosts by their numbers, of which a share misbehaves in each way.
type world struct {
	mu     sync.Mutex
	asked  map[string]int   // requests by host and path
	window map[string]int64 // the second in which a host was last asked
	within map[string]int   // how often in that second
}

// answer is what host n answers. The first hosts refuse connections, and are not asked.
func (w *world) answer(n int) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		switch asked, within := w.note(r); {
		case n < 6:
			rw.WriteHeader(http.StatusNotFound)
		case n < 14 && asked <= 2:
			rw.WriteHeader([]int{http.StatusServiceUnavailable, http.StatusBadGateway}[n%2])
		case n >= 14 && n < 22 && within > 3:
			if n%2 == 0 {
				rw.Header().Set("Retry-After", "1")
			}
			rw.WriteHeader(http.StatusTooManyRequests)
		case n >= 22 && n < 26:
			livetest.Status(http.StatusForbidden, "Cf-Mitigated", "challenge")(rw, r)
		case n%5 == 0 && r.Method == http.MethodHead:
			rw.WriteHeader(http.StatusMethodNotAllowed)
		}
	}
}

// note counts a request: those for its path, and those to its host this second.
func (w *world) note(r *http.Request) (asked, within int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[r.URL.Host+r.URL.Path]++
	if now := time.Now().Unix(); w.window[r.URL.Host] != now {
		w.window[r.URL.Host], w.within[r.URL.Host] = now, 0
	}
	w.within[r.URL.Host]++
	return w.asked[r.URL.Host+r.URL.Path], w.within[r.URL.Host]
}

// TestPatience checks links to many hosts that fail in passing, are busy, or refuse HEAD:
// no link that is good is reported. Without patience, none of them is called broken.
func TestPatience(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"usual settings": nil, "without patience": {"--retries=0", "--host-concurrency=64"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &world{asked: map[string]int{}, window: map[string]int64{}, within: map[string]int{}}
				hosts := fetchtest.Hosts{}
				want := map[string]link.Reason{}
				var targets []string
				for n := range 60 {
					host := fmt.Sprintf("host%d.test", n)
					if n >= 3 {
						hosts[host] = w.answer(n)
					}
					for k := range 10 {
						target := fmt.Sprintf("http://%s/%d", host, k)
						targets = append(targets, target)
						switch {
						case n < 3:
							want[target] = link.ConnectionRefused
						case n < 6:
							want[target] = link.NotFound
						case n >= 22 && n < 26:
							want[target] = link.Blocked
						}
					}
				}
				hosts[siteHost] = livetest.Page(livetest.Links(targets...))
				r := crawlHosts(t, hosts, args...)
				if args == nil {
					if diff := cmp.Diff(want, r.Reasons()); diff != "" {
						t.Errorf("reasons by target (-want +got):\n%s", diff)
					}
				}
				for _, f := range r.Report.Findings {
					if f.Verdict == link.Broken && want[f.Target] != f.Reason {
						t.Errorf("%s is called broken: %s", f.Target, f.Message)
					}
				}
			})
		})
	}
}

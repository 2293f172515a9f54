package target_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
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

func TestLivePageThatIsBackOnTheDeferredRetry(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/flaky", "/flaky#a", "/dead")),
		"/flaky": failing(http.StatusServiceUnavailable, 3, livetest.Page(`<p id="a">`+livetest.Links("/deeper", "/lost"))),
		// Found only then, and flaky too.
		"/deeper": failing(http.StatusBadGateway, 3, livetest.Page(livetest.Links("/lost"))),
		"/dead":   failing(http.StatusBadGateway, 99, nil),
	})
	r := livetest.Check(t, "--max-unread=1", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/dead": link.ServerError, "/lost": link.NotFound})
	r.Pages(t, 3)
	if got := len(r.Finding(t, "/lost").Occurrences); got != 2 {
		t.Errorf("/lost is reported at %d places, want 2", got)
	}
	if n := s.Asked()["GET /dead"]; n != 4 {
		t.Errorf("/dead was asked for %d times, want 3 tries and a deferred retry", n)
	}
}

func TestLivePageThatIsBackUnderMaxPages(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/flaky", "/next")),
		"/flaky": failing(http.StatusServiceUnavailable, 3, livetest.Page("flaky")),
		"/next":  livetest.Page("next"),
	})
	r := livetest.Check(t, "--max-pages=2", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 2)
}

func TestLiveHostThatSaysNoForLong(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/a": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
	}})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL+"/a", other.URL+"/a?1", other.URL+"/a?2"))})
	r := livetest.Check(t, "--allow-private", "--host-concurrency=1", s.URL+"/")
	r.Found(t, livetest.Clean, map[string]link.Reason{
		other.URL + "/a": link.RateLimited, other.URL + "/a?1": link.RateLimited, other.URL + "/a?2": link.RateLimited,
	})
	all := 0
	for _, n := range other.Asked() {
		all += n
	}
	if all != 1 {
		t.Errorf("the host was asked %d times, want once", all)
	}
}

// Hosts that take connections and never answer take no worker and no slot from
// others, however many they are, and are asked by a few of their links alone.
func TestLiveSilentHosts(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for two timeouts")
	}
	if runtime.GOOS != "linux" {
		t.Skip("not all of 127.0.0.0/8 is this machine here")
	}
	t.Parallel()
	livetest.Within(t, 2*time.Second, func(timeout time.Duration) bool { return silentHosts(t, timeout) })
}

// silentHosts checks links to silent hosts with a timeout, and reports whether all good links
// were answered before the first of the hosts was given up.
func silentHosts(t *testing.T, timeout time.Duration) bool {
	t.Helper()
	const hosts, linksOfHost, good = 40, 12, 200
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	var answered, answeredInTime, conns atomic.Int64
	over := sync.OnceFunc(func() { answeredInTime.Store(answered.Load()) })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Add(1)
			go func() {
				// It ends when the client gives up.
				_, _ = io.Copy(io.Discard, conn)
				over()
				conn.Close()
			}()
		}
	}()
	var targets []string
	want := map[string]link.Reason{}
	for k := range linksOfHost {
		for n := range hosts {
			target := fmt.Sprintf("http://127.6.0.%d:%d/%d", n+1, port, k)
			targets = append(targets, target)
			want[target] = link.Timeout
		}
	}
	pages := livetest.Site{}
	for k := range good {
		path := fmt.Sprintf("/good%d", k)
		pages[path] = func(http.ResponseWriter, *http.Request) { answered.Add(1) }
		targets = append(targets, path)
	}
	pages["/"] = livetest.Page(livetest.Links(targets...))
	s := livetest.Serve(t, pages)
	r := livetest.Check(t, "--allow-private", "--concurrency=16", livetest.Timeout(t, fmt.Sprintf("http://127.6.0.*:%d/**", port), timeout), s.URL+"/")
	r.Found(t, livetest.Clean, want)
	// Two links at first, and then at most as many as host-concurrency says.
	if got := conns.Load(); got > hosts*(2+8) {
		t.Errorf("%d connections to %d silent hosts", got, hosts)
	}
	got := answeredInTime.Load()
	t.Logf("%d of %d good links were answered before the first silent host was given up, after %v", got, good, timeout)
	return got >= good
}

// One path of the site that refuses is no reason to leave the others alone.
func TestLivePathThatRefuses(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"3600", "1"} {
		t.Run(after, func(t *testing.T) {
			t.Parallel()
			var targets []string
			want := map[string]link.Reason{"/busy": link.RateLimited}
			pages := livetest.Site{"/busy": livetest.Status(http.StatusTooManyRequests, "Retry-After", after)}
			for i := range 200 {
				path := fmt.Sprintf("/page%d", i)
				targets = append(targets, path)
				pages[path] = livetest.Page("page")
				if i%10 == 0 {
					delete(pages, path)
					want[path] = link.NotFound
				}
			}
			pages["/"] = livetest.Page(livetest.Links(append([]string{"/busy"}, targets...)...))
			s := livetest.Serve(t, pages)
			r := livetest.Check(t, "--concurrency=2", s.URL+"/")
			if diff := cmp.Diff(want, r.Reasons()); diff != "" {
				t.Errorf("reasons by target (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLiveHostWithPagesThatHang(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{}
	var targets []string
	for i := range 16 {
		path := fmt.Sprintf("/slow%d", i)
		pages[path] = livetest.Hang
		targets = append(targets, path)
	}
	for i := range 30 {
		targets = append(targets, fmt.Sprintf("/lost%d", i))
	}
	other := livetest.Serve(t, pages)
	want := map[string]link.Reason{}
	for i, path := range targets {
		targets[i] = other.URL + path
		want[targets[i]] = link.NotFound
		if pages[path] != nil {
			want[targets[i]] = link.Timeout
		}
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(targets...))})
	r := livetest.Check(t, "--allow-private", livetest.Timeout(t, other.URL+"/slow*", time.Second), s.URL+"/")
	r.Found(t, livetest.Failed, want)
}

// What a report says of a host that was given up does not hang on which of its
// links were asked before.
func TestLiveHostThatRefusesIsReportedAlike(t *testing.T) {
	t.Parallel()
	var targets []string
	for i := range 40 {
		targets = append(targets, fmt.Sprintf("%s/%d", livetest.Refusing, i))
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(targets...))})
	for _, retries := range []string{"--retries=0", "--retries=1"} {
		var first link.Report
		for i := range 5 {
			r := livetest.Check(t, "--allow-private", retries, s.URL+"/").Report
			r.Started, r.DurationMS, r.Stats.Requests = first.Started, first.DurationMS, first.Stats.Requests
			if i == 0 {
				first = r
			}
			if diff := cmp.Diff(first, r); diff != "" {
				t.Errorf("%s, run %d (-first +this):\n%s", retries, i, diff)
			}
		}
		for _, f := range first.Findings {
			if f.Reason != link.ConnectionRefused || f.Message != first.Findings[0].Message {
				t.Errorf("%s: %s, %q", f.Target, f.Reason, f.Message)
			}
		}
	}
}

package target_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// world is the outer world of the test: 200 hosts, of which each has an address
// of this machine. Host number n is 127.1.0.n.
type world struct {
	server *httptest.Server
	mu     sync.Mutex
	asked  map[string]int   // requests by host and path
	window map[string]int64 // the second in which a host was last asked
	within map[string]int   // how often in that second
}

// The shares of the faults, in hosts of 200.
const (
	worldHosts  = 200
	linksOfHost = 10
	nameless    = 7  // their names do not exist
	refusing    = 14 // those, and 7 that take no connection
	lost        = 20 // those, and 6 on which nothing exists
	flakyUntil  = 30 // those, and 10 that fail at first
	busyUntil   = 40 // those, and 10 that take three requests a second
	walledUntil = 46 // those, and 6 behind walls
)

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{asked: map[string]int{}, window: map[string]int64{}, within: map[string]int{}}
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewUnstartedServer(w)
	w.server.Listener.Close()
	w.server.Listener = l
	w.server.Start()
	t.Cleanup(w.server.Close)
	return w
}

// url is link k of host n.
func (w *world) url(n, k int) string {
	port := w.server.Listener.Addr().(*net.TCPAddr).Port
	switch {
	case n < nameless:
		return fmt.Sprintf("http://host%d.test/%d", n, k)
	case n < refusing:
		return fmt.Sprintf("http://127.1.0.%d:1/%d", n, k)
	}
	return fmt.Sprintf("http://127.1.0.%d:%d/%d", n, port, k)
}

// want is what a link of host n is; empty for ok.
func want(n int) link.Reason {
	switch {
	case n < nameless:
		return link.DNSNotFound
	case n < refusing:
		return link.ConnectionRefused
	case n < lost:
		return link.NotFound
	case n < busyUntil:
		return ""
	case n < walledUntil:
		return link.Blocked
	}
	return ""
}

func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var n int
	_, _ = fmt.Sscanf(r.Host, "127.1.0.%d:", &n)
	time.Sleep(5 * time.Millisecond)
	switch asked, within := w.note(r); {
	case n < lost:
		rw.WriteHeader(http.StatusNotFound)
	case n < flakyUntil && asked <= 2:
		fail(rw, n)
	case n >= flakyUntil && n < busyUntil && within > 3:
		if n%2 == 0 {
			rw.Header().Set("Retry-After", "1")
		}
		rw.WriteHeader(http.StatusTooManyRequests)
	case n >= busyUntil && n < walledUntil:
		botProtection(rw, n)
	case n%5 == 0 && r.Method == http.MethodHead:
		rw.WriteHeader(http.StatusMethodNotAllowed)
	}
}

// note counts a request: those for its path, and those to its host this second.
func (w *world) note(r *http.Request) (asked, within int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[r.Host+r.URL.Path]++
	if now := time.Now().Unix(); w.window[r.Host] != now {
		w.window[r.Host], w.within[r.Host] = now, 0
	}
	w.within[r.Host]++
	return w.asked[r.Host+r.URL.Path], w.within[r.Host]
}

// fail is what a flaky host does.
func fail(rw http.ResponseWriter, n int) {
	switch n % 3 {
	case 0:
		rw.WriteHeader(http.StatusServiceUnavailable)
	case 1:
		rw.WriteHeader(http.StatusBadGateway)
	default:
		conn, _, err := rw.(http.Hijacker).Hijack()
		if err == nil {
			_ = conn.(*net.TCPConn).SetLinger(0)
			conn.Close()
		}
	}
}

// botProtection answers as hosts with bot protection do.
func botProtection(rw http.ResponseWriter, n int) {
	switch n % 6 {
	case 0:
		rw.WriteHeader(999)
	case 1:
		rw.Header().Set("Cf-Mitigated", "challenge")
		rw.WriteHeader(http.StatusForbidden)
	case 2:
		rw.Header().Set("X-Amzn-Waf-Action", "challenge")
		rw.WriteHeader(http.StatusAccepted)
	case 3:
		rw.Header().Set("Server", "cloudflare")
		rw.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(rw, "<script>window._cf_chl_opt={}</script>")
	case 4:
		rw.Header().Set("X-Iinfo", "1")
		fmt.Fprint(rw, "Request unsuccessful. Incapsula incident ID: 1")
	default:
		rw.Header().Set("X-Datadome", "protected")
		rw.WriteHeader(http.StatusForbidden)
	}
}

// upName is the only name that exists.
const upName = "up.test"

// fewNames is a resolver to which no other name exists, or none at all.
func fewNames(t *testing.T, any bool) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil {
				continue
			}
			m.Header = dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true, RCode: dnsmessage.RCodeNameError}
			m.Additionals = nil
			if q := m.Questions[0]; any && q.Name.String() == upName+"." {
				m.RCode = dnsmessage.RCodeSuccess
				if q.Type == dnsmessage.TypeA {
					m.Answers = []dnsmessage.Resource{{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1},
						Body:   &dnsmessage.AResource{A: [4]byte{127, 1, 0, 199}},
					}}
				}
			}
			if reply, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(reply, from)
			}
		}
	})
	t.Cleanup(func() {
		conn.Close()
		wg.Wait()
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// checkWorld checks a site that links to all of the world, and returns the report
// and the verdicts that are wrong.
func checkWorld(t *testing.T, w *world, args ...string) (*link.Report, map[string]string) {
	t.Helper()
	var page strings.Builder
	wanted := map[string]link.Reason{}
	for k := range linksOfHost {
		for n := range worldHosts {
			fmt.Fprintf(&page, "<a href=%q>x</a>\n", w.url(n, k))
			wanted[w.url(n, k)] = want(n)
		}
	}
	port := w.server.Listener.Addr().(*net.TCPAddr).Port
	up := fmt.Sprintf("http://%s:%d/", upName, port)
	fmt.Fprintf(&page, "<a href=%q>x</a>\n", up)
	wanted[up] = link.NotFound
	r := checkPage(t, page.String(), fewNames(t, true), args...)
	wrong := map[string]string{}
	for _, f := range r.Findings {
		if f.Reason != wanted[f.Target] {
			wrong[f.Target] = fmt.Sprintf("%s (%s), want %q", f.Reason, f.Message, wanted[f.Target])
		}
		delete(wanted, f.Target)
	}
	for target, reason := range wanted {
		if reason != "" {
			wrong[target] = "ok, want " + string(reason)
		}
	}
	return r, wrong
}

// checkPage checks a directory of one page, with a resolver.
func checkPage(t *testing.T, page string, names *net.Resolver, args ...string) *link.Report {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "index.html"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Sources{Args: append(args, root)})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := site.OpenDir(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	client := fetch.New(fetch.Options{
		Concurrency: cfg.Concurrency, HostConcurrency: cfg.HostConcurrency, Timeout: cfg.Timeout,
		Retries: cfg.Retries, AllowPrivate: true, Resolver: names,
	})
	defer client.Close()
	job := &check.Job{Config: cfg, Scope: site.UnknownScope(), Client: client, Progress: &check.Progress{}, Started: time.Now()}
	return dir.Check(t.Context(), job, pages)
}

func TestPatience(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, as hosts ask for them")
	}
	if runtime.GOOS != "linux" {
		t.Skip("not all of 127.0.0.0/8 is this machine here")
	}
	t.Parallel()
	start := time.Now()
	r, wrong := checkWorld(t, newWorld(t))
	if diff := cmp.Diff(map[string]string{}, wrong); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	took := time.Since(start)
	start = time.Now()
	rude, rudely := checkWorld(t, newWorld(t), "--retries=0", "--host-concurrency=64")
	t.Logf("%v, %d requests; without patience %v, %d requests, %d wrong verdicts of %d",
		took.Round(time.Millisecond), r.Stats.Requests,
		time.Since(start).Round(time.Millisecond), rude.Stats.Requests, len(rudely), rude.Stats.Targets)
	for target := range rudely {
		for _, f := range rude.Findings {
			if f.Target == target && f.Verdict == link.Broken {
				t.Errorf("%s is called broken: %s", target, f.Message)
			}
		}
	}
}

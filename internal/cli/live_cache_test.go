package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// cacheLines returns the lines of a cache file, times left out, and the number of
// its entries.
func cacheLines(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return checkedAt.ReplaceAllString(strings.TrimPrefix(string(src), cacheSchema), "")
}

const cacheSchema = `{"schema":"linkvet.cache/1"}` + "\n"

var checkedAt = regexp.MustCompile(`"checked":"[^"]*",`)

func TestLiveCache(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{
		"/ok": livetest.Page("ok"), "/flaky": livetest.Status(http.StatusServiceUnavailable),
		"/moved": livetest.Redirect(http.StatusMovedPermanently, "/ok"), "/away": livetest.Redirect(http.StatusFound, "/ok"),
		"/wall": livetest.Status(http.StatusForbidden), "/page": livetest.Page(`<p id="here">`), "/doc.pdf": livetest.Typed("application/pdf", "pdf"),
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links(other.URL+"/ok", other.URL+"/flaky", other.URL+"/moved", other.URL+"/away",
			other.URL+"/wall", other.URL+"/lost", other.URL+"/page#here", other.URL+"/page", other.URL+"/doc.pdf#page=2", "/own",
			strings.Replace(other.URL, "//", "//me:password@", 1)+"/ok")),
		"/own": livetest.Page("own"),
	})
	file := filepath.Join(t.TempDir(), "cache")
	args := []string{"--allow-private", "--retries=0", "--fragments=all", "--cache=" + file, s.URL + "/"}
	want := map[string]link.Reason{
		other.URL + "/lost": link.NotFound, other.URL + "/flaky": link.ServerError, other.URL + "/wall": link.Blocked,
		other.URL + "/moved": link.MovedPermanently,
	}
	first := livetest.Check(t, args...)
	first.Found(t, livetest.Failed, want)
	kept := strings.ReplaceAll(`{"url":"ORIGIN/away","status":200,"private":true,"redirects":[{"status":302,"url":"ORIGIN/ok"}]}
{"url":"ORIGIN/doc.pdf","status":200,"private":true,"fragments":["page=2"]}
{"url":"ORIGIN/moved","status":200,"private":true,"redirects":[{"status":301,"url":"ORIGIN/ok"}]}
{"url":"ORIGIN/ok","status":200,"private":true}
{"url":"ORIGIN/page","status":200,"private":true,"fragments":["here"]}
`, "ORIGIN", other.URL)
	if diff := cmp.Diff(kept, cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
	before := other.Asked()
	second := livetest.Check(t, args...)
	second.Found(t, livetest.Failed, want)
	again := map[string]bool{}
	for request, n := range other.Asked() {
		if n > before[request] {
			_, path, _ := strings.Cut(request, " ")
			again[path] = true
		}
	}
	// What was not ok is asked for again, and what is opened by a password, and the
	// site itself.
	if diff := cmp.Diff(map[string]bool{"/lost": true, "/flaky": true, "/wall": true, "/ok": true}, again); diff != "" {
		t.Errorf("paths that the second run asked for (-want +got):\n%s", diff)
	}
	if n := s.Asked()["GET /own"]; n != 2 {
		t.Errorf("the site's own page was asked for %d times in two runs", n)
	}
	if diff := cmp.Diff(first.Report.Findings, second.Report.Findings); diff != "" {
		t.Errorf("findings of the second run (-first +second):\n%s", diff)
	}
	first.Report.Stats.Requests, second.Report.Stats.Requests = 0, 0
	if diff := cmp.Diff(first.Report.Stats, second.Report.Stats); diff != "" {
		t.Errorf("stats of the second run (-first +second):\n%s", diff)
	}
}

func TestLiveCacheIsHeldAgainstTheSettings(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/moved": livetest.Redirect(http.StatusFound, "/ok"), "/ok": livetest.Page("ok"), "/wall": livetest.Status(http.StatusForbidden)})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL+"/moved", other.URL+"/wall"))})
	file := filepath.Join(t.TempDir(), "cache")
	args := []string{"--allow-private", "--cache=" + file, s.URL + "/"}
	r := livetest.Check(t, append(args, "--accept=403")...)
	r.Found(t, livetest.Clean, nil)
	// What was accepted is not any more, and a redirect is worth a finding now.
	r = livetest.Check(t, append(args, "--redirects=all")...)
	r.Found(t, livetest.Clean, map[string]link.Reason{other.URL + "/moved": link.MovedTemporarily, other.URL + "/wall": link.Blocked})
	other.Once(t, "HEAD /moved")
}

// What a run found out that may ask private addresses opens none to one that may
// not.
func TestLiveCacheIsNoWayRoundAllowPrivate(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/ok": livetest.Page("ok")})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL + "/ok"))})
	args := []string{"--cache=" + filepath.Join(t.TempDir(), "cache"), s.URL + "/"}
	for i, tt := range []struct {
		private     bool
		ok, skipped int
		asked       int
	}{
		{private: true, ok: 1, skipped: 0, asked: 1}, {private: true, ok: 1, skipped: 0, asked: 1}, {private: false, ok: 0, skipped: 1, asked: 1}, {private: true, ok: 1, skipped: 0, asked: 2},
	} {
		with := args
		if tt.private {
			with = append([]string{"--allow-private"}, args...)
		}
		r := livetest.Check(t, with...)
		r.Found(t, livetest.Clean, nil)
		if got := r.Report.Stats; got.OK != tt.ok || got.Skipped != tt.skipped {
			t.Errorf("run %d: %d ok and %d skipped, want %d and %d", i, got.OK, got.Skipped, tt.ok, tt.skipped)
		}
		if n := other.Asked()["HEAD /ok"]; n != tt.asked {
			t.Errorf("run %d: asked for %d times so far, want %d", i, n, tt.asked)
		}
	}
}

func TestLiveCacheKnowsNoOtherFragments(t *testing.T) {
	t.Parallel()
	var gone atomic.Bool
	other := livetest.Serve(t, livetest.Site{"/page": func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			w.WriteHeader(http.StatusGone)
			return
		}
		livetest.Page(`<p id="here"><p id="there">`)(w, r)
	}})
	links1 := livetest.Page(livetest.Links(other.URL + "/page#here"))
	links2 := livetest.Page(livetest.Links(other.URL+"/page", other.URL+"/page#here", other.URL+"/page#there") + livetest.Links(other.URL+"/page#here"))
	s := livetest.Serve(t, livetest.Site{"/1/": links1, "/2/": links2, "/3/": livetest.Page(livetest.Links(other.URL+"/page#lost", other.URL+"/page#here"))})
	file := filepath.Join(t.TempDir(), "cache")
	run := func(path string) livetest.Result {
		return livetest.Check(t, "--allow-private", "--fragments=all", "--cache="+file, s.URL+path)
	}
	r := run("/1/")
	r.Found(t, livetest.Clean, nil)
	r = run("/1/")
	r.Found(t, livetest.Clean, nil)
	other.Once(t, "GET /page")
	// A fragment that no run has looked up makes the run read the page again, and a
	// missing one is never kept.
	r = run("/3/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/page#lost": link.FragmentNotFound})
	r = run("/3/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/page#lost": link.FragmentNotFound})
	if n := other.Asked()["GET /page"]; n != 3 {
		t.Errorf("the page was asked for %d times, want 3", n)
	}
	// It may turn out that the page is gone. All links to it say so, and it is
	// forgotten.
	gone.Store(true)
	r = run("/2/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/page": link.Gone})
	if got := len(r.Finding(t, other.URL+"/page").Occurrences); got != 4 {
		t.Errorf("%d places, want 4:\n%s", got, r.Text)
	}
	if diff := cmp.Diff("", cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
}

func TestLiveCacheKeepsNoSecrets(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	other := livetest.Serve(t, livetest.Site{"/ok?t=" + token: livetest.Page("ok")})
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		livetest.Page(livetest.Links(other.URL+"/ok?t="+r.Header.Get("X-Token")))(w, r)
	}})
	file := filepath.Join(t.TempDir(), "cache")
	r := livetest.Check(t, "--allow-private", "--cache="+file, "--header=X-Token: "+token, s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	if diff := cmp.Diff("", cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
}

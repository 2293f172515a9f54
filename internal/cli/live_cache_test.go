package cli_test

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// cacheLines returns the lines of a cache file, times left out, and the number of
// its entries.
func cacheLines(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(src)) {
		fields := strings.Split(line, "\t")
		if len(fields) > 1 {
			fields[1] = "WHEN"
		}
		kept = append(kept, strings.Join(fields, " "))
	}
	return strings.Join(kept, "")
}

func TestLiveCache(t *testing.T) {
	t.Parallel()
	other := serve(t, site{
		"/ok": page("ok"), "/tagged": status(http.StatusOK, "ETag", `"v1"`), "/flaky": status(http.StatusServiceUnavailable),
		"/moved": redirect(http.StatusMovedPermanently, "/ok"), "/away": redirect(http.StatusFound, "/ok"),
		"/wall": status(http.StatusForbidden), "/page": page(`<p id="here">`), "/doc.pdf": typed("application/pdf", "pdf"),
	})
	s := serve(t, site{
		"/": page(links(other.URL+"/ok", other.URL+"/tagged", other.URL+"/flaky", other.URL+"/moved", other.URL+"/away",
			other.URL+"/wall", other.URL+"/lost", other.URL+"/page#here", other.URL+"/page", other.URL+"/doc.pdf#page=2", "/own",
			strings.Replace(other.URL, "//", "//me:password@", 1)+"/ok")),
		"/own": page("own"),
	})
	file := filepath.Join(t.TempDir(), "cache")
	args := []string{"--allow-private", "--retries=0", "--fragments=all", "--cache=" + file, s.URL + "/"}
	want := map[string]link.Reason{
		other.URL + "/lost": link.NotFound, other.URL + "/flaky": link.ServerError, other.URL + "/wall": link.Blocked,
		other.URL + "/moved": link.MovedPermanently,
	}
	first := check(t, args...)
	first.found(t, failed, want)
	kept := "linkvet.cache/1\n" + strings.ReplaceAll(`ORIGIN/away WHEN 200 private 302=ORIGIN/ok
ORIGIN/doc.pdf WHEN 200 private #bc7c7eb0ad0afdec
ORIGIN/moved WHEN 200 private 301=ORIGIN/ok
ORIGIN/ok WHEN 200 private
ORIGIN/page WHEN 200 private #fcec91509759ad99
ORIGIN/tagged WHEN 200 private etag="v1"
`, "ORIGIN", other.URL)
	if diff := cmp.Diff(kept, cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
	before := other.asked()
	second := check(t, args...)
	second.found(t, failed, want)
	again := map[string]bool{}
	for request, n := range other.asked() {
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
	if n := s.asked()["GET /own"]; n != 2 {
		t.Errorf("the site's own page was asked for %d times in two runs", n)
	}
	if diff := cmp.Diff(first.report.Findings, second.report.Findings); diff != "" {
		t.Errorf("findings of the second run (-first +second):\n%s", diff)
	}
	first.report.Stats.Requests, second.report.Stats.Requests = 0, 0
	if diff := cmp.Diff(first.report.Stats, second.report.Stats); diff != "" {
		t.Errorf("stats of the second run (-first +second):\n%s", diff)
	}
}

func TestLiveCacheIsHeldAgainstTheSettings(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/moved": redirect(http.StatusFound, "/ok"), "/ok": page("ok"), "/wall": status(http.StatusForbidden)})
	s := serve(t, site{"/": page(links(other.URL+"/moved", other.URL+"/wall"))})
	file := filepath.Join(t.TempDir(), "cache")
	args := []string{"--allow-private", "--cache=" + file, s.URL + "/"}
	r := check(t, append(args, "--accept=403")...)
	r.found(t, clean, nil)
	// What was accepted is not any more, and a redirect is worth a finding now.
	r = check(t, append(args, "--redirects=all")...)
	r.found(t, clean, map[string]link.Reason{other.URL + "/moved": link.MovedTemporarily, other.URL + "/wall": link.Blocked})
	other.once(t, "HEAD /moved")
}

// What a run found out that may ask private addresses opens none to one that may
// not.
func TestLiveCacheIsNoWayRoundAllowPrivate(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/ok": page("ok")})
	s := serve(t, site{"/": page(links(other.URL + "/ok"))})
	args := []string{"--cache=" + filepath.Join(t.TempDir(), "cache"), s.URL + "/"}
	for i, tt := range []struct {
		private     bool
		ok, skipped int
		asked       int
	}{
		{true, 1, 0, 1}, {true, 1, 0, 1}, {false, 0, 1, 1}, {true, 1, 0, 2},
	} {
		with := args
		if tt.private {
			with = append([]string{"--allow-private"}, args...)
		}
		r := check(t, with...)
		r.found(t, clean, nil)
		if got := r.report.Stats; got.OK != tt.ok || got.Skipped != tt.skipped {
			t.Errorf("run %d: %d ok and %d skipped, want %d and %d", i, got.OK, got.Skipped, tt.ok, tt.skipped)
		}
		if n := other.asked()["HEAD /ok"]; n != tt.asked {
			t.Errorf("run %d: asked for %d times so far, want %d", i, n, tt.asked)
		}
	}
}

func TestLiveCacheKnowsNoOtherFragments(t *testing.T) {
	t.Parallel()
	var gone atomic.Bool
	other := serve(t, site{"/page": func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			w.WriteHeader(http.StatusGone)
			return
		}
		page(`<p id="here"><p id="there">`)(w, r)
	}})
	links1 := page(links(other.URL + "/page#here"))
	links2 := page(links(other.URL+"/page", other.URL+"/page#here", other.URL+"/page#there") + links(other.URL+"/page#here"))
	s := serve(t, site{"/1/": links1, "/2/": links2, "/3/": page(links(other.URL+"/page#lost", other.URL+"/page#here"))})
	file := filepath.Join(t.TempDir(), "cache")
	run := func(path string) result {
		return check(t, "--allow-private", "--fragments=all", "--cache="+file, s.URL+path)
	}
	r := run("/1/")
	r.found(t, clean, nil)
	r = run("/1/")
	r.found(t, clean, nil)
	other.once(t, "GET /page")
	// A fragment that nobody asked for yet has the page read again, and what is
	// missing is never kept.
	r = run("/3/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/page#lost": link.FragmentNotFound})
	r = run("/3/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/page#lost": link.FragmentNotFound})
	if n := other.asked()["GET /page"]; n != 3 {
		t.Errorf("the page was asked for %d times, want 3", n)
	}
	// It may turn out that the page is gone. All links to it say so, and it is
	// forgotten.
	gone.Store(true)
	r = run("/2/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/page": link.Gone})
	if got := len(r.finding(t, other.URL+"/page").Occurrences); got != 4 {
		t.Errorf("%d places, want 4:\n%s", got, r.text)
	}
	if diff := cmp.Diff("linkvet.cache/1\n", cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
}

func TestLiveCacheIsNotOfTheSite(t *testing.T) {
	t.Parallel()
	pages := site{"/about": page("about")}
	s := serve(t, pages)
	other := serve(t, site{"/back": redirect(http.StatusFound, s.URL+"/docs/"), "/beside": redirect(http.StatusFound, s.URL+"/about")})
	pages["/docs/"] = page(links("/about", other.URL+"/back", other.URL+"/beside"))
	file := filepath.Join(t.TempDir(), "cache")
	r := check(t, "--allow-private", "--cache="+file, s.URL+"/docs/")
	r.found(t, clean, nil)
	if diff := cmp.Diff("linkvet.cache/1\n", cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
}

func TestLiveCacheKeepsNoSecrets(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	other := serve(t, site{"/ok?t=" + token: page("ok")})
	s := serve(t, site{"/": func(w http.ResponseWriter, r *http.Request) {
		page(links(other.URL+"/ok?t="+r.Header.Get("X-Token")))(w, r)
	}})
	file := filepath.Join(t.TempDir(), "cache")
	r := check(t, "--allow-private", "--cache="+file, "--header=X-Token: "+token, s.URL+"/")
	r.found(t, clean, nil)
	if diff := cmp.Diff("linkvet.cache/1\n", cacheLines(t, file)); diff != "" {
		t.Errorf("the cache (-want +got):\n%s", diff)
	}
}

func TestLiveCacheThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/ok": page("ok")})
	s := serve(t, site{"/": page(links(other.URL + "/ok"))})
	dir := t.TempDir()
	otherFile := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(otherFile, []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]string{
		otherFile:                         {"could not use", "notes.txt", "the file is unchanged", "its first line must be"},
		dir:                               {"could not read the cache", "it is not a regular file"},
		filepath.Join(otherFile, "below"): {"could not read the cache", "not a directory"},
	} {
		r := check(t, "--allow-private", "--cache="+file, s.URL+"/")
		r.found(t, clean, nil)
		says(t, r.notes, want...)
	}
	if src, err := os.ReadFile(otherFile); err != nil || string(src) != "mine\n" {
		t.Errorf("the file that is no cache holds %q now, %v", src, err)
	}
}

// Runs that share a cache may overlap.
func TestLiveCacheOfRunsAtOnce(t *testing.T) {
	t.Parallel()
	pages := site{}
	var all []string
	other := serve(t, pages)
	for _, name := range strings.Fields("a b c d e f g h i j") {
		pages["/"+name] = page(name)
		all = append(all, other.URL+"/"+name)
	}
	s := serve(t, site{"/": page(links(all...))})
	file := filepath.Join(t.TempDir(), "cache")
	args := []string{"--allow-private", "--cache=" + file, s.URL + "/"}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			r := check(t, args...)
			r.found(t, clean, nil)
			if len(r.notes) > 0 {
				t.Errorf("notes: %q", r.notes)
			}
		})
	}
	group.Wait()
	before := maps.Clone(other.asked())
	r := check(t, args...)
	r.found(t, clean, nil)
	if diff := cmp.Diff(before, other.asked()); diff != "" {
		t.Errorf("requests of a run after them (-before +after):\n%s", diff)
	}
}

func TestLiveCacheTTL(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/ok": page("ok")})
	s := serve(t, site{"/": page(links(other.URL + "/ok"))})
	file := filepath.Join(t.TempDir(), "cache")
	entry := func(age time.Duration) {
		t.Helper()
		src := "linkvet.cache/1\n" + other.URL + "/ok\t" + time.Now().Add(-age).UTC().Format(time.RFC3339) + "\t200\n"
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, tt := range []struct {
		age  time.Duration
		ttl  string
		asks bool
	}{
		{time.Hour, "24h", false},
		{25 * time.Hour, "24h", true},
		{time.Hour, "30m", true},
		{0, "0", true},
		{-time.Hour, "24h", true},
	} {
		entry(tt.age)
		before := other.asked()["HEAD /ok"]
		r := check(t, "--allow-private", "--cache="+file, "--cache-ttl="+tt.ttl, s.URL+"/")
		r.found(t, clean, nil)
		if asked := other.asked()["HEAD /ok"] > before; asked != tt.asks {
			t.Errorf("case %d: asked is %v", i, asked)
		}
	}
}

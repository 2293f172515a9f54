package target_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveExternalTargetsAreOnlyAskedFor(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/never")), "/a": livetest.Page(livetest.Links("/never"))})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL, other.URL+"/a#b", other.URL+"/a#c", other.URL+"/lost"))})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/lost": link.NotFound})
	// What does not exist for HEAD may exist for GET.
	want := map[string]int{"HEAD /": 1, "HEAD /a": 1, "HEAD /lost": 1, "GET /lost": 1}
	if diff := cmp.Diff(want, other.Asked()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestLiveExternalOff(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL+"/lost", "/lost") + `<img src="` + other.URL + `/a.png">`)})
	r := livetest.Check(t, "--allow-private", "--external=false", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	if got := r.Report.Stats.Skipped; got != 2 {
		t.Errorf("%d targets were skipped, want 2", got)
	}
	if asked := other.Asked(); len(asked) > 0 {
		t.Errorf("the other host was asked for %v", asked)
	}
}

func TestLivePrivateAddressesAreSkipped(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{})
	s := livetest.Serve(t, livetest.Site{
		"/":     livetest.Page(livetest.Links(other.URL+"/lost", "/away", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/")),
		"/away": livetest.Redirect(http.StatusFound, other.URL+"/secret"),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	if got := r.Report.Stats.Skipped; got != 4 {
		t.Errorf("%d targets were skipped, want 4:\n%s", got, r.Text)
	}
	livetest.Says(t, []string{r.Text}, "4 skipped (4 private-address)",
		`note: 4 targets lead to private addresses and are skipped, such as "/away"; to check them, set allow-private: true`)
	if asked := other.Asked(); len(asked) > 0 {
		t.Errorf("the private address was asked for %v", asked)
	}
}

func TestLiveHostConcurrency(t *testing.T) {
	t.Parallel()
	const limit = 3
	var inside, exceeded atomic.Int64
	content := livetest.Site{}
	var targets []string
	for i := range 12 {
		content[fmt.Sprintf("/%d", i)] = func(http.ResponseWriter, *http.Request) {
			if inside.Add(1) > limit {
				exceeded.Add(1)
			}
			time.Sleep(10 * time.Millisecond)
			inside.Add(-1)
		}
	}
	other := livetest.Serve(t, content)
	for path := range content {
		targets = append(targets, other.URL+path)
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(targets...))})
	r := livetest.Check(t, "--allow-private", fmt.Sprintf("--host-concurrency=%d", limit), s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	if got := exceeded.Load(); got > 0 {
		t.Errorf("%d times more than %d requests were in flight at once to one host", got, limit)
	}
}

func TestLiveExternalFragments(t *testing.T) {
	t.Parallel()
	const shell = `<div id="root"></div><script src="/app.js"></script>`
	other := livetest.Serve(t, livetest.Site{
		"/readme": livetest.Page(`<a id="user-content-install"></a>` + livetest.Links("/never")), "/o/r/blob/main/a.go": livetest.Page("code"),
		"/app": livetest.Page(shell), "/doc.pdf": livetest.Typed("application/pdf", "pdf"), "/text": livetest.Typed("text/plain", "text"),
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links(other.URL+"/readme#install", other.URL+"/readme#lost", other.URL+"/readme#:~:text=install", other.URL+"/readme#top",
			other.URL+"/o/r/blob/main/a.go#L10-L20", other.URL+"/app#route", other.URL+"/app#install:~:text=x", other.URL+"/doc.pdf#page=2",
			other.URL+"/text#x", "/own#install", "/app#here")),
		"/own":    livetest.Page(`<a id="user-content-install"></a>`),
		"/app":    livetest.Page(shell),
		"/app.js": livetest.Typed("text/javascript", ""),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		other.URL + "/readme#lost": link.FragmentNotFound, other.URL + "/app#route": link.FragmentNotFound,
		other.URL + "/app#install": link.FragmentNotFound,
		// The site's own pages are read as they are served.
		"/own#install": link.FragmentNotFound, "/app#here": link.FragmentNotFound,
	})
	for target, want := range map[string]link.Verdict{
		other.URL + "/readme#lost": link.Broken, other.URL + "/app#route": link.Unverified, other.URL + "/app#install": link.Unverified,
		"/own#install": link.Broken,
	} {
		if got := r.Finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
	livetest.Says(t, []string{r.Finding(t, other.URL+"/app#route").Message}, "in the HTML", "a script may add it")
	other.Once(t, "GET /readme")
	other.Never(t, "HEAD /never", "GET /never")
}

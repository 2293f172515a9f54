package crawl_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLivePageThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/slow", "/reset", "/lost")),
		"/slow":  livetest.Hang,
		"/reset": livetest.Reset,
	})
	r := livetest.Check(t, "--retries=0", livetest.Timeout(t, "/slow", 200*time.Millisecond), "--max-unread=2", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/slow": link.Timeout, "/reset": link.ConnectionFailed, "/lost": link.NotFound,
	})
	livetest.Says(t, r.Notes, "2 pages of the site did not answer")
	if got := r.Finding(t, "/slow").Verdict; got != link.Unverified {
		t.Errorf("a page that is slow is %s", got)
	}
}

func TestLiveResetIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/reset", "/cut")),
		"/reset": livetest.InTurn(livetest.Reset, livetest.Page("back")),
		"/cut":   livetest.InTurn(livetest.Cut(http.StatusOK, livetest.Links("/lost")), livetest.Page("whole")),
	})
	r := livetest.Check(t, "--retries=1", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 3)
}

func TestLiveCutPageIsAFailureOfThatPage(t *testing.T) {
	t.Parallel()
	trickle := func(w http.ResponseWriter, r *http.Request) {
		livetest.Page(livetest.Links("/lost/2"))(w, r)
		w.(http.Flusher).Flush()
		livetest.Hang(w, r)
	}
	s := livetest.Serve(t, livetest.Site{
		"/":        livetest.Page(livetest.Links("/cut#there", "/cut#nowhere", "/trickle", "/whole")),
		"/cut":     livetest.Cut(http.StatusOK, `<p id="there">`+livetest.Links("/lost/1", "/whole#nowhere")+`<a href="/ha`),
		"/trickle": trickle,
		"/whole":   livetest.Page(livetest.Links("/lost/3")),
	})
	livetest.Within(t, 200*time.Millisecond, func(limit time.Duration) (inTime bool) {
		r := livetest.Check(t, "--retries=0", livetest.Timeout(t, "/trickle", limit), s.URL+"/")
		if _, begun := r.Reasons()["/lost/2"]; !begun {
			return false
		}
		// An anchor that the rest of the page may hold is not called missing.
		r.Found(t, livetest.Incomplete, map[string]link.Reason{
			"/cut": link.ConnectionFailed, "/trickle": link.Timeout,
			"/lost/1": link.NotFound, "/lost/2": link.NotFound, "/lost/3": link.NotFound,
			"/whole#nowhere": link.FragmentNotFound,
		})
		livetest.Says(t, r.Problems, "2 of 4 pages could not be read", "/cut (", "incomplete after", "/trickle (")
		r.Pages(t, 4)
		return true
	})
}

// TestLiveFragmentsPastTheLimit links to ids of a large page elsewhere, of which linkvet reads
// the first 8 MiB: an id that the rest may have is not called missing.
func TestLiveFragmentsPastTheLimit(t *testing.T) {
	t.Parallel()
	large := `<p id="first"><!--` + strings.Repeat(" ", 8<<20) + `--><p id="last">`
	other := livetest.Serve(t, livetest.Site{"/large": livetest.Page(large), "/small": livetest.Page(`<p id="first">`)})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL+"/large#first", other.URL+"/large#last", other.URL+"/small#last"))})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/small#last": link.FragmentNotFound})
}

func TestLiveCutErrorPageIsNoPage(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/lost")), "/lost": livetest.Cut(http.StatusNotFound, livetest.Links("/home"))})
	r := livetest.Check(t, "--retries=0", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 1)
	s.Never(t, "GET /home")
}

func TestLiveRefusedPort(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/away", livetest.Refusing+"/x")), "/away": livetest.Redirect(http.StatusFound, livetest.Refusing+"/y"),
	})
	r := livetest.Check(t, "--retries=0", "--allow-private", s.URL+"/")
	// Refused by another host, it may be up again tomorrow.
	r.Found(t, livetest.Clean, map[string]link.Reason{"/away": link.ConnectionRefused, livetest.Refusing + "/x": link.ConnectionRefused})
}

package crawl_test

import (
	"context"
	"fmt"
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

// numbered is a site of a start page and n pages that all answer so.
func numbered(n int, answer http.HandlerFunc) livetest.Site {
	pages := livetest.Site{}
	var targets []string
	for i := range n {
		path := fmt.Sprintf("/p%02d", i)
		pages[path] = answer
		targets = append(targets, path)
	}
	pages["/"] = livetest.Page(livetest.Links(targets...))
	return pages
}

func TestLiveUnreadPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"no answer": {answer: livetest.Hang, says: []string{"30 of 31 pages could not be read", "no answer within", " /p02 ("}},
		"reset":     {answer: livetest.Reset, says: []string{"30 of 31 pages could not be read", "connection reset"}},
		"503":       {answer: livetest.Status(http.StatusServiceUnavailable), says: []string{"30 of 31 pages could not be read", "status 503"}},
		"cut":       {answer: livetest.Cut(http.StatusOK, "<p>begun"), says: []string{"30 of 31 pages could not be read", "body is incomplete"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := livetest.Serve(t, numbered(30, tt.answer))
			timeout := time.Minute
			if name == "no answer" {
				timeout = 100 * time.Millisecond
			}
			r := livetest.Check(t, "--retries=0", livetest.Timeout(t, "/p*", timeout), "--concurrency=100", s.URL+"/")
			if r.Status != livetest.Incomplete || r.Report.Stats.Pages == 0 {
				t.Errorf("exit status %d after %d pages", r.Status, r.Report.Stats.Pages)
			}
			livetest.Says(t, r.Problems, append(tt.says, "max-unread allows 0", "timeout", "concurrency")...)
		})
	}
}

func TestLiveUnreadPageThatAlwaysAnswers429(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, numbered(1, livetest.Status(http.StatusTooManyRequests)))
	r := livetest.Check(t, "--retries=0", s.URL+"/")
	r.Found(t, livetest.Incomplete, map[string]link.Reason{"/p00": link.RateLimited})
	livetest.Says(t, r.Problems, "1 of 2 pages could not be read", "/p00 (too many requests (status 429))")
}

func TestLiveUnreadPagesThatNobodyWasToRead(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":          livetest.Page(livetest.Links("/error.pdf", "/skipped/error", "/ok/error", "/accepted", "/far", "/gone", "/teapot") + `<img src="/error"><link rel=stylesheet href="/error.css">`),
		"/error.pdf": livetest.Status(http.StatusInternalServerError), "/error": livetest.Status(http.StatusInternalServerError),
		"/error.css": livetest.Status(http.StatusInternalServerError), "/skipped/error": livetest.Status(http.StatusInternalServerError),
		"/ok/error": livetest.Status(http.StatusInternalServerError), "/accepted": livetest.Status(http.StatusBadGateway),
		"/far": livetest.Page(livetest.Links("/far/error")), "/far/error": livetest.Status(http.StatusInternalServerError),
		"/gone": livetest.Status(http.StatusGone), "/teapot": livetest.Status(http.StatusTeapot),
	})
	r := livetest.Check(t, "--retries=0", "--max-depth=1", "--exclude-pages=/skipped/**", "--accept=502", "--exclude=/ok/**", s.URL+"/")
	if r.Status != livetest.Failed || len(r.Problems) > 0 {
		t.Errorf("exit status %d:\n%s", r.Status, r.Text)
	}
}

func TestLiveUnreadPagesOfASitemap(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{"/": livetest.Page("home"), "/a": livetest.Reset, "/b.pdf": livetest.Reset}
	s := livetest.Serve(t, pages)
	s.ServeWithOrigin(pages, "/sitemap.xml", func(origin string) http.HandlerFunc {
		return livetest.XML(livetest.Sitemap(origin+"/a", origin+"/b.pdf"))
	})
	r := livetest.Check(t, "--retries=0", s.URL+"/")
	r.Found(t, livetest.Incomplete, map[string]link.Reason{"/a": link.ConnectionFailed, "/b.pdf": link.ConnectionFailed})
	livetest.Says(t, r.Problems, "1 of 2 pages could not be read", "/a (connection reset)")
}

func TestLiveUnreadPagesBehindOtherHosts(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/down": livetest.Status(http.StatusBadGateway)})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/out")), "/out": livetest.Redirect(http.StatusFound, other.URL+"/down")})
	r := livetest.Check(t, "--retries=0", "--allow-private", s.URL+"/")
	// What another host answers is not about a page of the site.
	r.Found(t, livetest.Clean, map[string]link.Reason{"/out": link.ServerError})
}

func TestLiveNotReachedIsNotUnread(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := livetest.Serve(t, numbered(20, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	r := livetest.CheckIn(ctx, t, nil, "--retries=0", s.URL+"/")
	if r.Status != livetest.Incomplete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the run ended early") {
		t.Errorf("exit status %d with the problems %q", r.Status, r.Problems)
	}
}

package cli_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// numbered is a site of a start page and n pages that all answer so.
func numbered(n int, answer http.HandlerFunc) site {
	pages := site{}
	var targets []string
	for i := range n {
		path := fmt.Sprintf("/p%02d", i)
		pages[path] = answer
		targets = append(targets, path)
	}
	pages["/"] = page(links(targets...))
	return pages
}

func TestLiveUnreadPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"no answer": {hang, []string{"60 of 61 pages did not answer", ": /p00", "no answer within", "57 more", " /p02 ("}},
		"reset":     {reset, []string{"60 of 61 pages did not answer", "connection reset"}},
		"503":       {status(http.StatusServiceUnavailable), []string{"60 of 61 pages could not be read", "status 503"}},
		"cut":       {cut(http.StatusOK, "<p>begun"), []string{"60 of 61 pages could not be read", "body is incomplete"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, numbered(60, tt.answer))
			r := check(t, "--retries=0", "--timeout=3s", "--concurrency=100", s.URL+"/")
			if r.status != incomplete || r.report.Stats.Pages == 0 {
				t.Errorf("exit status %d after %d pages", r.status, r.report.Stats.Pages)
			}
			says(t, r.problems, append(tt.says, "max-unread allows 0", "timeout", "concurrency")...)
		})
	}
}

func TestLiveUnreadPageThatAlwaysAnswers429(t *testing.T) {
	t.Parallel()
	pages := numbered(9, page("fine"))
	pages["/p03"] = status(http.StatusTooManyRequests)
	s := serve(t, pages)
	r := check(t, "--retries=0", s.URL+"/")
	r.found(t, incomplete, map[string]link.Reason{"/p03": link.RateLimited})
	r.pages(t, 9)
	says(t, r.problems, "1 of 10 pages could not be read", "/p03 (too many requests (status 429))")
}

func TestLiveUnreadPagesWithinTheLimit(t *testing.T) {
	t.Parallel()
	pages := numbered(19, page("fine"))
	pages["/p03"], pages["/p04"] = status(http.StatusInternalServerError), reset
	s := serve(t, pages)
	for limit, want := range map[string]int{"0": incomplete, "1": incomplete, "9%": incomplete, "2": failed, "10%": failed} {
		r := check(t, "--retries=0", "--max-unread="+limit, s.URL+"/")
		r.found(t, want, map[string]link.Reason{"/p03": link.ServerError, "/p04": link.ConnectionFailed})
		if want == incomplete {
			says(t, r.problems, "2 of 20 pages did not answer", "max-unread allows "+limit, "/p03 (status 500", "/p04 (connection reset)")
		} else {
			says(t, r.notes, "2 pages of the site did not answer")
		}
		if got := r.finding(t, "/p04").Verdict; got != link.Unverified {
			t.Errorf("a page that resets every connection is %s", got)
		}
	}
}

func TestLiveUnreadPagesThatNobodyWasToRead(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":          page(links("/error.pdf", "/skipped/error", "/ok/error", "/accepted", "/far", "/gone", "/teapot") + `<img src="/error"><link rel=stylesheet href="/error.css">`),
		"/error.pdf": status(http.StatusInternalServerError), "/error": status(http.StatusInternalServerError),
		"/error.css": status(http.StatusInternalServerError), "/skipped/error": status(http.StatusInternalServerError),
		"/ok/error": status(http.StatusInternalServerError), "/accepted": status(http.StatusBadGateway),
		"/far": page(links("/far/error")), "/far/error": status(http.StatusInternalServerError),
		"/gone": status(http.StatusGone), "/teapot": status(http.StatusTeapot),
	})
	r := check(t, "--retries=0", "--max-depth=1", "--exclude-pages=/skipped/**", "--accept=502", "--exclude=/ok/**", s.URL+"/")
	if r.status != failed || len(r.problems) > 0 {
		t.Errorf("exit status %d:\n%s", r.status, r.text)
	}
}

func TestLiveUnreadPagesOfASitemap(t *testing.T) {
	t.Parallel()
	pages := site{"/": page("home"), "/a": reset, "/b.pdf": reset}
	s := serve(t, pages)
	s.serveWithOrigin(pages, "/sitemap.xml", func(origin string) http.HandlerFunc {
		return xml(urlset(origin+"/a", origin+"/b.pdf"))
	})
	r := check(t, "--retries=0", s.URL+"/")
	r.found(t, incomplete, map[string]link.Reason{"/a": link.ConnectionFailed, "/b.pdf": link.ConnectionFailed})
	says(t, r.problems, "1 of 2 pages did not answer", "/a (connection reset)")
}

func TestLiveUnreadPagesBehindOtherHosts(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/down": status(http.StatusBadGateway)})
	s := serve(t, site{"/": page(links("/out")), "/out": redirect(http.StatusFound, other.URL+"/down")})
	r := check(t, "--retries=0", "--allow-private", s.URL+"/")
	// What another host answers is not about a page of the site.
	r.found(t, clean, map[string]link.Reason{"/out": link.ServerError})
}

func TestLiveNotReachedIsNotUnread(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, numbered(20, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	r := checkIn(ctx, t, nil, "--retries=0", s.URL+"/")
	if r.status != incomplete || len(r.problems) != 1 || !strings.Contains(r.problems[0], "the run ended early") {
		t.Errorf("exit status %d with the problems %q", r.status, r.problems)
	}
}

package cli_test

import (
	"fmt"
	"net"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// reset ends the connection as a crashed server does.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// cut answers with a document of which only the head arrives.
func cut(code int, head string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "100000")
		w.WriteHeader(code)
		fmt.Fprint(w, head)
	}
}

func TestLivePageThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/slow", "/reset", "/lost")),
		"/slow":  hang,
		"/reset": reset,
	})
	r := check(t, "--retries=0", "--timeout=1s", "--max-unread=2", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/slow": link.Timeout, "/reset": link.ConnectionFailed, "/lost": link.NotFound,
	})
	says(t, r.notes, "2 pages of the site did not answer")
	if got := r.finding(t, "/slow").Verdict; got != link.Unverified {
		t.Errorf("a page that is slow is %s", got)
	}
}

func TestLiveResetIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/reset", "/cut")),
		"/reset": inTurn(reset, page("back")),
		"/cut":   inTurn(cut(http.StatusOK, links("/lost")), page("whole")),
	})
	r := check(t, "--retries=1", s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 3)
}

func TestLiveCutPageIsAFailureOfThatPage(t *testing.T) {
	t.Parallel()
	trickle := func(w http.ResponseWriter, r *http.Request) {
		page(links("/lost/2"))(w, r)
		w.(http.Flusher).Flush()
		hang(w, r)
	}
	s := serve(t, site{
		"/":        page(links("/cut#there", "/cut#nowhere", "/trickle", "/whole")),
		"/cut":     cut(http.StatusOK, `<p id="there">`+links("/lost/1", "/whole#nowhere")+`<a href="/ha`),
		"/trickle": trickle,
		"/whole":   page(links("/lost/3")),
	})
	r := check(t, "--retries=0", "--timeout=1s", s.URL+"/")
	// An anchor that the rest of the page may hold is not called missing.
	r.found(t, incomplete, map[string]link.Reason{
		"/cut": link.ConnectionFailed, "/trickle": link.Timeout,
		"/lost/1": link.NotFound, "/lost/2": link.NotFound, "/lost/3": link.NotFound,
		"/whole#nowhere": link.FragmentNotFound,
	})
	says(t, r.problems, "2 of 4 pages could not be read", "/cut (", "incomplete after")
	says(t, r.problems, "/trickle (")
	r.pages(t, 4)
}

func TestLiveCutErrorPageIsNoPage(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page(links("/lost")), "/lost": cut(http.StatusNotFound, links("/home"))})
	r := check(t, "--retries=0", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 1)
	s.never(t, "GET /home")
}

func TestLiveRefusedPort(t *testing.T) {
	t.Parallel()
	dead := serve(t, nil)
	dead.Close()
	s := serve(t, site{"/": page(links("/away", dead.URL+"/x")), "/away": redirect(http.StatusFound, dead.URL+"/y")})
	r := check(t, "--retries=0", "--allow-private", s.URL+"/")
	// Refused by another host, it may be up again tomorrow.
	r.found(t, clean, map[string]link.Reason{"/away": link.ConnectionRefused, dead.URL + "/x": link.ConnectionRefused})
}

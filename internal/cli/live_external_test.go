package cli_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// onlyGet refuses HEAD as a server does.
func onlyGet(refuse, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			refuse(w, r)
			return
		}
		answer(w, r)
	}
}

func TestLiveExternalTargetsAreOnlyAskedFor(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/": page(links("/never")), "/a": page(links("/never"))})
	s := serve(t, site{"/": page(links(other.URL, other.URL+"/a#b", other.URL+"/a#c", other.URL+"/lost"))})
	r := check(t, "--allow-private", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/lost": link.NotFound})
	// What does not exist for HEAD may exist for GET.
	want := map[string]int{"HEAD /": 1, "HEAD /a": 1, "HEAD /lost": 1, "GET /lost": 1}
	if diff := cmp.Diff(want, other.asked()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestLiveExternalFragments(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/a": page(`<p id="b">` + links("/never")), "/doc.pdf": typed("application/pdf", "pdf")})
	s := serve(t, site{"/": page(links(other.URL+"/a#b", other.URL+"/a#c", other.URL+"/doc.pdf#page=2"))})
	r := check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/a#c": link.FragmentNotFound})
	r.pages(t, 1)
	other.once(t, "GET /a")
	other.never(t, "HEAD /never", "GET /never")
}

func TestLiveHostThatRefusesHEAD(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]http.HandlerFunc{
		"405": status(http.StatusMethodNotAllowed), "501": status(http.StatusNotImplemented),
		"403": status(http.StatusForbidden), "404": status(http.StatusNotFound),
		"500": status(http.StatusInternalServerError), "reset": reset,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other := serve(t, site{"/a": onlyGet(refuse, page("a")), "/b": onlyGet(refuse, status(http.StatusGone))})
			// The site's own pictures are asked for in the same way.
			s := serve(t, site{
				"/":      page(links(other.URL+"/a", other.URL+"/b") + `<img src="/a.png">`),
				"/a.png": onlyGet(refuse, typed("image/png", "png")),
			})
			r := check(t, "--allow-private", "--retries=0", s.URL+"/")
			r.found(t, failed, map[string]link.Reason{other.URL + "/b": link.Gone})
		})
	}
}

func TestLiveExternalOff(t *testing.T) {
	t.Parallel()
	other := serve(t, site{})
	s := serve(t, site{"/": page(links(other.URL+"/lost", "/lost") + `<img src="` + other.URL + `/a.png">`)})
	r := check(t, "--allow-private", "--external=false", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	if got := r.report.Stats.Skipped; got != 2 {
		t.Errorf("%d targets were skipped, want 2", got)
	}
	if asked := other.asked(); len(asked) > 0 {
		t.Errorf("the other host was asked for %v", asked)
	}
}

func TestLivePrivateAddressesAreSkipped(t *testing.T) {
	t.Parallel()
	other := serve(t, site{})
	s := serve(t, site{
		"/":     page(links(other.URL+"/lost", "/away", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/")),
		"/away": redirect(http.StatusFound, other.URL+"/secret"),
	})
	r := check(t, s.URL+"/")
	r.found(t, clean, nil)
	if got := r.report.Stats.Skipped; got != 4 {
		t.Errorf("%d targets were skipped, want 4:\n%s", got, r.text)
	}
	says(t, []string{r.text}, "4 skipped (4 private-address)",
		`note: 4 targets lead to private addresses and are skipped, such as "/away"; to check them, set allow-private: true`)
	if asked := other.asked(); len(asked) > 0 {
		t.Errorf("the private address was asked for %v", asked)
	}
}

func TestLiveHostConcurrency(t *testing.T) {
	t.Parallel()
	const most = 3
	var begun, inside, exceeded atomic.Int64
	full := make(chan struct{})
	content := site{}
	body := ""
	for i := range 12 {
		content[fmt.Sprintf("/%d", i)] = func(http.ResponseWriter, *http.Request) {
			// A host is asked carefully before it has answered.
			if begun.Add(1) < most {
				return
			}
			defer inside.Add(-1)
			switch now := inside.Add(1); {
			case now > most:
				exceeded.Add(1)
			case now == most:
				// All leave together, once a further one has had the time to come.
				time.Sleep(30 * time.Millisecond)
				select {
				case <-full:
				default:
					close(full)
				}
			}
			<-full
		}
	}
	other := serve(t, content)
	for i := range 12 {
		body += links(fmt.Sprintf("%s/%d", other.URL, i))
	}
	s := serve(t, site{"/": page(body)})
	r := check(t, "--allow-private", fmt.Sprintf("--host-concurrency=%d", most), s.URL+"/")
	r.found(t, clean, nil)
	if got := exceeded.Load(); got > 0 {
		t.Errorf("%d times more than %d requests were in flight at once to one host", got, most)
	}
}

func TestLiveExternalFragmentsThatScriptsAnswerFor(t *testing.T) {
	t.Parallel()
	const shell = `<div id="root"></div><script src="/app.js"></script>`
	other := serve(t, site{
		"/readme": page(`<a id="user-content-install"></a>`), "/o/r/blob/main/a.go": page("code"),
		"/app": page(shell), "/doc.pdf": typed("application/pdf", "pdf"), "/text": typed("text/plain", "text"),
	})
	s := serve(t, site{
		"/": page(links(other.URL+"/readme#install", other.URL+"/readme#lost", other.URL+"/readme#:~:text=install", other.URL+"/readme#top",
			other.URL+"/o/r/blob/main/a.go#L10-L20", other.URL+"/app#route", other.URL+"/app#install:~:text=x", other.URL+"/doc.pdf#page=2",
			other.URL+"/text#x", "/own#install", "/app#here")),
		"/own":    page(`<a id="user-content-install"></a>`),
		"/app":    page(shell),
		"/app.js": typed("text/javascript", ""),
	})
	r := check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		other.URL + "/readme#lost": link.FragmentNotFound, other.URL + "/app#route": link.FragmentNotFound,
		other.URL + "/app#install": link.FragmentNotFound,
		// The site's own pages are read as they are served.
		"/own#install": link.FragmentNotFound, "/app#here": link.FragmentNotFound,
	})
	for target, want := range map[string]link.Verdict{
		other.URL + "/readme#lost": link.Broken, other.URL + "/app#route": link.Unverified, other.URL + "/app#install": link.Unverified,
		"/own#install": link.Broken,
	} {
		if got := r.finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
	says(t, []string{r.finding(t, other.URL+"/app#route").Message}, "in the HTML", "a script may add it")
}

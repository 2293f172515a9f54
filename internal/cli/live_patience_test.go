package cli_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
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

func TestLivePageThatIsBackOnTheSecondLook(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/flaky", "/flaky#a", "/dead")),
		"/flaky": failing(http.StatusServiceUnavailable, 3, page(`<p id="a">`+links("/deeper", "/lost"))),
		// Found only then, and flaky too.
		"/deeper": failing(http.StatusBadGateway, 3, page(links("/lost"))),
		"/dead":   failing(http.StatusBadGateway, 99, nil),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/dead": link.ServerError, "/lost": link.NotFound})
	r.pages(t, 3)
	if got := len(r.finding(t, "/lost").Occurrences); got != 2 {
		t.Errorf("/lost is reported at %d places, want 2", got)
	}
	if n := s.asked()["GET /dead"]; n != 4 {
		t.Errorf("/dead was asked for %d times, want 3 tries and a second look", n)
	}
}

func TestLivePageThatIsBackUnderMaxPages(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/flaky", "/next")),
		"/flaky": failing(http.StatusServiceUnavailable, 3, page("flaky")),
		"/next":  page("next"),
	})
	r := check(t, "--max-pages=2", s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 2)
}

func TestLiveHostThatSaysNoForLong(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/a": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
	}})
	s := serve(t, site{"/": page(links(other.URL+"/a", other.URL+"/a?1", other.URL+"/a?2"))})
	r := check(t, "--allow-private", "--host-concurrency=1", s.URL+"/")
	r.found(t, clean, map[string]link.Reason{
		other.URL + "/a": link.RateLimited, other.URL + "/a?1": link.RateLimited, other.URL + "/a?2": link.RateLimited,
	})
	all := 0
	for _, n := range other.asked() {
		all += n
	}
	if all != 1 {
		t.Errorf("the host was asked %d times, want once", all)
	}
}

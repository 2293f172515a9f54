package cli_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLiveStatuses(t *testing.T) {
	t.Parallel()
	denied := status(http.StatusForbidden)
	// The same answers mean other things on the site than elsewhere.
	answers := site{
		"/404":  status(http.StatusNotFound),
		"/410":  status(http.StatusGone),
		"/418":  status(http.StatusTeapot),
		"/501":  status(http.StatusNotImplemented),
		"/401":  status(http.StatusUnauthorized),
		"/403":  denied,
		"/429":  status(http.StatusTooManyRequests),
		"/451":  status(http.StatusUnavailableForLegalReasons),
		"/999":  status(999),
		"/wall": status(http.StatusServiceUnavailable, "Cf-Mitigated", "challenge"),
		"/204":  status(http.StatusNoContent),
	}
	other := serve(t, answers)
	pages := site{"/": page(links("/404", "/410", "/418", "/501", "/401", "/403", "/429", "/451", "/999", "/wall", "/204",
		other.URL+"/404", other.URL+"/410", other.URL+"/418", other.URL+"/501", other.URL+"/403", other.URL+"/429", other.URL+"/204"))}
	for path, answer := range answers {
		pages[path] = answer
	}
	s := serve(t, pages)
	r := check(t, "--retries=0", "--max-unread=3", "--allow-private", s.URL+"/")
	want := map[string]link.Reason{
		"/404": link.NotFound, "/410": link.Gone, "/418": link.HTTPError, "/501": link.ServerError,
		"/401": link.Blocked, "/403": link.Blocked, "/451": link.Blocked, "/999": link.Blocked, "/wall": link.Blocked,
		"/429":             link.RateLimited,
		other.URL + "/404": link.NotFound, other.URL + "/410": link.Gone,
		other.URL + "/418": link.HTTPError, other.URL + "/501": link.ServerError,
		other.URL + "/403": link.Blocked, other.URL + "/429": link.RateLimited,
	}
	r.found(t, failed, want)
	for target, verdict := range map[string]link.Verdict{
		"/404": link.Broken, "/418": link.Broken, "/501": link.Broken, "/429": link.Unverified, "/999": link.Unverified,
		other.URL + "/410": link.Broken, other.URL + "/418": link.Unverified, other.URL + "/501": link.Unverified,
	} {
		if got := r.finding(t, target).Verdict; got != verdict {
			t.Errorf("%s is %s, want %s", target, got, verdict)
		}
	}
	if got := r.finding(t, "/410").Status; got != http.StatusGone {
		t.Errorf("the status of /410 is %d", got)
	}
}

func TestLiveUnverifiedFailsNoRun(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page(links("/closed")), "/closed": status(http.StatusForbidden)})
	want := map[string]link.Reason{"/closed": link.Blocked}
	r := check(t, s.URL+"/")
	r.found(t, clean, want)
	says(t, r.notes, "1 page of the site denied access")
	strict := check(t, "--fail-on=unverified", s.URL+"/")
	strict.found(t, failed, want)
}

func TestLiveFailureThatPasses(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/error", "/soon", "/busy")),
		"/error": inTurn(status(http.StatusInternalServerError), page(links("/lost"))),
		"/soon":  inTurn(status(http.StatusServiceUnavailable, "Retry-After", "1"), page("back")),
		"/busy":  inTurn(status(http.StatusTooManyRequests), page("back")),
	})
	began := time.Now()
	r := check(t, "--retries=1", s.URL+"/")
	// What a page holds counts though its first answer failed.
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 4)
	if asked := s.asked()["GET /error"]; asked != 2 {
		t.Errorf("/error was asked for %d times, want twice", asked)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("it took %v, though a page asked to come back after a second", took)
	}
}

func TestLiveLongRetryAfterIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":         page(links("/tomorrow", "/later")),
		"/tomorrow": status(http.StatusServiceUnavailable, "Retry-After", "86400"),
		"/later":    status(http.StatusTooManyRequests, "Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)),
	})
	r := check(t, "--max-unread=2", s.URL+"/")
	r.found(t, clean, map[string]link.Reason{"/tomorrow": link.RateLimited, "/later": link.RateLimited})
	s.once(t, "GET /tomorrow", "GET /later")
}

func TestLiveAccept(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":           page(links("/teapot", "/members/in", "/open", "/down")),
		"/teapot":     status(http.StatusTeapot),
		"/members/in": typedStatus(http.StatusForbidden, links("/lost")),
		"/open":       status(http.StatusForbidden),
		"/down":       status(http.StatusBadGateway),
	})
	for name, tt := range map[string]struct {
		accept []string
		want   map[string]link.Reason
	}{
		"none": {nil, map[string]link.Reason{
			"/teapot": link.HTTPError, "/members/in": link.Blocked, "/open": link.Blocked, "/down": link.ServerError,
		}},
		"statuses": {[]string{"--accept=418, 403, 5xx"}, map[string]link.Reason{"/lost": link.NotFound}},
		"pattern": {[]string{"--accept=/members/**=403"}, map[string]link.Reason{
			"/teapot": link.HTTPError, "/open": link.Blocked, "/down": link.ServerError, "/lost": link.NotFound,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := check(t, append(tt.accept, "--retries=0", "--max-unread=1", s.URL+"/")...)
			r.found(t, failed, tt.want)
		})
	}
}

// typedStatus answers with a status and an HTML document all the same.
func typedStatus(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

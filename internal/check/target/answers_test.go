package target_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveStatuses(t *testing.T) {
	t.Parallel()
	denied := livetest.Status(http.StatusForbidden)
	// The same answers mean other things on the site than elsewhere.
	answers := livetest.Site{
		"/404":  livetest.Status(http.StatusNotFound),
		"/410":  livetest.Status(http.StatusGone),
		"/418":  livetest.Status(http.StatusTeapot),
		"/501":  livetest.Status(http.StatusNotImplemented),
		"/401":  livetest.Status(http.StatusUnauthorized),
		"/403":  denied,
		"/429":  livetest.Status(http.StatusTooManyRequests),
		"/451":  livetest.Status(http.StatusUnavailableForLegalReasons),
		"/999":  livetest.Status(999),
		"/wall": livetest.Status(http.StatusServiceUnavailable, "Cf-Mitigated", "challenge"),
		"/204":  livetest.Status(http.StatusNoContent),
	}
	other := livetest.Serve(t, answers)
	pages := livetest.Site{"/": livetest.Page(livetest.Links("/404", "/410", "/418", "/501", "/401", "/403", "/429", "/451", "/999", "/wall", "/204",
		other.URL+"/404", other.URL+"/410", other.URL+"/418", other.URL+"/501", other.URL+"/403", other.URL+"/429", other.URL+"/204"))}
	for path, answer := range answers {
		pages[path] = answer
	}
	s := livetest.Serve(t, pages)
	r := livetest.Check(t, "--retries=0", "--max-unread=3", "--allow-private", s.URL+"/")
	want := map[string]link.Reason{
		"/404": link.NotFound, "/410": link.Gone, "/418": link.HTTPError, "/501": link.ServerError,
		"/401": link.Blocked, "/403": link.Blocked, "/451": link.Blocked, "/999": link.Blocked, "/wall": link.Blocked,
		"/429":             link.RateLimited,
		other.URL + "/404": link.NotFound, other.URL + "/410": link.Gone,
		other.URL + "/418": link.HTTPError, other.URL + "/501": link.ServerError,
		other.URL + "/403": link.Blocked, other.URL + "/429": link.RateLimited,
	}
	r.Found(t, livetest.Failed, want)
	for target, verdict := range map[string]link.Verdict{
		"/404": link.Broken, "/418": link.Broken, "/501": link.Broken, "/429": link.Unverified, "/999": link.Unverified,
		other.URL + "/410": link.Broken, other.URL + "/418": link.Unverified, other.URL + "/501": link.Unverified,
	} {
		if got := r.Finding(t, target).Verdict; got != verdict {
			t.Errorf("%s is %s, want %s", target, got, verdict)
		}
	}
	if got := r.Finding(t, "/410").Status; got != http.StatusGone {
		t.Errorf("the status of /410 is %d", got)
	}
}

func TestLiveUnverifiedFailsNoRun(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/closed")), "/closed": livetest.Status(http.StatusForbidden)})
	want := map[string]link.Reason{"/closed": link.Blocked}
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, want)
	livetest.Says(t, r.Notes, "1 page of the site denied access")
	strict := livetest.Check(t, "--fail-on=unverified", s.URL+"/")
	strict.Found(t, livetest.Failed, want)
}

func TestLiveFailureThatPasses(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/error", "/soon", "/busy")),
		"/error": livetest.InTurn(livetest.Status(http.StatusInternalServerError), livetest.Page(livetest.Links("/lost"))),
		"/soon":  livetest.InTurn(livetest.Status(http.StatusServiceUnavailable, "Retry-After", "1"), livetest.Page("back")),
		"/busy":  livetest.InTurn(livetest.Status(http.StatusTooManyRequests), livetest.Page("back")),
	})
	began := time.Now()
	r := livetest.Check(t, "--retries=1", s.URL+"/")
	// What a page holds counts though its first answer failed.
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 4)
	if asked := s.Asked()["GET /error"]; asked != 2 {
		t.Errorf("/error was asked for %d times, want twice", asked)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("it took %v, though a page asked to come back after a second", took)
	}
}

func TestLiveLongRetryAfterIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":         livetest.Page(livetest.Links("/tomorrow", "/later")),
		"/tomorrow": livetest.Status(http.StatusServiceUnavailable, "Retry-After", "86400"),
		"/later":    livetest.Status(http.StatusTooManyRequests, "Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)),
	})
	r := livetest.Check(t, "--max-unread=2", s.URL+"/")
	r.Found(t, livetest.Clean, map[string]link.Reason{"/tomorrow": link.RateLimited, "/later": link.RateLimited})
	s.Once(t, "GET /tomorrow", "GET /later")
}

func TestLiveAccept(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":           livetest.Page(livetest.Links("/teapot", "/members/in", "/open", "/down")),
		"/teapot":     livetest.Status(http.StatusTeapot),
		"/members/in": livetest.TypedStatus(http.StatusForbidden, livetest.Links("/lost")),
		"/open":       livetest.Status(http.StatusForbidden),
		"/down":       livetest.Status(http.StatusBadGateway),
	})
	for name, tt := range map[string]struct {
		accept []string
		want   map[string]link.Reason
	}{
		"none": {accept: nil, want: map[string]link.Reason{
			"/teapot": link.HTTPError, "/members/in": link.Blocked, "/open": link.Blocked, "/down": link.ServerError,
		}},
		"statuses": {accept: []string{"--accept=418, 403, 5xx"}, want: map[string]link.Reason{"/lost": link.NotFound}},
		"pattern": {accept: []string{"--accept=/members/**=403"}, want: map[string]link.Reason{
			"/teapot": link.HTTPError, "/open": link.Blocked, "/down": link.ServerError, "/lost": link.NotFound,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := livetest.Check(t, append(tt.accept, "--retries=0", "--max-unread=1", s.URL+"/")...)
			r.Found(t, livetest.Failed, tt.want)
		})
	}
}

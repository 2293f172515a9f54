package target_test

import (
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// The same answers mean other things on the site than elsewhere.
func TestStatuses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const other = "http://other.test"
		answers := livetest.Site{
			"/404":  livetest.Status(http.StatusNotFound),
			"/410":  livetest.Status(http.StatusGone),
			"/418":  livetest.Status(http.StatusTeapot),
			"/501":  livetest.Status(http.StatusNotImplemented),
			"/401":  livetest.Status(http.StatusUnauthorized),
			"/403":  livetest.Status(http.StatusForbidden),
			"/429":  livetest.Status(http.StatusTooManyRequests),
			"/451":  livetest.Status(http.StatusUnavailableForLegalReasons),
			"/999":  livetest.Status(999),
			"/wall": livetest.Status(http.StatusServiceUnavailable, "Cf-Mitigated", "challenge"),
			"/204":  livetest.Status(http.StatusNoContent),
		}
		pages := livetest.Site{"/": livetest.Page(livetest.Links("/404", "/410", "/418", "/501", "/401", "/403", "/429", "/451", "/999", "/wall", "/204",
			other+"/404", other+"/410", other+"/418", other+"/501", other+"/403", other+"/429", other+"/204"))}
		maps.Copy(pages, answers)
		r := crawlHosts(t, fetchtest.Hosts{siteHost: pages.Answer, "other.test": answers.Answer}, "--retries=0")
		type judged struct {
			Verdict link.Verdict
			Reason  link.Reason
		}
		got := map[string]judged{}
		for _, f := range r.Report.Findings {
			got[f.Target] = judged{f.Verdict, f.Reason}
		}
		want := map[string]judged{
			"/404": {link.Broken, link.NotFound}, "/410": {link.Broken, link.Gone}, "/418": {link.Broken, link.HTTPError}, "/501": {link.Broken, link.ServerError},
			"/401": {link.Unverified, link.Blocked}, "/403": {link.Unverified, link.Blocked}, "/451": {link.Unverified, link.Blocked},
			"/999": {link.Unverified, link.Blocked}, "/wall": {link.Unverified, link.Blocked}, "/429": {link.Unverified, link.RateLimited},
			other + "/404": {link.Broken, link.NotFound}, other + "/410": {link.Broken, link.Gone}, other + "/418": {link.Unverified, link.HTTPError},
			other + "/501": {link.Unverified, link.ServerError}, other + "/403": {link.Unverified, link.Blocked}, other + "/429": {link.Unverified, link.RateLimited},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("findings (-want +got):\n%s", diff)
		}
		if got := r.Finding(t, "/410").Status; got != http.StatusGone {
			t.Errorf("the status of /410 is %d", got)
		}
	})
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

func TestLivePermanentRedirectIsAFinding(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/old/a", "/moved", "/briefly", "/twice", "/maybe")),
		"/old/a": livetest.Redirect(http.StatusMovedPermanently, "../new/b?c=d#e"),
		"/moved": livetest.Redirect(http.StatusPermanentRedirect, "/new/b?c=d"),
		// Behind a temporary hop nothing is known to be permanent.
		"/briefly":   livetest.Redirect(http.StatusFound, "/moved"),
		"/twice":     livetest.Redirect(http.StatusMovedPermanently, "/maybe"),
		"/maybe":     livetest.Redirect(http.StatusTemporaryRedirect, "/new/b?c=d"),
		"/new/b?c=d": livetest.Page(`<p id="e">`),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, map[string]link.Reason{
		"/old/a": link.MovedPermanently, "/moved": link.MovedPermanently, "/twice": link.MovedPermanently,
	})
	r.Pages(t, 2)

	got := r.Finding(t, "/old/a")
	want := link.Finding{
		ID: link.FindingID("/old/a", link.MovedPermanently), Verdict: link.Redirected, Reason: link.MovedPermanently,
		Target: "/old/a", Internal: true, Status: http.StatusOK,
		Message: "moved permanently to /new/b?c=d#e", Suggestion: "/new/b?c=d#e",
		Redirects:   []link.Redirect{{Status: http.StatusMovedPermanently, URL: s.URL + "/new/b?c=d#e"}},
		Occurrences: []link.Occurrence{{Page: "/", Line: 1, Column: 10, Element: "a", Attribute: "href", Link: "/old/a", Text: "x"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finding (-want +got):\n%s", diff)
	}
	if got := r.Finding(t, "/twice").Suggestion; got != "/maybe" {
		t.Errorf("the suggestion for /twice is %q, which lies behind a temporary redirect", got)
	}
}

func TestLiveRedirectToAnotherHost(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/there": livetest.Page(livetest.Links("/deeper"))})
	s := livetest.Serve(t, livetest.Site{
		"/":       livetest.Page(livetest.Links("/away", "/astray", "/self")),
		"/self":   livetest.Redirect(http.StatusMovedPermanently, "/self"),
		"/away":   livetest.Redirect(http.StatusMovedPermanently, other.URL+"/there"),
		"/astray": livetest.Redirect(http.StatusFound, other.URL+"/lost"),
	})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/away": link.MovedPermanently, "/astray": link.NotFound, "/self": link.RedirectLoop})
	if hops := r.Finding(t, "/astray").Redirects; len(hops) != 1 || hops[0].URL != other.URL+"/lost" {
		t.Errorf("the way to /lost is not shown: %v", hops)
	}
	if got := r.Finding(t, "/away").Suggestion; got != other.URL+"/there" {
		t.Errorf("the suggestion is %q", got)
	}
	// What lies on another host is no page of the site.
	r.Pages(t, 1)
	other.Never(t, "GET /deeper", "HEAD /deeper")
}

func TestLiveLinksResolveAgainstTheFinalURL(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":              livetest.Page(livetest.Links("/guide", "/based", "/twin")),
		"/guide":         livetest.Redirect(http.StatusFound, "/guide/"),
		"/guide/":        livetest.Page(livetest.Links("next", "?q")),
		"/guide/next":    livetest.Page("next"),
		"/guide/?q":      livetest.Page("query"),
		"/based":         livetest.Page(`<base href="/far/"><base href="/wrong/">` + livetest.Links("away", "#here") + `<img src="a.png">`),
		"/far/away":      livetest.Page("away"),
		"/far/":          livetest.Page(`<p id="here">`),
		"/far/a.png":     livetest.Typed("image/png", "png"),
		"/twin":          livetest.Redirect(http.StatusFound, "/rebased/in/"),
		"/rebased/in/":   livetest.Page(`<base href="../out/">` + livetest.Links("x")),
		"/rebased/out/x": livetest.Page("x"),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 9)
}

func TestLiveRedirectAndItsEndAreOnePage(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":          livetest.Page(livetest.Links("/old", "/old?again")),
		"/old":       livetest.Redirect(http.StatusFound, "/new"),
		"/old?again": livetest.Redirect(http.StatusFound, "/new"),
		"/new":       livetest.Page(livetest.Links("/new", "/lost")),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 2)
	if n := len(r.Finding(t, "/lost").Occurrences); n != 1 {
		t.Errorf("the one link to /lost is reported %d times", n)
	}
}

// Beside a checkout a live site's links to its files are not asked for either.
func TestLiveLinksToTheCheckout(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	forge := livetest.Serve(t, livetest.Site{"/o/r/blob/v1/a.md": livetest.Page("tagged")})
	repository := t.TempDir()
	if err := os.WriteFile(filepath.Join(repository, "a.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "--quiet", "--initial-branch=main"}, {"remote", "add", "origin", forge.URL + "/o/r.git"}, {"add", "a.md"}} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", repository}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(
		forge.URL+"/o/r/blob/main/a.md", forge.URL+"/o/r/edit/main/a.md#x", forge.URL+"/o/r/edit/main/b.md",
		forge.URL+"/o/r/blob/v1/a.md", forge.URL+"/o/other/blob/main/a.md"))})
	r := livetest.Check(t, "--allow-private", "--sources="+repository, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		forge.URL + "/o/r/edit/main/b.md": link.NotFound, forge.URL + "/o/other/blob/main/a.md": link.NotFound,
	})
	if f := r.Finding(t, forge.URL+"/o/r/edit/main/b.md"); f.Internal || f.Status != 0 {
		t.Errorf("the finding is that of another place: %+v", f)
	}
	forge.Never(t, "HEAD /o/r/blob/main/a.md", "HEAD /o/r/edit/main/a.md", "HEAD /o/r/edit/main/b.md", "GET /o/r/edit/main/b.md")
	forge.Once(t, "HEAD /o/r/blob/v1/a.md")
}

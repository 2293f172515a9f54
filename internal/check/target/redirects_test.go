package target_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

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

func TestLiveRedirectsSetting(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":        livetest.Page(livetest.Links("/for-now", "/forever")),
		"/for-now": livetest.Redirect(http.StatusFound, "/end"),
		"/forever": livetest.Redirect(http.StatusMovedPermanently, "/end"),
		"/end":     livetest.Page("end"),
	})
	for setting, want := range map[string]map[string]link.Reason{
		"none":      nil,
		"permanent": {"/forever": link.MovedPermanently},
		"all":       {"/forever": link.MovedPermanently, "/for-now": link.MovedTemporarily},
	} {
		r := livetest.Check(t, "--redirects="+setting, s.URL+"/")
		r.Found(t, livetest.Clean, want)
	}
}

func TestLiveRedirectThatLeadsNowhere(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{
		"/":     livetest.Page(livetest.Links("/ping", "/self", "/hop/1", "/hop/2", "/lost")),
		"/ping": livetest.Redirect(http.StatusFound, "/pong"),
		"/pong": livetest.Redirect(http.StatusFound, "/ping"),
		"/self": livetest.Redirect(http.StatusMovedPermanently, "/self"),
		"/lost": livetest.Redirect(http.StatusMovedPermanently, "/gone"),
	}
	// 21 redirects from /hop/1, and 20 from /hop/2, which browsers follow.
	for i := 1; i <= 21; i++ {
		pages[fmt.Sprintf("/hop/%d", i)] = livetest.Redirect(http.StatusFound, fmt.Sprintf("/hop/%d", i+1))
	}
	pages["/hop/22"] = livetest.Page("end")
	s := livetest.Serve(t, pages)
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/ping": link.RedirectLoop, "/self": link.RedirectLoop,
		"/hop/1": link.TooManyRedirects,
		"/lost":  link.NotFound,
	})
	if hops := r.Finding(t, "/lost").Redirects; len(hops) != 1 || hops[0].URL != s.URL+"/gone" {
		t.Errorf("the way to /gone is not shown: %v", hops)
	}
}

func TestLiveRedirectToAnotherHost(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/there": livetest.Page(livetest.Links("/deeper"))})
	s := livetest.Serve(t, livetest.Site{
		"/":       livetest.Page(livetest.Links("/away", "/astray")),
		"/away":   livetest.Redirect(http.StatusMovedPermanently, other.URL+"/there"),
		"/astray": livetest.Redirect(http.StatusFound, other.URL+"/lost"),
	})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/away": link.MovedPermanently, "/astray": link.NotFound})
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

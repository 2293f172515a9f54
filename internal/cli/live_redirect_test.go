package cli_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLivePermanentRedirectIsAFinding(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":      page(links("/old/a", "/moved", "/briefly", "/twice", "/maybe")),
		"/old/a": redirect(http.StatusMovedPermanently, "../new/b?c=d#e"),
		"/moved": redirect(http.StatusPermanentRedirect, "/new/b?c=d"),
		// Behind a temporary hop nothing is known to be permanent.
		"/briefly":   redirect(http.StatusFound, "/moved"),
		"/twice":     redirect(http.StatusMovedPermanently, "/maybe"),
		"/maybe":     redirect(http.StatusTemporaryRedirect, "/new/b?c=d"),
		"/new/b?c=d": page(`<p id="e">`),
	})
	r := check(t, s.URL+"/")
	r.found(t, clean, map[string]link.Reason{
		"/old/a": link.MovedPermanently, "/moved": link.MovedPermanently, "/twice": link.MovedPermanently,
	})
	r.pages(t, 2)

	got := r.finding(t, "/old/a")
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
	if got := r.finding(t, "/twice").Suggestion; got != "/maybe" {
		t.Errorf("the suggestion for /twice is %q, which lies behind a temporary redirect", got)
	}
}

func TestLiveRedirectsSetting(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":        page(links("/for-now", "/forever")),
		"/for-now": redirect(http.StatusFound, "/end"),
		"/forever": redirect(http.StatusMovedPermanently, "/end"),
		"/end":     page("end"),
	})
	for setting, want := range map[string]map[string]link.Reason{
		"none":      nil,
		"permanent": {"/forever": link.MovedPermanently},
		"all":       {"/forever": link.MovedPermanently, "/for-now": link.MovedTemporarily},
	} {
		r := check(t, "--redirects="+setting, s.URL+"/")
		r.found(t, clean, want)
	}
}

func TestLiveRedirectThatLeadsNowhere(t *testing.T) {
	t.Parallel()
	pages := site{
		"/":     page(links("/ping", "/self", "/hop/1", "/hop/2", "/lost")),
		"/ping": redirect(http.StatusFound, "/pong"),
		"/pong": redirect(http.StatusFound, "/ping"),
		"/self": redirect(http.StatusMovedPermanently, "/self"),
		"/lost": redirect(http.StatusMovedPermanently, "/gone"),
	}
	// 21 redirects from /hop/1, and 20 from /hop/2, which browsers follow.
	for i := 1; i <= 21; i++ {
		pages[fmt.Sprintf("/hop/%d", i)] = redirect(http.StatusFound, fmt.Sprintf("/hop/%d", i+1))
	}
	pages["/hop/22"] = page("end")
	s := serve(t, pages)
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/ping": link.RedirectLoop, "/self": link.RedirectLoop,
		"/hop/1": link.TooManyRedirects,
		"/lost":  link.NotFound,
	})
	if hops := r.finding(t, "/lost").Redirects; len(hops) != 1 || hops[0].URL != s.URL+"/gone" {
		t.Errorf("the way to /gone is not shown: %v", hops)
	}
}

func TestLiveRedirectToAnotherHost(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/there": page(links("/deeper"))})
	s := serve(t, site{
		"/":       page(links("/away", "/astray")),
		"/away":   redirect(http.StatusMovedPermanently, other.URL+"/there"),
		"/astray": redirect(http.StatusFound, other.URL+"/lost"),
	})
	r := check(t, "--allow-private", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/away": link.MovedPermanently, "/astray": link.NotFound})
	if got := r.finding(t, "/away").Suggestion; got != other.URL+"/there" {
		t.Errorf("the suggestion is %q", got)
	}
	// What lies on another host is no page of the site.
	r.pages(t, 1)
	other.never(t, "GET /deeper", "HEAD /deeper")
}

func TestLiveLinksResolveAgainstTheFinalURL(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":              page(links("/guide", "/based", "/twin")),
		"/guide":         redirect(http.StatusFound, "/guide/"),
		"/guide/":        page(links("next", "?q")),
		"/guide/next":    page("next"),
		"/guide/?q":      page("query"),
		"/based":         page(`<base href="/far/"><base href="/wrong/">` + links("away", "#here") + `<img src="a.png">`),
		"/far/away":      page("away"),
		"/far/":          page(`<p id="here">`),
		"/far/a.png":     typed("image/png", "png"),
		"/twin":          redirect(http.StatusFound, "/rebased/in/"),
		"/rebased/in/":   page(`<base href="../out/">` + links("x")),
		"/rebased/out/x": page("x"),
	})
	r := check(t, s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 9)
}

func TestLiveRedirectAndItsEndAreOnePage(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":          page(links("/old", "/old?again")),
		"/old":       redirect(http.StatusFound, "/new"),
		"/old?again": redirect(http.StatusFound, "/new"),
		"/new":       page(links("/new", "/lost")),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 2)
	if n := len(r.finding(t, "/lost").Occurrences); n != 1 {
		t.Errorf("the one link to /lost is reported %d times", n)
	}
}

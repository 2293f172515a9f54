package fix

import (
	"maps"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestRedirects covers which permanent redirects a link follows.
func TestRedirects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, target string
		hops         []string
		// end is the suggestion; otherwise the last hop.
		end    string
		status int
		left   bool
	}{
		{name: "another path", target: "https://a.test/x", hops: []string{"https://a.test/y"}},
		{name: "https", target: "http://a.test/x", hops: []string{"https://a.test/x"}},
		{name: "https of a start page", target: "http://a.test/", hops: []string{"https://www.a.test/"}},
		{name: "another site", target: "https://a.test/x", hops: []string{"https://b.test/x"}},
		{name: "a page of the site", target: "/x", hops: []string{"https://a.test/docs/y"}, end: "/y"},
		{name: "a query that is gone", target: "https://a.test/x?id=1", hops: []string{"https://a.test/one"}},
		{name: "a query", target: "https://a.test/x", hops: []string{"https://a.test/x?session=12"}, left: true},
		{name: "http", target: "https://a.test/x", hops: []string{"http://a.test/y"}, left: true},
		{name: "http on the way", target: "https://a.test/x", hops: []string{"http://a.test/y", "https://a.test/y"}, left: true},
		{name: "a login", target: "https://a.test/x", hops: []string{"https://a.test/login?to=/x"}, left: true},
		{name: "a login after the permanent part", target: "https://a.test/x", hops: []string{"https://a.test/y", "https://sso.a.test/start"}, end: "https://a.test/y", left: true},
		{name: "consent", target: "https://a.test/x", hops: []string{"https://consent.a.test/x"}, left: true},
		{name: "an error page", target: "https://a.test/x", hops: []string{"https://a.test/404.html"}, left: true},
		{name: "a home page", target: "https://a.test/x", hops: []string{"https://a.test/"}, left: true},
		{name: "the start page of another site", target: "https://a.test/", hops: []string{"https://parked.test/"}, left: true},
		{name: "an error", target: "https://a.test/x", hops: []string{"https://a.test/y"}, status: 403, left: true},
		{name: "a permanent address", target: "https://doi.org/10.1/x", hops: []string{"https://journal.test/x"}, left: true},
		{name: "the latest version", target: "https://a.test/docs/latest/x", hops: []string{"https://a.test/docs/v2/x"}, left: true},
		{name: "a language", target: "https://a.test/docs/x", hops: []string{"https://a.test/en-us/docs/x"}, left: true},
		{name: "another host of the same owner", target: "https://msdn.a.test/ms123.aspx", hops: []string{"https://learn.a.test/api/string"}},
		{name: "a page of a buyer", target: "https://a.test/docs/page", hops: []string{"https://b.test/blog/welcome"}, left: true},
		{name: "the folder around it", target: "https://a.test/docs/old/page", hops: []string{"https://a.test/docs/"}, left: true},
		{name: "the form of a folder", target: "https://a.test/docs/index.html", hops: []string{"https://a.test/docs/"}},
		{name: "the end of all pages", target: "https://a.test/docs/x", hops: []string{"https://a.test/end"}, left: true},
		{name: "no hop is known", target: "https://a.test/docs/x", end: "https://a.test/y", left: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &link.Finding{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: tt.target, Internal: tt.target[0] == '/', Suggestion: tt.end, Status: 200}
			if tt.status != 0 {
				f.Status = tt.status
			}
			for _, hop := range tt.hops {
				f.Redirects = append(f.Redirects, link.Redirect{Status: 301, URL: hop})
				if tt.end == "" {
					f.Suggestion = hop
				}
			}
			r := &link.Report{}
			for _, target := range []string{"https://a.test/one", "https://a.test/two"} {
				r.Findings = append(r.Findings, link.Finding{Reason: link.MovedPermanently, Target: target, Suggestion: "https://a.test/end"})
			}
			if a := newDecider(r, Options{}).answer(f); a.isCertain == tt.left {
				t.Errorf("got %+v", a)
			}
		})
	}
}

// TestCollecting finds the ends to which pages of several names redirect, and not only several
// forms of one.
func TestCollecting(t *testing.T) {
	t.Parallel()
	r := &link.Report{}
	for target, end := range map[string]string{
		"https://a.test/one": "https://a.test/end", "https://a.test/two": "https://a.test/end#top",
		"http://a.test/Three": "https://a.test/new/three/", "https://www.a.test/three.html": "https://a.test/new/three/",
		"/four": "/end", "/five": "/end",
	} {
		r.Findings = append(r.Findings, link.Finding{Reason: link.MovedPermanently, Target: target, Internal: target[0] == '/', Suggestion: end})
	}
	got := newDecider(r, Options{}).collecting
	if maps.DeleteFunc(got, func(_ string, is bool) bool { return !is }); !maps.Equal(got, map[string]bool{"https://a.test/end": true}) {
		t.Errorf("got %v", got)
	}
}

// TestMoved holds that a page that is known to have moved is an answer.
func TestMoved(t *testing.T) {
	t.Parallel()
	opt := Options{Moved: func(target string) (string, bool) { return "/new/place/", target == "/old/" }}
	f := &link.Finding{Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: "/old/"}
	d := newDecider(&link.Report{}, opt)
	a := d.answer(f)
	if !a.isCertain || a.to.Path != "/new/place/" {
		t.Errorf("got %+v", a)
	}
	got, ok := rewrite("../old/#x", &use{&link.Occurrence{Page: "/guide/", Link: "../old/#x"}, a}, false)
	if got != "../new/place/#x" || !ok {
		t.Errorf("got %q, %t", got, ok)
	}
	if a := d.answer(&link.Finding{Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: "/other/"}); a.isCertain {
		t.Errorf("got %+v", a)
	}
}

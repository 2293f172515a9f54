package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// What follows findings from run to run must not be told by lines.
func TestAlertsAreTheSameFurtherDown(t *testing.T) {
	t.Parallel()
	keys := func(line int) (k []string) {
		f := &link.Finding{ID: "x", Occurrences: []link.Occurrence{
			{Page: "/a/", Source: &link.Source{File: "a.md", Line: line}},
			{Page: "/a/", Source: &link.Source{File: "a.md", Line: line + 5}},
			{Page: "/b/", File: "b.html", Line: line},
		}}
		for _, a := range alerts(f) {
			k = append(k, a.key)
		}
		return k
	}
	if diff := cmp.Diff(keys(1), keys(40)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFileURI(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"public/a b/é.html": "public/a%20b/%C3%A9.html",
		"a:b/#1?x%20.md":    "a%3Ab/%231%3Fx%2520.md",
		"../public/x.html":  "../public/x.html",
		"/srv/site/x.html":  "file:///srv/site/x.html",
		"a\xff\n\\.html":    "a%FF%0A%5C.html",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, reason := range []link.Reason{
		link.NotFound, link.Gone, link.FragmentNotFound, link.DirectoryWithoutIndex, link.CaseMismatch, link.InvalidURL,
		link.RedirectLoop, link.TooManyRedirects, link.DNSNotFound, link.TLSInvalid, link.ConnectionRefused, link.HTTPError,
		link.ServerError, link.RateLimited, link.Blocked, link.Timeout, link.ConnectionFailed, link.DNSTemporary,
		link.NotReached, link.MovedPermanently, link.MovedTemporarily,
	} {
		h := helpOf(reason)
		if h.long == helpOf("another").long || seen[h.short] || seen[h.long] {
			t.Errorf("%s has no help of its own: %+v", reason, h)
		}
		seen[h.short], seen[h.long] = true, true
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	r, depth := clean(), 2
	r.Inventory = []link.Listed{
		{Page: "/", File: "public/index.html", Title: "A & \u202e##[b] <c>\x1b", Depth: new(int), LinksIn: 3, LinksOut: 4},
		{Page: "/é", Status: 200, Depth: &depth},
		{Page: "/alone"},
	}
	want := `{"page":"/","file":"public/index.html","title":"A & \u202e\u0023#[b] <c>\u001b","depth":0,"links_in":3,"links_out":4}
{"page":"/é","status":200,"depth":2,"links_in":0,"links_out":0}
{"page":"/alone","links_in":0,"links_out":0}
`
	if diff := cmp.Diff(want, written(t, Pages, r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

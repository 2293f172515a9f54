package crawl_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveFragments(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(`<p id="own">` + livetest.Links("#own", "#nowhere", "", "#top", "#", "#:~:text=x",
			"/a#one", "/a#na%6de", "/a#m%C3%BC", "/a#Two", "/a#%zz", "/a#/route", "/a#1-2", "/lost#x", "/doc.pdf#page=2")),
		"/a":       livetest.Page(`<p id="one"><a name="name"></a><p id="mü"><p id="two"><p id="1"><p id="2"><input name="Two">`),
		"/doc.pdf": livetest.Typed("application/pdf", "pdf"),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/#nowhere": link.FragmentNotFound, "/a#Two": link.FragmentNotFound, "/a#%zz": link.FragmentNotFound,
		"/lost": link.NotFound,
	})
	got := r.Finding(t, "/a#Two")
	want := link.Finding{
		ID: link.FindingID("/a#Two", link.FragmentNotFound), Verdict: link.Broken, Reason: link.FragmentNotFound,
		Target: "/a#Two", Internal: true, Status: http.StatusOK, Message: `page has no element with id "Two"`,
		Suggestion:  "/a#two", // only a name in other elements than <a> is "Two"
		Occurrences: []link.Occurrence{{Page: "/", Line: 10, Column: 10, Element: "a", Attribute: "href", Link: "/a#Two", Text: "x"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finding (-want +got):\n%s", diff)
	}
	off := livetest.Check(t, "--fragments=none", s.URL+"/")
	off.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
}

func TestLiveFragmentsInWhateverOrderPagesCome(t *testing.T) {
	t.Parallel()
	target := livetest.Page(`<p id="there">` + livetest.Links("/slow#there", "/slow#nowhere"))
	slowTarget := livetest.Page(`<p id="there">` + livetest.Links("/target#there", "/target#nowhere"))
	for name, content := range map[string]livetest.Site{
		"target first": {"/target": target, "/slow": slowly(slowTarget)},
		"target last":  {"/target": slowly(target), "/slow": slowTarget},
		"both at once": {"/target": target, "/slow": slowTarget},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content["/"] = livetest.Page(livetest.Links("/target", "/slow", "/target#there", "/target#lost"))
			s := livetest.Serve(t, content)
			r := livetest.Check(t, s.URL+"/")
			r.Found(t, livetest.Failed, map[string]link.Reason{
				"/target#lost": link.FragmentNotFound, "/target#nowhere": link.FragmentNotFound, "/slow#nowhere": link.FragmentNotFound,
			})
			s.Once(t, "GET /target", "GET /slow")
		})
	}
}

func TestLiveFragmentsOfPagesThatAreNotRead(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":     livetest.Page(livetest.Links("/next", "/deep", "/deep#there", "/deep#nowhere")),
		"/next": livetest.Page(livetest.Links("/far", "/far#there", "/far#nowhere")),
		"/deep": livetest.Page(`<p id="there">` + livetest.Links("/never")),
		"/far":  livetest.Page(`<p id="there">` + livetest.Links("/never")),
	})
	r := livetest.Check(t, "--max-depth=1", "--exclude-pages=/deep", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/deep#nowhere": link.FragmentNotFound, "/far#nowhere": link.FragmentNotFound})
	r.Pages(t, 2)
	s.Never(t, "GET /never", "HEAD /never")
}

func TestLiveFragmentsBehindRedirects(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/there": livetest.Page("no anchors")})
	s := livetest.Serve(t, livetest.Site{
		"/":      livetest.Page(livetest.Links("/old#there", "/old#nowhere", "/fixed#nowhere", "/away#nowhere", "/chain#there", "/chain#lost")),
		"/old":   livetest.Redirect(http.StatusFound, "/new"),
		"/fixed": livetest.Redirect(http.StatusFound, "/new#there"),
		"/chain": livetest.Redirect(http.StatusFound, "/old"),
		"/away":  livetest.Redirect(http.StatusFound, other.URL+"/there"),
		"/new":   slowly(livetest.Page(`<p id="there">`)),
	})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/old#nowhere": link.FragmentNotFound, "/chain#lost": link.FragmentNotFound})
}

func TestLiveFragmentsBehindRefreshStubs(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/stub#there", "/stub#nowhere", "/stub#here", "/twice#there", "/twice#lost", "/self#lost")),
		// A stub hands on the fragment with which it was called.
		"/stub":  livetest.Page(`<meta http-equiv="refresh" content="0; url=real"><p id="here">`),
		"/twice": livetest.Page(`<meta http-equiv="refresh" content="0;URL='/stub'">`),
		"/self":  livetest.Page(`<meta http-equiv="refresh" content="5; url=/self">`),
		"/real":  slowly(livetest.Page(`<p id="there">`)),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/stub#nowhere": link.FragmentNotFound, "/twice#lost": link.FragmentNotFound, "/self#lost": link.FragmentNotFound,
	})
}

func TestLiveFragmentsOfRefreshStubsThatAreNotRead(t *testing.T) {
	t.Parallel()
	stub := livetest.Page(`<meta http-equiv="refresh" content="0; url=/real"><p id="here">`)
	other := livetest.Serve(t, livetest.Site{"/stub": stub, "/loop": livetest.Page(`<meta http-equiv="refresh" content="9; url=/loop">`)})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/stub#there", "/stub#nowhere", "/excluded#there",
			other.URL+"/stub#there", other.URL+"/loop#nowhere")),
		"/stub":     stub,
		"/excluded": stub,
		"/real":     livetest.Page(`<p id="there">` + livetest.Links("/stub", "/deep")),
		"/deep":     livetest.Page(livetest.Links("/deeper#there", "/deeper#nowhere")),
		"/deeper":   livetest.Page(`<meta http-equiv="refresh" content="0; url=/real">`),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", "--max-depth=3", "--exclude-pages=/excluded", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/stub#nowhere": link.FragmentNotFound, "/deeper#nowhere": link.FragmentNotFound,
		other.URL + "/loop#nowhere": link.FragmentNotFound,
	})
}

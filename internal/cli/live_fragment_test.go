package cli_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLiveFragments(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/": page(`<p id="own">` + links("#own", "#nowhere", "", "#top", "#", "#:~:text=x",
			"/a#one", "/a#na%6de", "/a#m%C3%BC", "/a#Two", "/a#%zz", "/a#/route", "/a#1-2", "/lost#x", "/doc.pdf#page=2")),
		"/a":       page(`<p id="one"><a name="name"></a><p id="mü"><p id="two"><p id="1"><p id="2"><input name="Two">`),
		"/doc.pdf": typed("application/pdf", "pdf"),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/#nowhere": link.FragmentNotFound, "/a#Two": link.FragmentNotFound, "/a#%zz": link.FragmentNotFound,
		"/lost": link.NotFound,
	})
	got := r.finding(t, "/a#Two")
	want := link.Finding{
		ID: link.FindingID("/a#Two", link.FragmentNotFound), Verdict: link.Broken, Reason: link.FragmentNotFound,
		Target: "/a#Two", Internal: true, Status: http.StatusOK, Message: `page has no element with id "Two"`,
		Suggestion:  "/a#two", // only a name in other elements than <a> is "Two"
		Occurrences: []link.Occurrence{{Page: "/", Line: 10, Column: 10, Element: "a", Attribute: "href", Link: "/a#Two", Text: "x"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finding (-want +got):\n%s", diff)
	}
	off := check(t, "--fragments=none", s.URL+"/")
	off.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
}

func TestLiveFragmentsInWhateverOrderPagesCome(t *testing.T) {
	t.Parallel()
	target := page(`<p id="there">` + links("/slow#there", "/slow#nowhere"))
	slowTarget := page(`<p id="there">` + links("/target#there", "/target#nowhere"))
	for name, content := range map[string]site{
		"target first": {"/target": target, "/slow": slowly(slowTarget)},
		"target last":  {"/target": slowly(target), "/slow": slowTarget},
		"both at once": {"/target": target, "/slow": slowTarget},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content["/"] = page(links("/target", "/slow", "/target#there", "/target#lost"))
			s := serve(t, content)
			r := check(t, s.URL+"/")
			r.found(t, failed, map[string]link.Reason{
				"/target#lost": link.FragmentNotFound, "/target#nowhere": link.FragmentNotFound, "/slow#nowhere": link.FragmentNotFound,
			})
			s.once(t, "GET /target", "GET /slow")
		})
	}
}

func TestLiveFragmentsOfPagesThatAreNotRead(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":     page(links("/next", "/deep", "/deep#there", "/deep#nowhere")),
		"/next": page(links("/far", "/far#there", "/far#nowhere")),
		"/deep": page(`<p id="there">` + links("/never")),
		"/far":  page(`<p id="there">` + links("/never")),
	})
	r := check(t, "--max-depth=1", "--exclude-pages=/deep", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/deep#nowhere": link.FragmentNotFound, "/far#nowhere": link.FragmentNotFound})
	r.pages(t, 2)
	s.never(t, "GET /never", "HEAD /never")
}

func TestLiveFragmentsBehindRedirects(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/there": page("no anchors")})
	s := serve(t, site{
		"/":      page(links("/old#there", "/old#nowhere", "/fixed#nowhere", "/away#nowhere", "/chain#there", "/chain#lost")),
		"/old":   redirect(http.StatusFound, "/new"),
		"/fixed": redirect(http.StatusFound, "/new#there"),
		"/chain": redirect(http.StatusFound, "/old"),
		"/away":  redirect(http.StatusFound, other.URL+"/there"),
		"/new":   slowly(page(`<p id="there">`)),
	})
	r := check(t, "--allow-private", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/old#nowhere": link.FragmentNotFound, "/chain#lost": link.FragmentNotFound})
}

func TestLiveFragmentsBehindRefreshStubs(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/": page(links("/stub#there", "/stub#nowhere", "/stub#here", "/twice#there", "/twice#lost", "/self#lost")),
		// A stub hands on the fragment with which it was called.
		"/stub":  page(`<meta http-equiv="refresh" content="0; url=real"><p id="here">`),
		"/twice": page(`<meta http-equiv="refresh" content="0;URL='/stub'">`),
		"/self":  page(`<meta http-equiv="refresh" content="5; url=/self">`),
		"/real":  slowly(page(`<p id="there">`)),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/stub#nowhere": link.FragmentNotFound, "/twice#lost": link.FragmentNotFound, "/self#lost": link.FragmentNotFound,
	})
}

func TestLiveFragmentsOfRefreshStubsThatAreNotRead(t *testing.T) {
	t.Parallel()
	stub := page(`<meta http-equiv="refresh" content="0; url=/real"><p id="here">`)
	other := serve(t, site{"/stub": stub, "/loop": page(`<meta http-equiv="refresh" content="9; url=/loop">`)})
	s := serve(t, site{
		"/": page(links("/stub#there", "/stub#nowhere", "/excluded#there",
			other.URL+"/stub#there", other.URL+"/loop#nowhere")),
		"/stub":     stub,
		"/excluded": stub,
		"/real":     page(`<p id="there">` + links("/stub", "/deep")),
		"/deep":     page(links("/deeper#there", "/deeper#nowhere")),
		"/deeper":   page(`<meta http-equiv="refresh" content="0; url=/real">`),
	})
	r := check(t, "--allow-private", "--fragments=all", "--max-depth=3", "--exclude-pages=/excluded", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/stub#nowhere": link.FragmentNotFound, "/deeper#nowhere": link.FragmentNotFound,
		other.URL + "/loop#nowhere": link.FragmentNotFound,
	})
}

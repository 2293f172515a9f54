package site_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// future is where the sites of these tests will be.
const future = "https://future.invalid/"

func TestLiveSiteThatNamesItself(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{}
	s := livetest.Serve(t, pages)
	s.ServeWithOrigin(pages, "/", func(origin string) http.HandlerFunc {
		return livetest.Page(`<link rel="canonical" href="` + origin + `/">` + livetest.Links(future))
	})
	r := livetest.Check(t, "--external=false", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	if got := r.Report.SiteURL; got != s.URL+"/" {
		t.Errorf("site_url is %q", got)
	}
	if len(r.Notes) > 0 {
		t.Errorf("nothing was inferred, but noted: %q", r.Notes)
	}
	s.Once(t, "GET /sitemap.xml")
}

func TestLiveOriginThatIsSaidIsNotInferred(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(`<link rel="canonical" href="` + future + `">` + livetest.Links(future+"a"))})
	r := livetest.Check(t, "--external=false", "--site-url=https://other.invalid/", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	if r.Report.SiteURL != "https://other.invalid/" || r.Report.Stats.Skipped != 2 || len(r.Notes) > 0 {
		t.Errorf("site_url %q, %+v, %q", r.Report.SiteURL, r.Report.Stats, r.Notes)
	}
}

// Where the page of a stranger says that the site is, no secret goes, nor is its
// address open to what no other link may reach.
func TestLiveOriginThatIsInferredIsNotTrusted(t *testing.T) {
	t.Parallel()
	spy := livetest.Serve(t, livetest.Site{"/x/a": livetest.Page("a")})
	s := livetest.Serve(t, livetest.Site{
		"/":     livetest.Page(`<link rel="canonical" href="` + spy.URL + `/">` + livetest.Links("/away")),
		"/away": livetest.Redirect(http.StatusFound, spy.URL+"/x/a"),
	})
	r := livetest.Check(t, "--header=X-Token: hush", s.URL+"/")
	if r.Report.SiteURL != spy.URL+"/" {
		t.Errorf("site_url is %q", r.Report.SiteURL)
	}
	spy.Never(t, "GET /x/a", "HEAD /x/a")
}

func TestLiveErrorPageMayNameAnyPlace(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/404.html")),
		"/404.html": livetest.Page(`<link rel="canonical" href="/404/"><link rel="alternate" hreflang="de" href="/de/404.html">` +
			`<meta property="og:url" content="/404">` + livetest.Links("/lost")),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	s.Never(t, "HEAD /404/", "GET /404/")
}

func TestLiveLinkPastTheBasePath(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/docs/":      livetest.Page(livetest.Links("/docs/guide", "/guide")),
		"/docs/guide": livetest.Page("guide"),
	})
	r := livetest.Check(t, s.URL+"/docs/")
	f := r.Finding(t, s.URL+"/guide")
	if f.Suggestion != "/docs/guide" || !strings.Contains(f.Message, "is outside the site's base path, /docs/") {
		t.Errorf("%+v", f)
	}
	off := livetest.Check(t, "--external=false", s.URL+"/docs/")
	off.Found(t, livetest.Clean, nil)
	livetest.Says(t, off.Notes, "1 target was not checked because it is outside the site's base path, /docs/; the page exists below it: write /docs/guide instead of /guide")
}

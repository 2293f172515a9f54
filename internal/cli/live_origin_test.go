package cli_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// future is where the sites of these tests will be.
const future = "https://future.invalid/"

func TestLiveOriginIsInferred(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/": page(`<link rel="canonical" href="` + future + `"><meta property="og:url" content="` + future + `">` +
			links(future+"new", future+"lost", "http://future.invalid/")),
		"/new":         page(links(future)),
		"/sitemap.xml": xml(urlset(future+"orphan", future)),
		"/orphan":      page("orphan"),
	})
	r := check(t, "--external=false", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 3)
	if got := r.report.SiteURL; got != future {
		t.Errorf("site_url is %q", got)
	}
	if got := r.report.Stats.Skipped; got != 0 {
		t.Errorf("%d targets were skipped: hosts redirect http to the site", got)
	}
	says(t, r.notes, "site-url is inferred: https://future.invalid/ (canonical links, the sitemap and og:url name it), so links to it are internal")
	s.once(t, "GET /", "GET /new", "GET /orphan", "GET /sitemap.xml", "GET /robots.txt")
}

func TestLiveSiteThatNamesItself(t *testing.T) {
	t.Parallel()
	pages := site{}
	s := serve(t, pages)
	s.serveWithOrigin(pages, "/", func(origin string) http.HandlerFunc {
		return page(`<link rel="canonical" href="` + origin + `/">` + links(future))
	})
	r := check(t, "--external=false", s.URL+"/")
	r.found(t, clean, nil)
	if got := r.report.SiteURL; got != s.URL+"/" {
		t.Errorf("site_url is %q", got)
	}
	if len(r.notes) > 0 {
		t.Errorf("nothing was inferred, but noted: %q", r.notes)
	}
	s.once(t, "GET /sitemap.xml")
}

func TestLiveOriginThatIsSaidIsNotInferred(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page(`<link rel="canonical" href="` + future + `">` + links(future+"a"))})
	r := check(t, "--external=false", "--site-url=https://other.invalid/", s.URL+"/")
	r.found(t, clean, nil)
	if r.report.SiteURL != "https://other.invalid/" || r.report.Stats.Skipped != 2 || len(r.notes) > 0 {
		t.Errorf("site_url %q, %+v, %q", r.report.SiteURL, r.report.Stats, r.notes)
	}
}

func TestLiveOriginInDoubt(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":            page(`<link rel="canonical" href="` + future + `">`),
		"/sitemap.xml": xml(urlset("https://other.invalid/")),
	})
	r := check(t, "--external=false", s.URL+"/")
	r.found(t, clean, nil)
	if got := r.report.SiteURL; got != s.URL+"/" {
		t.Errorf("site_url is %q", got)
	}
	says(t, r.notes, "could not infer site-url", "canonical links name https://future.invalid/, the sitemap names https://other.invalid/")
}

// Where the page of a stranger says that the site is, no secret goes, nor is its
// address open to what no other link may reach.
func TestLiveOriginThatIsInferredIsNotTrusted(t *testing.T) {
	t.Parallel()
	spy := serve(t, site{"/x/a": page("a")})
	s := serve(t, site{
		"/":     page(`<link rel="canonical" href="` + spy.URL + `/">` + links("/away")),
		"/away": redirect(http.StatusFound, spy.URL+"/x/a"),
	})
	r := check(t, "--header=X-Token: hush", s.URL+"/")
	if r.report.SiteURL != spy.URL+"/" {
		t.Errorf("site_url is %q", r.report.SiteURL)
	}
	spy.never(t, "GET /x/a", "HEAD /x/a")
}

func TestLiveErrorPageMayNameAnyPlace(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/": page(links("/404.html")),
		"/404.html": page(`<link rel="canonical" href="/404/"><link rel="alternate" hreflang="de" href="/de/404.html">` +
			`<meta property="og:url" content="/404">` + links("/lost")),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	s.never(t, "HEAD /404/", "GET /404/")
}

func TestLiveLinkPastTheBasePath(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/docs/":      page(links("/docs/guide", "/guide")),
		"/docs/guide": page("guide"),
	})
	r := check(t, s.URL+"/docs/")
	f := r.finding(t, s.URL+"/guide")
	if f.Suggestion != "/docs/guide" || !strings.Contains(f.Message, "is outside the site's base path, /docs/") {
		t.Errorf("%+v", f)
	}
	off := check(t, "--external=false", s.URL+"/docs/")
	off.found(t, clean, nil)
	says(t, off.notes, "1 target was not checked because it is outside the site's base path, /docs/; the page exists below it: write /docs/guide instead of /guide")
}

package crawl_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveSuggestions: on a live site what is known to be there is suggested, and
// other spellings of a fragment.
func TestLiveSuggestions(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(`<h2 id="getting-started">`)})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/guide/install", "/guide/use", "/about", "/moved", "/de/price", "/fr/price",
			"/old/install", "/guid/use", "/abuot?q", "/pricing", "/price", "/old/moved",
			"/about#The_Team", "/about#what-s-new", "/about#nothing", other.URL+"/#Getting_Started")),
		"/guide/install": livetest.Page("x"), "/guide/use": livetest.Page("x"), "/de/price": livetest.Page("x"), "/fr/price": livetest.Page("x"),
		"/about": livetest.Page(`<h2 id="the-team"><h2 id="whats-new">`),
		"/moved": livetest.Redirect(http.StatusMovedPermanently, "/about"),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	got := map[string]string{}
	for _, f := range r.Report.Findings {
		got[f.Target] = f.Suggestion
	}
	want := map[string]string{
		"/old/install":                  "/guide/install",
		"/guid/use":                     "/guide/use",
		"/abuot?q":                      "", // the query may select another page
		"/pricing":                      "",
		"/price":                        "", // in two languages
		"/old/moved":                    "", // and what redirects is not where to send anybody
		"/moved":                        "/about",
		"/about#The_Team":               "/about#the-team",
		"/about#what-s-new":             "/about#whats-new",
		"/about#nothing":                "",
		other.URL + "/#Getting_Started": other.URL + "/#getting-started",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
}

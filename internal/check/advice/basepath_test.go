package advice_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveSuggestionsBelowABasePath writes suggestions as the links of the site are written:
// those from the root of the host begin with the base path.
func TestLiveSuggestionsBelowABasePath(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/docs/":              livetest.Page(livetest.Links("/docs/guide/install", "/docs/guide/use", "/docs/guide/isntall", "guide/ues")),
		"/docs/guide/install": livetest.Page("x"), "/docs/guide/use": livetest.Page("x"),
	})
	r := livetest.Check(t, "--allow-private", s.URL+"/docs/")
	got := map[string]string{}
	for _, f := range r.Report.Findings {
		got[f.Target] = f.Suggestion
	}
	want := map[string]string{"/guide/isntall": "/docs/guide/install", "/guide/ues": "/guide/use"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }

package crawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// A calendar has no end, and the run has.
func TestLiveTrap(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var month, year int
		switch _, err := fmt.Sscanf(r.URL.RequestURI(), "/calendar?month=%d&year=%d", &month, &year); {
		case r.URL.Path == "/":
			livetest.Page("<h1>Home</h1>"+livetest.Links("/calendar?month=11&year=2026"))(w, r)
		case err != nil:
			http.NotFound(w, r)
		default:
			at := func(n int) string { return fmt.Sprintf("/calendar?month=%d&year=%d", n%12+1, n/12) }
			n := year*12 + month - 1
			livetest.Page(fmt.Sprintf("<h1>Month %d of %d</h1>", month, year)+livetest.Links(at(n-1), at(n+1), at(n+12)))(w, r)
		}
	}))
	t.Cleanup(s.Close)
	r := livetest.Check(t, "--quiet", s.URL+"/") // without signs of life
	r.Found(t, livetest.Clean, nil)
	if n := r.Report.Stats.Pages; n < 1001 || n > 1200 {
		t.Errorf("%d pages were read, want little more than 1000", n)
	}
	if !strings.Contains(r.JSON, `pages like /calendar?month=*\u0026year=* were read`) && !strings.Contains(r.JSON, "pages like /calendar?month=*&year=* were read") {
		t.Errorf("no note names the calendar:\n%s", r.JSON)
	}
	if r.Report.Skips["excluded"] == 0 {
		t.Error("what is left out is not counted")
	}
}

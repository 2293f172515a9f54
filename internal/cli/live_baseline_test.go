package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveBaselineHoldsNoSecret holds that a baseline shows no secret of a target or a page, and
// knows the places all the same when the secret is another one.
func TestLiveBaselineHoldsNoSecret(t *testing.T) {
	t.Parallel()
	site := livetest.Serve(t, livetest.Site{})
	site.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := r.Header.Get("X-Token")
		switch r.URL.Path {
		case "/":
			livetest.Page(livetest.Links("/lost?t="+token, "/p?t="+token, "https://user:pass-w0rd@[/"))(w, r)
		case "/p":
			livetest.Page(livetest.Links("/gone"))(w, r)
		default:
			http.NotFound(w, r)
		}
	})
	dir := t.TempDir()
	for _, format := range []string{"baseline", "json"} {
		known := filepath.Join(dir, format)
		livetest.Check(t, "--header=X-Token: s3cr3t-t0k3n", "--report="+format+"="+known, site.URL+"/")
		text, err := os.ReadFile(known)
		if err != nil || strings.Contains(string(text), "s3cr3t") || strings.Contains(string(text), "w0rd") || !strings.Contains(string(text), "/p?t=***") {
			t.Errorf("%v\n%s", err, text)
		}
		r := livetest.Check(t, "--header=X-Token: another-t0k3n", "--baseline="+known, site.URL+"/")
		if r.Status != livetest.Clean || r.Report.Fixed != 0 || len(r.Report.Findings) < 3 {
			t.Errorf("%s: exit status %d\n%s", format, r.Status, r.Text)
		}
	}
}

package cli_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/livetest"
)

func TestLiveAddressThatDeploymentsShare(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/docs/pr-preview/pr-5/": livetest.Page("<h1>Welcome to our home page</h1> 5ca1ab1e")})
	workflow := []string{"GITHUB_ACTIONS=true"}
	target := strings.Replace(s.URL, "http://", "http://user:hunter2hunter2@", 1) + "/docs/pr-preview/pr-5/"
	r := livetest.CheckIn(t.Context(), t, workflow, target)
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Report.Notes, s.URL+" always shows the newest deployment of pull request 5 (GitHub Pages): set expect to the commit, so that an earlier deployment is not checked instead")
	r.Keeps(t, "", "hunter2hunter2@")
	for name, r := range map[string]livetest.Result{
		"expect is set": livetest.CheckIn(t.Context(), t, workflow, "--expect=5ca1ab1e", target),
		"no workflow":   livetest.Check(t, target),
		"a directory":   livetest.CheckIn(t.Context(), t, workflow, "--min-pages=0", t.TempDir()),
	} {
		for _, note := range r.Report.Notes {
			if strings.Contains(note, "newest deployment") {
				t.Errorf("%s: %q", name, note)
			}
		}
	}
}

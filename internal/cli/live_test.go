package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestLiveFilesArriveWhileADeploymentSettles holds the second request for a missing file back
// after a wait: the deployment has begun only then.
func TestLiveFilesArriveWhileADeploymentSettles(t *testing.T) {
	t.Parallel()
	const wait = 300 * time.Millisecond
	for name, down := range map[string]bool{"after a wait": true, "at once": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var began, looked atomic.Int64
			home := func(w http.ResponseWriter, r *http.Request) {
				began.CompareAndSwap(0, time.Now().UnixNano())
				livetest.Page(`<h1>Welcome to our home page</h1><script src="/late.js"></script>`)(w, r)
			}
			start := livetest.InTurn(home)
			if down {
				start = livetest.InTurn(livetest.Status(http.StatusNotFound), home)
			}
			s := livetest.Serve(t, livetest.Site{"/": start, "/late.js": livetest.InTurn(http.NotFound, http.NotFound, func(w http.ResponseWriter, r *http.Request) {
				looked.Store(time.Now().UnixNano())
				livetest.Typed("text/javascript", "")(w, r)
			})})
			r := livetest.Check(t, "--retries=0", "--wait="+wait.String(), s.URL+"/")
			r.Found(t, livetest.Clean, nil)
			livetest.Says(t, r.Report.Notes, `1 target of the site was missing at first and found by a second request, such as "/late.js"`)
			// The server saw the answer a little before the run did.
			if after := time.Duration(looked.Load() - began.Load()); down && after < wait {
				t.Errorf("the second request came after %v", after)
			}
		})
	}
}

func TestLiveAddressThatDeploymentsShare(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/docs/pr-preview/pr-5/": livetest.Page("<h1>Welcome to our home page</h1> 5ca1ab1e")})
	workflow := []string{"GITHUB_ACTIONS=true"}
	target := strings.Replace(s.URL, "http://", "http://user:hunter2hunter2@", 1) + "/docs/pr-preview/pr-5/"
	r := livetest.CheckIn(t.Context(), t, workflow, target)
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Report.Notes, s.URL+" always shows the newest deployment of pull request 5 (GitHub Pages): set expect to the commit, so that an earlier deployment is not checked instead")
	r.Keeps(t, "", "hunter2hunter2@")
	event := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(event, []byte(`{"pull_request": {"number": 5, "head": {"sha": "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	r = livetest.CheckIn(t.Context(), t, append(workflow, "GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+event), target)
	livetest.Says(t, r.Report.Notes, "(GitHub Pages): set expect: ${{ github.event.pull_request.head.sha }}, so that an earlier deployment is not checked instead")
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

package cli_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

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
			livetest.Says(t, r.Report.Notes, `1 file of the site was missing at first and found by a second request, such as "/late.js"`)
			// The server saw the answer a little before the run did.
			if after := time.Duration(looked.Load() - began.Load()); down && after < wait {
				t.Errorf("the second request came after %v", after)
			}
		})
	}
}

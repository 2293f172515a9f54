package compare_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestEarlyEnd does not count URLs as compared that were not when the run ended.
func TestEarlyEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	site := newSite()
	site["/late"] = func(w http.ResponseWriter, r *http.Request) {
		cancel()
		livetest.Hang(w, r)
	}
	s := livetest.Serve(t, site)
	r := livetest.CheckIn(ctx, t, nil, "--compare="+write(t, "old.txt", "/guide/\n/late\n"), s.URL)
	r.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, r.Notes, "of 2 URLs of", "were compared: 0 lost")
}

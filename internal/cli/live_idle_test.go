package cli_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveSettingsWithoutEffect(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page("home")})
	r := livetest.Check(t, "--hosting=netlify", "--max-depth=2", "--wait=1s", "--header=X: y", "--timeout=9s", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Notes, "hosting (flag) has no effect: it applies only to directories")
	if len(r.Notes) != 1 {
		t.Errorf("want no other notes: %q", r.Notes)
	}
}

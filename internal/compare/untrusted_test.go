package compare_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestUntrustedFile reads no private address that a settings file chose in a workflow run,
// and sends no header there.
func TestUntrustedFile(t *testing.T) {
	t.Parallel()
	old, now := livetest.Serve(t, newSite()), livetest.Serve(t, newSite())
	file := write(t, "linkvet.yml", "compare: "+old.URL+"\nallow-private: true\n")
	workflow := []string{"GITHUB_ACTIONS=true"}
	args := []string{"--config=" + file, "--header=X-Secret: abcdef123456", "--allow-private", "--annotations=false", now.URL}
	r := livetest.CheckIn(t.Context(), t, workflow, args...)
	if r.Status != livetest.Incomplete || len(old.Asked()) > 0 {
		t.Errorf("exit status %d, want 3; the old site got %v:\n%s", r.Status, old.Asked(), r.Text)
	}
	if !strings.Contains(r.Text, "could not compare with the old site") {
		t.Errorf("the problem is not named:\n%s", r.Text)
	}
	// At a terminal the file is the user's.
	r = livetest.CheckIn(t.Context(), t, nil, args...)
	r.Found(t, livetest.Clean, nil)
	if sent := old.WithHeader("X-Secret"); len(old.Asked()) == 0 || len(sent) > 0 {
		t.Errorf("the old site got %v with headers %v", old.Asked(), sent)
	}
}

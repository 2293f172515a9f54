package target_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// Beside a checkout a live site's links to its files are not asked for either.
func TestLiveLinksToTheCheckout(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	forge := livetest.Serve(t, livetest.Site{"/o/r/blob/v1/a.md": livetest.Page("tagged")})
	repository := t.TempDir()
	if err := os.WriteFile(filepath.Join(repository, "a.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "--quiet", "--initial-branch=main"}, {"remote", "add", "origin", forge.URL + "/o/r.git"}, {"add", "a.md"}} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", repository}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(
		forge.URL+"/o/r/blob/main/a.md", forge.URL+"/o/r/edit/main/a.md#x", forge.URL+"/o/r/edit/main/b.md",
		forge.URL+"/o/r/blob/v1/a.md", forge.URL+"/o/other/blob/main/a.md"))})
	r := livetest.Check(t, "--allow-private", "--sources="+repository, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		forge.URL + "/o/r/edit/main/b.md": link.NotFound, forge.URL + "/o/other/blob/main/a.md": link.NotFound,
	})
	if f := r.Finding(t, forge.URL+"/o/r/edit/main/b.md"); f.Internal || f.Status != 0 {
		t.Errorf("the finding is that of another place: %+v", f)
	}
	forge.Never(t, "HEAD /o/r/blob/main/a.md", "HEAD /o/r/edit/main/a.md", "HEAD /o/r/edit/main/b.md", "GET /o/r/edit/main/b.md")
	forge.Once(t, "HEAD /o/r/blob/v1/a.md")
}

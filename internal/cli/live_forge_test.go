package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// Beside a checkout a live site's links to its files are not asked for either.
func TestLiveLinksToTheCheckout(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	forge := serve(t, site{"/o/r/blob/v1/a.md": page("tagged")})
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
	s := serve(t, site{"/": page(links(
		forge.URL+"/o/r/blob/main/a.md", forge.URL+"/o/r/edit/main/a.md#x", forge.URL+"/o/r/edit/main/b.md",
		forge.URL+"/o/r/blob/v1/a.md", forge.URL+"/o/other/blob/main/a.md"))})
	r := check(t, "--allow-private", "--sources="+repository, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		forge.URL + "/o/r/edit/main/b.md": link.NotFound, forge.URL + "/o/other/blob/main/a.md": link.NotFound,
	})
	if f := r.finding(t, forge.URL+"/o/r/edit/main/b.md"); f.Internal || f.Status != 0 {
		t.Errorf("the finding is that of another place: %+v", f)
	}
	forge.never(t, "HEAD /o/r/blob/main/a.md", "HEAD /o/r/edit/main/a.md", "HEAD /o/r/edit/main/b.md", "GET /o/r/edit/main/b.md")
	forge.once(t, "HEAD /o/r/blob/v1/a.md")
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestChangedLosesURLs compares the build of a pull request with that of its base: what is
// lost is caused by the pull request, and git knows where a renamed page went.
func TestChangedLosesURLs(t *testing.T) {
	t.Parallel()
	guide := changedBase["content/guide.md"]
	p := newPullRequest(t, changedBase, fileTree{
		"content/guide.md": "", "content/start/handbook.md": guide + "\nAnd more.\n", "content/logo.md": "",
		"content/index.md": "# Home\n\n[guide](/start/handbook/) [install](/guide/install/#on-linux) [about](/about/)\n",
	})
	p.git("checkout", "--quiet", "main")
	build(t, p.dir)
	if err := os.Rename(filepath.Join(p.dir, "public"), filepath.Join(p.dir, "public-base")); err != nil {
		t.Fatal(err)
	}
	p.git("checkout", "--quiet", "topic")
	build(t, p.dir)
	r := p.check(nil, "--hosting=plain", "--compare=public-base", "public")
	for _, lost := range []string{"✗ url-lost  /guide/ — ", "✗ url-lost  /logo/ — "} {
		if !strings.Contains(r.out, lost) {
			t.Errorf("want %s in %s", lost, r.out)
		}
	}
	if want := "it probably moved: git renamed its source; redirect it to /start/handbook/\n"; !strings.Contains(r.out, want) {
		t.Errorf("want %s in %s", want, r.out)
	}
	if r.status != 1 || !slices.Contains(r.others, "/gone-footer/") {
		t.Errorf("exit status %d, not caused %q:\n%s", r.status, r.others, r.out)
	}
	for _, note := range r.notes {
		if strings.Contains(note, "could not decide") {
			t.Errorf("got %q", note)
		}
	}
}

//go:build unix

package site

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/project"
)

// TestPipesAreLeftAlone holds the search for rules and code to opening no pipe
// who would write to a named pipe.
func TestPipesAreLeftAlone(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	built := filepath.Join(top, "public")
	for _, dir := range []string{".git", "public", "api", "functions", "netlify/functions", ".github/workflows"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"vercel.json", "firebase.json", "staticwebapp.config.json", "netlify.toml", "wrangler.toml", "package.json",
		"public/_redirects", "public/_routes.json", "api/x.js", "functions/x.js", "netlify/functions/x.js", ".github/workflows/x.yml",
	} {
		if err := syscall.Mkfifo(filepath.Join(top, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	dir := open(t, built)
	for _, name := range append(hosting.Names(), project.Auto) {
		dir.Host(name)
	}
}

// TestLocked holds a directory to name each file with rules that it may not read.
func TestLocked(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read every file")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "_redirects"), []byte("/a /b\n"), 0); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	d.Host("netlify")
	if got := d.Problems(); len(got) != 1 || !strings.Contains(got[0], `_redirects", which may contain rules of the host: permission denied`) {
		t.Errorf("got %q", got)
	}
}

// Windows has no file with a question mark in its name.
func TestFindAQuestionMark(t *testing.T) {
	t.Parallel()
	d := build(t, "guide/what?.html")
	if got := describe(d, "/guide/what%3F.html"); got != "guide/what?.html" {
		t.Errorf("Find = %s", got)
	}
}

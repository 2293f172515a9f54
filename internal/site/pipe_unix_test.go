//go:build unix

package site

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/detect"
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
	for _, name := range append(detect.Names(), detect.Auto) {
		dir.Host(name)
	}
}

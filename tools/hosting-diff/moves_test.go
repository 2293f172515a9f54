package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/redirectrules"
)

// TestServersRedirectMovedPages has the servers that are installed here read the rules for the
// list of moves, and expects all of them to arrive.
func TestServersRedirectMovedPages(t *testing.T) {
	t.Parallel()
	for format, program := range map[redirectrules.Format]string{redirectrules.Nginx: "nginx", redirectrules.Stubs: "nginx", redirectrules.Apache: "apache2"} {
		t.Run(format.String(), func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(program); err != nil {
				t.Skip(program, " is not installed")
			}
			var out strings.Builder
			ok, err := askMoves(t.Context(), &out, filepath.Join("../..", movesFile), "", []string{format.String()})
			if err != nil || !ok {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
	}
}

// TestLostMoveIsReported asks for a page that a file of rules does not know.
func TestLostMoveIsReported(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("nginx is not installed")
	}
	dir := t.TempDir()
	list, rules := filepath.Join(dir, "moves.txt"), filepath.Join(dir, "redirects.conf")
	for name, text := range map[string]string{list: "/a/ /new/\n/b/ /new/\n", rules: "location = /a/ { return 301 /new/; }\n"} {
		if err := writeFile(name, text); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	ok, err := askMoves(t.Context(), &out, list, rules, []string{"nginx"})
	if err != nil || ok || !strings.Contains(out.String(), "nginx: `/b/`: `404`, want `/new/`") || strings.Contains(out.String(), "`/a/`") {
		t.Errorf("%t, %v\n%s", ok, err, out.String())
	}
}

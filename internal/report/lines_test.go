package report

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// noSecret reports that no text holds a secret.
func noSecret(string) bool { return false }

func TestQuotedLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	last := strings.Repeat("last ", 5000)
	lines := "first\r\n[a](https://diver:swordfish@host.test/)\n[a](http:diver:swordfish@host.test/)\n<a href='//diver@host.test'>\n" +
		"mail <mailto:me@host.test> or me@host.test\nthe opensesame word\n\n" + last
	if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	line := NewLines(t.Context(), func(line string) bool { return strings.Contains(line, "opensesame") }, dir)
	for number, want := range map[int]string{
		1: "first", 2: "", 3: "", 4: "", 5: "mail <mailto:me@host.test> or me@host.test", 6: "", 7: "", 8: last, 9: "", 0: "first",
	} {
		if got := line(file, number); got != want {
			t.Errorf("line %d: got %q, want %q", number, got, want)
		}
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if got := NewLines(late, noSecret, dir)(file, 1); got != "" {
		t.Errorf("beyond the end of the run %q is quoted", got)
	}
	for _, name := range []string{dir, filepath.Join(dir, "none")} {
		if got := line(name, 1); got != "" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// Nothing is quoted of what only leads to a file elsewhere, is no file, or lies
// outside of what was checked and what that is built from.
func TestLinesStayBelowTheDirectories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"site/sub", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"site/a.md": "a", "site/sub/b.md": "b", "elsewhere/c.md": "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"site/inside.md": "sub/b.md", "site/out.md": "../elsewhere/c.md", "site/environ.md": "/proc/self/environ",
		"site/dir": "../elsewhere", "site/device.md": "/dev/zero", "site/loop.md": "loop.md",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	line := NewLines(t.Context(), noSecret, filepath.Join(dir, "site"))
	for name, want := range map[string]string{
		"site/a.md": "a", "site/sub/b.md": "b", "site/inside.md": "b", "site/dir/../a.md": "a",
		"site/out.md": "", "site/environ.md": "", "site/dir/c.md": "", "site/device.md": "", "site/loop.md": "",
		"elsewhere/c.md": "", "site/../elsewhere/c.md": "", "site": "", "site/none.md": "",
	} {
		if got := line(filepath.Join(dir, filepath.FromSlash(name)), 1); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

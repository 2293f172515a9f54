package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestQuotedLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	lines := "first\r\n[a](https://diver:swordfish@host.test/)\n[a](http:diver:swordfish@host.test/)\n<a href='//diver@host.test'>\n" +
		"mail <mailto:me@host.test> or me@host.test\nthe opensesame word\n\nlast"
	if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	q := &quoter{secrets: []string{"opensesame"}}
	for number, want := range map[int]string{
		1: "first", 2: "", 3: "", 4: "", 5: "mail <mailto:me@host.test> or me@host.test", 6: "", 7: "", 8: "last", 9: "", 0: "first",
	} {
		if got := q.line(file, number); got != want {
			t.Errorf("line %d: got %q, want %q", number, got, want)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "none")} {
		if got := q.line(name, 1); got != "" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

package config

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestManual(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := Print(&b, PrintMan, "1.2.3", ""); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, s := range settings() {
		if flag := `\fB\-\-` + plain(s.name) + `\fR`; strings.Contains(text, flag) != !s.isSecret {
			t.Errorf("the page has %s: %v, want %v", flag, s.isSecret, !s.isSecret)
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "'") {
			t.Errorf("roff reads %q as a request", line)
		}
	}
}

// TestManReadsThePage has a reader of manual pages look for faults.
func TestManReadsThePage(t *testing.T) {
	t.Parallel()
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("this machine has no mandoc")
	}
	name := filepath.Join(t.TempDir(), "linkvet.1")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := Print(f, PrintMan, "1.2.3", ""); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), mandoc, "-T", "lint", "-W", "error", name).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

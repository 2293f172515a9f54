package doc

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "doc.md")
	before := "# Head\n<!-- a -->\nold\n<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\nend\n"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // The second time finds what the first one wrote.
		if err := Update(path, "a", "\nnew\n\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := Update(path, "b", "filled"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "# Head\n<!-- a -->\nnew\n<!-- /a -->\nbetween\n<!-- b -->\nfilled\n<!-- /b -->\nend\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := Update(path, "c", ""); err == nil {
		t.Error("a marker that is not there was accepted")
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	table := NewTable("tool", "time")
	table.Add("a", "1 s")
	want := "| tool | time |\n| --- | ---: |\n| a | 1 s |\n"
	if diff := cmp.Diff(want, table.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ got, want string }{
		"milliseconds": {Seconds(12 * time.Millisecond), "0.012 s"},
		"seconds":      {Seconds(1234 * time.Millisecond), "1.23 s"},
		"tens":         {Seconds(12345 * time.Millisecond), "12.3 s"},
		"hundreds":     {Seconds(123456 * time.Millisecond), "123 s"},
		"megabytes":    {Megabytes(1_234_567_890), "1,235 MB"},
		"small count":  {Count(999), "999"},
		"count":        {Count(1234567), "1,234,567"},
		"negative":     {Count(-123), "-123"},
		"times":        {Times(3, 2), "1.50 ×"},
		"many times":   {Times(30, 2), "15.0 ×"},
		"no times":     {Times(3, 0), "-"},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", name, test.got, test.want)
		}
	}
}

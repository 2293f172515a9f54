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
		"milliseconds": {got: Seconds(12 * time.Millisecond), want: "0.012 s"},
		"seconds":      {got: Seconds(1234 * time.Millisecond), want: "1.23 s"},
		"tens":         {got: Seconds(12345 * time.Millisecond), want: "12.3 s"},
		"hundreds":     {got: Seconds(123456 * time.Millisecond), want: "123 s"},
		"megabytes":    {got: Megabytes(1_234_567_890), want: "1,235 MB"},
		"small count":  {got: Count(999), want: "999"},
		"count":        {got: Count(1234567), want: "1,234,567"},
		"negative":     {got: Count(-123), want: "-123"},
		"times":        {got: Times(3, 2), want: "1.50 ×"},
		"many times":   {got: Times(30, 2), want: "15.0 ×"},
		"no times":     {got: Times(3, 0), want: "-"},
	}
	for name, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", name, test.got, test.want)
		}
	}
}

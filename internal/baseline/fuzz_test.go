package baseline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// FuzzBaseline reads any bytes as a baseline: what is known is in the file, and an error
// is one plain line.
func FuzzBaseline(f *testing.F) {
	for _, seed := range []string{
		`{"schema": "` + link.Schema + `", "findings": [{"id": "b3f09c1e5a7d2f48"}, {"id": ""}, {}]}`,
		`{"schema": "linkvet.report/0\u001b[2J\n::error::x"}`, `{"schema": "` + link.Schema + `", "findings": {}}`,
		"\x1b", "[", "null", `{"SCHEMA": "` + link.Schema + `", "Findings": [{"ID": 1}]}`, strings.Repeat("[", 11_000),
	} {
		f.Add([]byte(seed))
	}
	name := filepath.Join(f.TempDir(), "baseline.json")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		known, err := Read(t.Context(), name, "--report=json="+name)
		if err != nil {
			if line := err.Error(); known != nil || len(line) > 4096 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q: the error is %q", content, line)
			}
			return
		}
		if !json.Valid(content) || len(known) > len(content) {
			t.Errorf("%d findings are known by %q", len(known), content)
		}
	})
}

package builddir

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// generatorRow is a row of the table in docs/generators.md: the generator and its output
// directory.
var generatorRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| `[^|]+` \\| `([^|`]+)` \\| [^|]+ \\|$")

// TestGeneratorsPageNamesDirectoriesThatAreFound makes each output directory of
// docs/generators.md, alone in a directory without settings.
func TestGeneratorsPageNamesDirectoriesThatAreFound(t *testing.T) {
	text, err := os.ReadFile("../../docs/generators.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := generatorRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 10 {
		t.Fatalf("only %d generators were found", len(rows))
	}
	for _, row := range rows {
		name, dir := row[1], row[2]
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			index := filepath.Join(filepath.FromSlash(dir), "index.html")
			if name == "rustdoc" {
				// The site has no page at its top, but one for each crate.
				index = filepath.Join(filepath.FromSlash(dir), "crate", "index.html")
			}
			if err := os.MkdirAll(filepath.Dir(index), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(index, []byte("<!doctype html><title>x</title>"), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := Find()
			if err != nil || got.Dir != dir {
				t.Errorf("found %q, %v; want %q", got.Dir, err, dir)
			}
		})
	}
}

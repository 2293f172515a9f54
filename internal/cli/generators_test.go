package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// generatorRow is a row of the table in docs/generators.md: the output directory, and
// whether it is found without a target.
var generatorRow = regexp.MustCompile("(?m)^\\| [^|]+ \\| `[^|]+` \\| `([^|`]+)` \\| (yes|no)")

// TestGeneratorsPageNamesTheBuildDirectories holds docs/generators.md to the directories that
// are looked for.
func TestGeneratorsPageNamesTheBuildDirectories(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/generators.md")
	if err != nil {
		t.Fatal(err)
	}
	folded := strings.Join(strings.Fields(string(text)), " ")
	if list := "`" + strings.Join(buildDirs[:], "`, `") + "`"; !strings.Contains(folded, list) {
		t.Errorf("docs/generators.md does not list %s", list)
	}
	rows := generatorRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 10 {
		t.Fatalf("only %d generators were found", len(rows))
	}
	for _, row := range rows {
		dir, found := row[1], row[2] == "yes"
		// rustdoc writes no index.html at the top of its directory.
		if dir != "target/doc" && found != slices.Contains(buildDirs[:], dir) {
			t.Errorf("docs/generators.md: whether %s is found is wrong", dir)
		}
	}
}

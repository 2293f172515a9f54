package config

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// migratingRow is a row of a table "theirs | linkvet | note".
	migratingRow = regexp.MustCompile(`(?m)^\| .* \|$`)
	// cellEdge is what parts the cells of a row: no cell of these pages holds a bar.
	cellEdge = regexp.MustCompile(` ?\| ?`)
	// codeSpan is a name or an example in a cell.
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// settingExample is a setting with a value in any cell: `fragments: none`.
	settingExample = regexp.MustCompile("`([a-z-]+: [^`…]+)`")
	// listIndent is what is before a line of an example in a numbered list.
	listIndent = regexp.MustCompile(`(?m)^ {3}`)
)

// notSettings are what the pages may name besides settings: flags that print and exit,
// what is in pages, the settings file and the environment.
var notSettings = []string{
	"--dump", "--help", "--version", "rules", ".linkvet.yml", "data-linkvet-ignore", "data-proofer-ignore",
	"GITHUB_TOKEN", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NO_COLOR",
}

// migratingPages returns docs/migrating.md and the page of each tool, by name.
func migratingPages(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/migrating/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, name := range append(names, "../../docs/migrating.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = string(text)
	}
	return pages
}

// TestMigratingNamesSettings holds the column "linkvet" of docs/migrating to the settings
// that there are, and each example of a setting to what Load accepts.
func TestMigratingNamesSettings(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range Settings() {
		names = append(names, s.Name)
	}
	rows := 0
	for page, text := range migratingPages(t) {
		if page == "docs/migrating.md" {
			continue // its tables compare tools
		}
		for _, row := range migratingRow.FindAllString(text, -1) {
			cells := cellEdge.Split(strings.Trim(row, "| "), -1)
			switch {
			case len(cells) != 2 && len(cells) != 3:
				t.Errorf("%s: this row has %d cells, want 3: %s", page, len(cells), row)
				continue
			case cells[1] == "none" || cells[1] == "linkvet" || cells[1] == "---":
				continue
			}
			rows++
			spans := codeSpan.FindAllStringSubmatch(cells[1], -1)
			if len(spans) == 0 {
				t.Errorf("%s: name a setting, or none: %s", page, row)
			}
			for _, span := range spans {
				name, _, _ := strings.Cut(span[1], ": ")
				if !slices.Contains(names, name) && !slices.Contains(notSettings, name) {
					t.Errorf("%s: linkvet has no setting %s: %s", page, name, row)
				}
			}
		}
		for _, example := range settingExample.FindAllStringSubmatch(text, -1) {
			tryMigrating(t, page, example[1])
		}
	}
	if rows < 100 {
		t.Errorf("only %d rows name a setting", rows)
	}
}

// tryMigrating reads a setting, or a key of a rule, as the settings file would have it.
func tryMigrating(t *testing.T, page, example string) {
	t.Helper()
	_, err := Load(file(example + "\n"))
	if err == nil {
		return
	}
	if _, inRule := Load(file("rules:\n  - match: https://example.com/**\n    " + example + "\n")); inRule != nil {
		t.Errorf("%s: %s: %v", page, example, err)
	}
}

// TestMigratingExamples reads the examples of docs/migrating, and of three more pages, as
// the program would.
func TestMigratingExamples(t *testing.T) {
	t.Parallel()
	n := 0
	pages := migratingPages(t)
	for _, name := range []string{"docs/sources.md", "docs/generators.md", "docs/scale.md"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	for _, text := range pages {
		for _, example := range recipe.FindAllStringSubmatch(text, -1) {
			text := example[2]
			if strings.HasPrefix(text, "   ") {
				text = listIndent.ReplaceAllString(text, "")
			}
			switch {
			case example[1] == "sh":
				for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
					if args, ok := strings.CutPrefix(line, "linkvet "); ok {
						n += tryRecipe(t, line, Sources{Args: shellWords(args)})
					}
				}
			case strings.HasPrefix(text, "# .linkvet.yml"):
				n += tryRecipe(t, text, file(text))
			default:
				n += tryExample(t, text)
			}
		}
	}
	if n < 18 {
		t.Errorf("only %d examples were found", n)
	}
}

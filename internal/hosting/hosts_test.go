package hosting_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestDocs compares the table of docs/hosting.md with what the profiles answer.
func TestDocs(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "hosting.md"))
	if err != nil {
		t.Fatal(err)
	}
	site := hostingtest.Tree{"index.html": "", "404.html": "", "page.html": "", "guide/index.html": ""}
	answers := strings.NewReplacer("the page", "200 page.html", "its index", "200 guide/index.html", "nothing", "404", "`", "")
	var names []string
	asked := 0
	for line := range strings.Lines(string(data)) {
		cells := cellsOf(line)
		if len(cells) > 1 && cells[0] == "request" {
			names = cells
			continue
		}
		if names == nil || !strings.HasPrefix(line, "| `/") {
			continue
		}
		for i := 1; i < len(cells); i++ {
			name, url := strings.Trim(names[i], "`"), strings.Trim(cells[0], "`")
			if !slices.Contains(hosting.Names(), name) {
				continue
			}
			asked++
			got := hostingtest.Ask(hosting.New(name, site.Deployment(nil)), url)
			want := answers.Replace(cells[i])
			if _, place, isRedirect := strings.Cut(want, "→ "); isRedirect {
				_, got, _ = strings.Cut(got, " ")
				want = place
			}
			if got != want {
				t.Errorf("%s answers %s with %q, docs say %q", name, url, got, want)
			}
		}
	}
	if asked == 0 {
		t.Error("the table was not found")
	}
}

// cellsOf returns the cells of a line of a Markdown table.
func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// TestTables asks each host for what its tables say.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, name := range hosting.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostingtest.Tables(t, name)
		})
	}
}

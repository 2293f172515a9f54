package hosting_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/detect"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// shared are the folders that are not hosts.
var shared = []string{"detect", "hostingtest", "pattern", "preview", "redirects", "settings"}

// TestHosts names what a host lacks: each has a folder, a row in the table of hosts, a
// section in docs/hosting.md, and tables of its answers.
func TestHosts(t *testing.T) {
	t.Parallel()
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "hosting.md"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	hosts := 0
	for _, entry := range entries {
		folder := entry.Name()
		if !entry.IsDir() || slices.Contains(shared, folder) {
			continue
		}
		hosts++
		name, tests := hostOf(t, folder)
		switch {
		case name == "":
			t.Errorf("%s: add const Name, the host's name among the values of the setting", folder)
		case !slices.Contains(detect.Names(), name):
			t.Errorf("%s: add a row for %q to hosts in detect/table.go", folder, name)
		case detect.Choose(name, hostingtest.Tree{}.Deployment(nil)).Profile.Name() != name:
			t.Errorf("%s: the profile has another name than %q, which the table has", folder, name)
		case !strings.Contains(string(docs), "\n### `"+name+"`\n"):
			t.Errorf("%s: add a section %q to docs/hosting.md", folder, "### `"+name+"`")
		}
		if tables, _ := filepath.Glob(filepath.Join(folder, "testdata", "*.txtar")); len(tables) == 0 {
			t.Errorf("%s: add a table of answers, such as testdata/files.txtar (hostingtest.Tables says how it looks)", folder)
		}
		if !strings.Contains(tests, "hostingtest.Tables(") {
			t.Errorf("%s: add a test that calls hostingtest.Tables", folder)
		}
	}
	if hosts != len(detect.Names()) {
		t.Errorf("%d folders are hosts, and the table has %d: %q", hosts, len(detect.Names()), detect.Names())
	}
}

// hostOf returns the name of the host of a folder, and the text of its tests.
func hostOf(t *testing.T, folder string) (name, tests string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no Go files: write a package with Name and New (%v)", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			tests += string(text)
		} else if _, rest, ok := strings.Cut(string(text), "\nconst Name = \""); ok {
			name, _, _ = strings.Cut(rest, "\"")
		}
	}
	return name, tests
}

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
			if !slices.Contains(detect.Names(), name) {
				continue
			}
			asked++
			got := hostingtest.Ask(detect.Choose(name, site.Deployment(nil)).Profile, url)
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

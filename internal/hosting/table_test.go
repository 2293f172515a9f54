package hosting

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestTables holds each profile to its tables: testdata/PROFILE/*.txtar. Files
// below "public/" are the deployment, the others stand in the repository around
// it. Above the files is one row for each URL, with its path percent-decoded:
// "/path?query => answer", where the answer is what describe writes. A comment
// "# place: PATH" says where in the repository the deployment is.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		tables, err := filepath.Glob(filepath.Join("testdata", name, "*.txtar"))
		if err != nil || len(tables) == 0 {
			t.Errorf("no tables for %s (%v)", name, err)
		}
		for _, table := range tables {
			t.Run(name+"/"+strings.TrimSuffix(filepath.Base(table), ".txtar"), func(t *testing.T) {
				t.Parallel()
				testTable(t, name, table)
			})
		}
	}
}

func testTable(t *testing.T, profile, table string) {
	archive, err := txtar.ParseFile(table)
	if err != nil {
		t.Fatal(err)
	}
	public, beside := tree{}, tree{}
	for _, file := range archive.Files {
		if name, ok := strings.CutPrefix(file.Name, "public/"); ok {
			public[name] = string(file.Data)
		} else {
			beside[file.Name] = string(file.Data)
		}
	}
	d := public.deployment(beside)
	for line := range strings.Lines(string(archive.Comment)) {
		if place, ok := strings.CutPrefix(line, "# place: "); ok {
			d.Place = strings.TrimSpace(place)
		}
	}
	p := Choose(profile, d).Profile
	if p.Name() != profile {
		t.Fatalf("the profile is %s", p.Name())
	}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		url, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("no row: %q", line)
		}
		if got := ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}

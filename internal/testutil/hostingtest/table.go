package hostingtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Tables compares a profile with its tables: testdata/NAME/*.txtar. Files below
// "public/" are the deployment, the others are in the repository around it. Above the
// files is one row for each URL, with its path percent-decoded: "/path?query => answer",
// where the answer is what Describe writes. A comment "# place: PATH" says where in the
// repository the deployment is.
func Tables(t *testing.T, name string) {
	t.Helper()
	tables, err := filepath.Glob(filepath.Join("testdata", name, "*.txtar"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables (%v)", err)
	}
	for _, file := range tables {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			table(t, file, name)
		})
	}
}

func table(t *testing.T, file, name string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	public, repository := Tree{}, Tree{}
	for _, file := range archive.Files {
		if name, ok := strings.CutPrefix(file.Name, "public/"); ok {
			public[name] = string(file.Data)
		} else {
			repository[file.Name] = string(file.Data)
		}
	}
	d := public.Deployment(repository)
	for line := range strings.Lines(string(archive.Comment)) {
		if place, ok := strings.CutPrefix(line, "# place: "); ok {
			d.BuildPath = strings.TrimSpace(place)
		}
	}
	p := hosting.New(name, d)
	if p.Name() != name {
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
		if got := Ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}

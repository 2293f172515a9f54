package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/config"
)

// mergeFolder makes a working directory with files of these names.
func mergeFolder(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMergeFiles(t *testing.T) {
	mergeFolder(t, "parts/b.facts", "parts/a.facts", "parts/read.me", "parts/deep/er/c.facts", "jobs/1/links.facts", "jobs/2/links.facts", "jobs/empty/log.txt", "odd/x[1].facts", "odd/x1.facts")
	for _, test := range []struct {
		name     string
		patterns []string
		want     []string
	}{
		{name: "a file", patterns: []string{"parts/b.facts"}, want: []string{"parts/b.facts"}},
		{name: "a directory and those below it", patterns: []string{"parts"}, want: []string{"parts/a.facts", "parts/b.facts", "parts/deep/er/c.facts"}},
		{name: "a glob", patterns: []string{"parts/*.facts"}, want: []string{"parts/a.facts", "parts/b.facts"}},
		{name: "a glob of directories", patterns: []string{"jobs/*"}, want: []string{"jobs/1/links.facts", "jobs/2/links.facts"}},
		{name: "each file once, in order", patterns: []string{"parts/b.facts", "parts/*.facts", "./parts/../parts/a.facts"}, want: []string{"parts/a.facts", "parts/b.facts"}},
	} {
		got, err := findFacts(test.patterns)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", test.name, err, diff)
		}
	}
}

func TestMergeFilesThatAreNotThere(t *testing.T) {
	mergeFolder(t, "parts/a.facts", "logs/a.txt")
	for pattern, want := range map[string]string{
		"none.facts":   `could not merge "none.facts": no such file or directory; check the path`,
		"none/*.facts": `could not merge "none/*.facts": it matches no file; check the path`,
		"logs":         `could not merge "logs": the directory contains no *.facts file; check the path and the names of the files`,
	} {
		files, err := findFacts([]string{"parts", pattern})
		if err == nil || !strings.HasPrefix(err.Error(), want) || len(files) != 1 {
			t.Errorf("%s: got %v and %v", pattern, files, err)
		}
	}
	_, err := findFacts([]string{"none.facts", "logs"})
	if err == nil || !strings.Contains(err.Error(), `"none.facts"`) || !strings.Contains(err.Error(), `"logs"`) {
		t.Errorf("not all patterns are named: %v", err)
	}
}

func TestMergeReplacesNoFactsThatItReads(t *testing.T) {
	mergeFolder(t, "parts/a.facts")
	cfg := &config.Config{Merge: []string{"parts"}, Reports: []config.ReportFile{{Format: "facts", Path: "./parts/a.facts"}}}
	if _, err := mergedFiles(cfg); err == nil || !strings.Contains(err.Error(), "it is one of the files to merge; write to another path") {
		t.Errorf("got %v", err)
	}
	cfg.Reports[0].Path = "parts/b.facts"
	if files, err := mergedFiles(cfg); len(files) != 1 || err != nil {
		t.Errorf("got %v and %v", files, err)
	}
}

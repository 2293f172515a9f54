package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fuzzFunction matches the declaration of a fuzz target, and fuzzName its name in
// docs/security.md.
var (
	fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	fuzzName     = regexp.MustCompile("`(Fuzz\\w+)`")
)

// TestEveryFuzzTargetIsInTheSecurityTable compares the table of readers in
// docs/security.md with the fuzz targets that there are.
func TestEveryFuzzTargetIsInTheSecurityTable(t *testing.T) {
	t.Parallel()
	exist := map[string]bool{}
	err := filepath.WalkDir("internal", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := os.ReadFile(name)
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "internal/")
		for _, m := range fuzzFunction.FindAllSubmatch(src, -1) {
			exist[folder+" "+string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(exist) < 60 {
		t.Errorf("only %d fuzz targets were found", len(exist))
	}
	source, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(source), "\n## Readers of untrusted bytes\n")
	if !found {
		t.Fatal("docs/security.md has no section on the readers of untrusted bytes")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "|") || len(cells) != 5 {
			continue
		}
		for _, m := range fuzzName.FindAllStringSubmatch(cells[3], -1) {
			target := strings.Trim(strings.TrimSpace(cells[2]), "`") + " " + m[1]
			if listed[target] {
				t.Errorf("docs/security.md lists %s twice", target)
			}
			listed[target] = true
			if !exist[target] {
				t.Errorf("docs/security.md lists %s, which does not exist", target)
			}
		}
	}
	for target := range exist {
		if !listed[target] {
			t.Errorf("add %s to the table of readers in docs/security.md", target)
		}
	}
}

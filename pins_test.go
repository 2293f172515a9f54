package main

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestPinsAgreeWithTheDocs compares the versions of the actions that the workflows pin with
// those that the docs show. Dependabot updates the workflows, and old versions stop to run.
func TestPinsAgreeWithTheDocs(t *testing.T) {
	t.Parallel()
	workflows, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	pinned := map[string]string{}
	pin := regexp.MustCompile(`uses: (actions/[a-z-]+)@[0-9a-f]{40} # v(\d+)\.`)
	for _, name := range workflows {
		for _, m := range pin.FindAllStringSubmatch(read(t, name), -1) {
			if known := pinned[m[1]]; known != "" && known != m[2] {
				t.Errorf("%s pins %s v%s, and another workflow v%s", name, m[1], m[2], known)
			}
			pinned[m[1]] = m[2]
		}
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	use := regexp.MustCompile(`uses: (actions/[a-z-]+)@v(\d+)\n`)
	for _, page := range append(pages, "README.md") {
		for _, m := range use.FindAllStringSubmatch(read(t, page), -1) {
			if want := pinned[m[1]]; want != "" {
				shown++
				if m[2] != want {
					t.Errorf("%s shows %s@v%s, and the workflows pin v%s", page, m[1], m[2], want)
				}
			}
		}
	}
	if len(pinned) < 7 || shown < 10 {
		t.Errorf("found %d actions in the workflows, and %d uses in the docs", len(pinned), shown)
	}
}

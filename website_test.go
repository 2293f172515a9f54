package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWebsiteMenuHasEveryPage reads docs/README.md as the menu of the site does: the first links
// of its tables lead to pages, and a page in a folder belongs to the page with the folder's name.
// scripts/website.sh builds the site itself, which needs Hugo and takes too long for a test.
func TestWebsiteMenuHasEveryPage(t *testing.T) {
	t.Parallel()
	entry := regexp.MustCompile(`(?m)^\| \[[^\]]+\]\(([^)]+)\)`)
	_, sections, _ := strings.Cut(read(t, "docs/README.md"), "\n## ")
	inMenu := map[string]bool{"README.md": true}
	for _, link := range entry.FindAllStringSubmatch(sections, -1) {
		inMenu[link[1]] = true
	}
	pages := 0
	err := fs.WalkDir(os.DirFS("docs"), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		pages++
		folder, _, below := strings.Cut(name, "/")
		if below {
			name, folder = folder+".md", name
		}
		if !inMenu[name] {
			t.Errorf("docs/%s is not in the menu of the site: add docs/%s to a table of docs/README.md", max(name, folder), name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 40 {
		t.Errorf("only %d pages were found", pages)
	}
}

// TestDocsHaveNoGeneratorSyntax keeps the pages readable on GitHub.
func TestDocsHaveNoGeneratorSyntax(t *testing.T) {
	t.Parallel()
	syntax := regexp.MustCompile(`\{\{[<%]|^(---|\+\+\+)\n`)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range slices.Concat([]string{"README.md"}, pages, below) {
		if found := syntax.FindString(fence.ReplaceAllString(read(t, page), "")); found != "" {
			t.Errorf("%s has syntax of a generator: %q", page, found)
		}
	}
}

// TestWebsiteAsksForNothingElsewhere finds addresses of other hosts that a template or style
// loads from. Links to the repository are no requests.
func TestWebsiteAsksForNothingElsewhere(t *testing.T) {
	t.Parallel()
	var got []string
	for _, dir := range []string{"website/layouts", "website/assets"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				got = append(got, regexp.MustCompile(`https?://[^\s"')]+`).FindAllString(read(t, filepath.Join(dir, name)), -1)...)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// The namespace of SVG is a name.
	if diff := cmp.Diff([]string{"http://www.w3.org/2000/svg"}, got); diff != "" {
		t.Errorf("addresses (-want +got):\n%s", diff)
	}
}

// TestWebsiteVersionsAreHashed wants each tool of the site to have a version and its hashes.
func TestWebsiteVersionsAreHashed(t *testing.T) {
	t.Parallel()
	got := regexp.MustCompile(`(?m)^([a-z-]+)==[0-9.]+ \\\n    --hash=sha256:[0-9a-f]{64}`).FindAllStringSubmatch(read(t, "website/requirements.txt"), -1)
	var names []string
	for _, m := range got {
		names = append(names, m[1])
	}
	if diff := cmp.Diff([]string{"hugo", "pagefind", "pagefind-bin"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

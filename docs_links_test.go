package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// fence is a block of code, in which nothing is a link or a heading.
	fence = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	// relativeLink is a link to a file of this repository, to an anchor, or to both.
	relativeLink = regexp.MustCompile(`\]\(([^):\s]*)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	namedAnchor  = regexp.MustCompile(`<a (?:id|name)="([^"]+)">`)
	// dropped are the characters that GitHub leaves out of the anchor of a heading.
	dropped = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// anchorsOf returns the anchors of a Markdown page as GitHub makes them.
func anchorsOf(page string) map[string]bool {
	page = fence.ReplaceAllString(page, "")
	anchors := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		anchors[strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	for _, m := range namedAnchor.FindAllStringSubmatch(page, -1) {
		anchors[m[1]] = true
	}
	return anchors
}

// TestDocsHaveNoBrokenLinks follows every link between the Markdown pages of this
// repository.
func TestDocsHaveNoBrokenLinks(t *testing.T) {
	t.Parallel()
	top, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, name := range append(append(top, docs...), below...) {
		for _, m := range relativeLink.FindAllStringSubmatch(fence.ReplaceAllString(read(t, name), ""), -1) {
			links++
			file, anchor, hasAnchor := strings.Cut(m[1], "#")
			to := name
			if file != "" {
				to = filepath.Join(filepath.Dir(name), filepath.FromSlash(file))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link %s leads to no file", name, m[1])
				continue
			}
			if hasAnchor && !anchorsOf(read(t, to))[anchor] {
				t.Errorf("%s: the link %s leads to no heading", name, m[1])
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links were found", links)
	}
}

// TestDocsIndexListsEveryPage holds docs/README.md to the pages that there are.
func TestDocsIndexListsEveryPage(t *testing.T) {
	t.Parallel()
	index := read(t, "docs/README.md")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := filepath.Base(page)
		if name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/README.md: add a line for %s", name)
		}
	}
}

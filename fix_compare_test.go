package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestFixMovedPages changes links to a page whose text is on another page now, and none where
// only the name is alike.
func TestFixMovedPages(t *testing.T) {
	t.Parallel()
	home := "<p><a href=/old/whales.html>whales</a> <a href=/old/mountains-guide.html>mountains</a>\n"
	s := newFixSite(t, fileTree{
		"src/index.md": "[whales](/old/whales.html) [mountains](/old/mountains-guide.html)\n",
	}, fileTree{
		"index.html": home, "sea/animals.html": "<p>" + pageAbout("whales"), "land/mountains-guide.html": "<p>rocks",
	})
	writeTree(t, s.dir, fileTree{
		"../before/index.html": "<p>" + home, "../before/old/whales.html": pageAbout("whales"), "../before/old/mountains-guide.html": "<p>rocks",
	})
	s.args = []string{"--external=false", "--sources=src", "--compare=../before"}
	s.expect(fileTree{"src/index.md": "[whales](/sea/animals.html) [mountains](/old/mountains-guide.html)\n"})
}

// TestFixWithComparison changes letter case as it does without a comparison, and shows where a
// page went also for a link that it leaves alone.
func TestFixWithComparison(t *testing.T) {
	t.Parallel()
	home := "<p><a href=/Sea/Animals.html>a</a> <a href=/old/whales.html>w</a>\n"
	sources := fileTree{"src/index.md": "[a](/Sea/Animals.html)\n", "src/more.md": "<!-- DO NOT EDIT -->\n[w](/old/whales.html)\n"}
	s := newFixSite(t, sources, fileTree{
		"index.html": home, "more.html": "<p><a href=/old/whales.html>w</a>\n", "sea/animals.html": "<p>" + pageAbout("dolphins"), "sea/whales.html": "<p>" + pageAbout("whales"),
	})
	writeTree(t, s.dir, fileTree{
		"../before/index.html": "<p>" + home, "../before/Sea/Animals.html": pageAbout("dolphins"), "../before/old/whales.html": pageAbout("whales"),
	})
	s.args = []string{"--external=false", "--sources=src", "--compare=../before"}
	if _, _, stderr := s.run("--fix=diff"); !strings.Contains(stderr, "src/more.md:2:5  /old/whales.html → /sea/whales.html: its file is generated\n") {
		t.Errorf("the links that are left alone: %s", stderr)
	}
	s.expect(fileTree{"src/index.md": "[a](/sea/animals.html)\n"})
}

// pageAbout is a page with a text of its own.
func pageAbout(subject string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>%s</title><main><h1>%s</h1><p>", subject, subject)
	for i := range 100 {
		fmt.Fprintf(&b, "%s%d of %d ", subject, i, i*i)
	}
	return b.String() + "</p></main>"
}

package main

import (
	"strings"
	"testing"
)

// TestFixKeepsNoDeadAnchor leaves a link alone whose anchor is not on the right page either: it
// would be a new finding after the next build.
func TestFixKeepsNoDeadAnchor(t *testing.T) {
	t.Parallel()
	public := fileTree{
		"index.html":     `<p><a href="/API/#here">a</a> <a href="/API/#missing">b</a> <a href="/API/#top">c</a> <a href="/API/#h%65re">d</a>`,
		"api/index.html": "<h1 id=here>API</h1>",
	}
	s := newFixSite(t, fileTree{"src/index.md": "[a](/API/#here)\n[b](/API/#missing)\n[c](/API/#top)\n[d](/API/#h%65re)\n"}, public)
	_, _, stderr := s.run("--fix=diff")
	if want := "src/index.md:2:5  /API/#missing → /api/: the right page has no such anchor\n"; !strings.Contains(stderr, want) {
		t.Errorf("got %s, want %s", stderr, want)
	}
	s.expect(fileTree{"src/index.md": "[a](/api/#here)\n[b](/API/#missing)\n[c](/api/#top)\n[d](/api/#h%65re)\n"})

	// Where anchors are not checked, they are no findings.
	s.args = []string{"--external=false", "--fragments=none"}
	s.expect(fileTree{"src/index.md": "[a](/api/#here)\n[b](/api/#missing)\n[c](/api/#top)\n[d](/api/#h%65re)\n"})
}

package main

import (
	"strings"
	"testing"
)

// TestFixPatchNamesItsLines has the right lines in a patch with several changes: "git apply"
// begins to look for a hunk where its header says, and the same lines may be there.
func TestFixPatchNamesItsLines(t *testing.T) {
	t.Parallel()
	gap := strings.Repeat("-\n", 6)
	text := func(first, last string) string {
		links := strings.Repeat(first+gap, 3) + strings.Repeat("=\n", 9)
		copied := "+\n+\n+\n[the link](/instalation/)\n+\n+\n+\n"
		return links + "```\n" + copied + "```\n" + "1\n2\n3\n" + strings.Replace(copied, "[the link](/instalation/)\n", last, 1)
	}
	wrong, right := "[the link](/instalation/)\n", "[the link](/installation/)\n"
	s := newFixSite(t, fileTree{"content/guide.md": text(wrong, wrong)}, fileTree{
		"index.html": "x", "installation/index.html": "x",
		"guide/index.html": "<p>" + strings.Repeat(`<a href="/instalation/">the link</a> `, 4) + "<pre><code>[the link](/instalation/)</code></pre>",
	})
	s.expect(fileTree{"content/guide.md": text(right, right)})
}

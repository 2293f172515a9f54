package cause

import (
	"path/filepath"
	"strings"
	"testing"
)

// Git for Windows checks out text with other ends of lines than the repository has. A
// pull request that does not touch the file is no cause.
func TestEndsOfLinesAreNoChange(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"layouts/nav.html": "{{ if .Site }}\n<a href=\"/nothing/\">Nothing</a>\n{{ end }}\n",
		"content/post.md":  "---\ntitle: Post\ndraft: false\n---\n[nothing](/nothing/)\n",
	} {
		tree := &tree{before: map[string]string{name: text}, after: map[string]string{name: strings.ReplaceAll(text, "\n", "\r\n")}}
		opt, dir := tree.options(t)
		line := strings.Count(text[:strings.Index(text, "/nothing/")], "\n") + 1
		column := strings.Index(strings.Split(text, "\n")[line-1], "/nothing/") + 1
		if got, why := decide(t.Context(), opt, finding("/nothing/", filepath.ToSlash(dir)+"/"+name, line, column)); got != notCaused {
			t.Errorf("%s with other ends of lines: %v %s", name, got, why)
		}
	}
}

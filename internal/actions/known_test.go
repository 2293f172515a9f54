package actions

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestKnownPlacesAreNotAnnotated holds that the annotations of a target are at its new places,
// even where known ones are better placed.
func TestKnownPlacesAreNotAnnotated(t *testing.T) {
	t.Parallel()
	known := link.Occurrence{Page: "/a/", Known: true, Source: &link.Source{File: "content/a.md", Line: 1}}
	fresh := link.Occurrence{Page: "/b/", File: "public/b.html", Line: 7}
	files := holding([]string{"site/content/a.md"}, "site/content/a.md", "site/public/b.html")
	commands := annotatedIn(t, files, gone("/x", known, fresh))
	if len(commands) != 1 || commands[0].Fields["file"] != "site/public/b.html" || commands[0].Fields["line"] != "7" ||
		commands[0].Data != "/x: m; new on 1 of 2 pages (gone). Linked from 2 places" {
		t.Errorf("got %v", commands)
	}
}

package html_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestSrcsetOfTemplates has sizes that only the template knows. A reader of HTML drops
// these candidates, because their descriptors are not valid.
func TestSrcsetOfTemplates(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "layout.html", []markuptest.Case{
		{
			Name:   "a width from the template",
			Source: "<img srcset=\"/a.png {{ .Width }}w, /b.png {{ .Wide }}w\">",
			Want:   []string{`1:14-20 /a.png ""`, `1:36-42 /b.png ""`},
		},
	})
}

package markup_test

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// TestMarksOfGeneratorsAreLinear repeats what generators add to their syntaxes.
func TestMarksOfGeneratorsAreLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 16
	for name, units := range map[string][]string{
		"x.md": {
			"!!! a\n\n", "??? a\n    ", "=== \"a\"\n", "[^a]:\n", ": a\n\n", "::a\n---\n", "::a{b=\"", ":a[", ":a[b]{", "```{note}\n", "````{image} /a\n:target: /b\n",
		},
		"x.rst":  {"__ a\n", "`a`__ ", "a__ ", ".. _a:\n", ".. _a:\n   b\n", ".. __: a\n", "__"},
		"x.adoc": {"image:a[link=", "image:a[b,link=\"c\"]", "link:++", "link:++a++[", "icon:"},
		"x.html": {"{% set a = \"/b\" %}", "{% set a = \"", "{{$a:=\"/", "{% assign "},
		"x.yml":  {"A b: /c\n", "menu:\n  key: a\n", "- head:\n"},
	} {
		for _, unit := range units {
			t.Run(name+" of "+unit, func(t *testing.T) {
				proportion.Check(t, size, func(size int) func() {
					src := []byte(strings.Repeat(unit, size/len(unit)))
					return func() {
						markup.Read(context.Background(), name, src, func(destination.Destination) bool { return false })
					}
				})
			})
		}
	}
}

package markup_test

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestReadIsLinear reads what is made to look for ends that never come.
func TestReadIsLinear(t *testing.T) {
	t.Parallel()
	size := 1 << 17
	if proportion.Raced {
		size = 1 << 14
	}
	for _, unit := range []string{
		"[", "![", "[a](", "[a](<", "[a](b \"", "`", "``a`", "<", "<a ", "<a href=\"", "<a href=\"{{", "<a b={{", "<a b={", "<a {", "<A {", "{{<a href=\"", "<a b={'", "<!--", "{{", "{%", "{#", "{/*", "${", "[a]: ", "[a][", "](",
		"[[", "<<", "link:", "link:a[", ":a:", "`a <", "`a", "a_ ", ".. _a: ", "- ", "> ", "1. ", "{", "[a: {", "\"", "'", "```\n", "- a\n\n", "a: b\n", "--8<-- ", "http://", "<h1>",
		"<script>", "\\", "<pre>", "+++", "++++\n", "pass:[", "@@html:", "<!--\n", "[comment]\n", "/*", "{%comment", "* COMMENT a\n", ".. a\n", "~~~", "=\n", ".. image:: a\n", "<nav>", "\r", "    ", "    a\n\n",
	} {
		for _, name := range fuzzed {
			t.Run(name+" of "+unit, func(t *testing.T) {
				proportion.Check(t, size, func(size int) func() {
					src := []byte(strings.Repeat(unit, size/len(unit)))
					return func() {
						markup.Read(context.Background(), name, src, func(d destination.Destination) bool { return destination.Key(d.Pattern) == "never" })
					}
				})
			})
		}
	}
}

// TestTagsWithoutEnd reads tags that have none, and a link after them.
func TestTagsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, unit string }{{name: "x.mdx", unit: "<A {"}, {name: "x.html", unit: `{{<a href="`}} {
		proportion.Check(t, 1<<20, func(size int) func() {
			src := []byte(strings.Repeat(tt.unit, size/len(tt.unit)) + strings.Repeat("text\n", size>>6) + "\n\n<a href=/x/>x</a>\n")
			return func() {
				got := markup.Read(context.Background(), tt.name, src, markuptest.All).Links
				if n := len(got); n == 0 || got[n-1].Raw != "/x/" {
					t.Errorf("%s: the link after %q is not found", tt.name, tt.unit)
				}
			}
		})
	}
}

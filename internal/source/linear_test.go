package source

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// TestReadIsLinear reads what is made to look for ends that never come.
func TestReadIsLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 17
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
						got := file{name: name, syntax: syntaxOf(name)}
						readFile(context.Background(), &got, 0, src, sought{keys: map[string]bool{"never": true}})
					}
				})
			})
		}
	}
}

// TestTagsWithoutEnd reads tags that have none, and a link behind them.
func TestTagsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, unit string }{{"x.mdx", "<A {"}, {"x.html", `{{<a href="`}} {
		proportion.Check(t, 1<<20, func(size int) func() {
			src := []byte(strings.Repeat(tt.unit, size/len(tt.unit)) + strings.Repeat("text\n", size>>6) + "\n\n<a href=/x/>x</a>\n")
			return func() {
				got := file{name: tt.name, syntax: syntaxOf(tt.name)}
				readFile(context.Background(), &got, 0, src, sought{all: true})
				if n := len(got.records); n == 0 || got.records[n-1].raw != "/x/" {
					t.Errorf("%s: the link behind %q is not found", tt.name, tt.unit)
				}
			}
		})
	}
}

// TestAnglesWithoutEnd reads destinations in angle brackets that have none.
func TestAnglesWithoutEnd(t *testing.T) {
	t.Parallel()
	proportion.Check(t, 1<<15, func(size int) func() {
		live := []byte(strings.Repeat("[a](<", size/5))
		return func() {
			m := mdInline{live: live}
			for i := 4; i < len(live); i += 5 {
				if _, _, ok := m.target(i, len(live)); ok {
					t.Fatalf("a destination at %d", i)
				}
			}
		}
	})
}

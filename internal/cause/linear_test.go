package cause

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearNames(b *testing.B) {
	for file, shapes := range map[string][]string{
		"a.md":   {"---\na: ", "[a](", "[[", "{{", "# a\n", "a' ", "{#a}\n", "a\n--\n", "```\n~~~\n"},
		"a.yml":  {"- ", "a:\n ", "[[", "{a: ", "a ", "A-a ", "&a *a "},
		"a.html": {"<a id=a>", "<a id=\"a a a\">", "<a b={{", "<!--"},
	} {
		for _, shape := range shapes {
			b.Run(file+" "+shape, func(b *testing.B) {
				lineartest.Time(b, 1<<16, func(n int) func() {
					src := []byte(strings.Repeat(shape, n/len(shape)))
					return func() {
						found := &names{signs: map[string]sign{}, hashes: map[uint64]bool{}}
						found.want("a", "ab", "=A", strings.Repeat("a", 10))
						found.contents(file, src, nil)
						(&changes{names: found}).compareIncludes(file, src, src[:len(src)/2])
					}
				})
			})
		}
	}
}

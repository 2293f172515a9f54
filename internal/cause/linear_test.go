package cause

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinear(b *testing.B) {
	for _, file := range []string{"a.md", "a.html", "a.yml"} {
		b.Run(file, func(b *testing.B) {
			lineartest.Texts(b, 1<<14, func(text string) {
				n := &names{signs: map[string]sign{}, hashes: map[uint64]bool{}}
				n.want("a", "ab", "=A", strings.Repeat("a", 10))
				n.contents(file, []byte(text), nil)
				(&changes{names: n}).compareIncludes(file, []byte(text), []byte(text[:len(text)/2]))
			}, "[a](", "[a][", "{{", "---\na: ", "# a\n", "a ", "a\n=\n", "a' ", "{#a%d}\n", "a\n--\n", "include::a%d[]\n", "[…](a)", "<a id=a>", "<a id=\"a a a\">", "- a\n", "a%d: b\n", "A%d-a ", "{a: …}")
		})
	}
}

package pattern

import (
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearBraces looks for braces that stand for several texts where there are none.
func BenchmarkLinearBraces(b *testing.B) {
	for _, piece := range []string{"{", "{}", "{a,", "{a..", "${a,b}{"} {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 1<<19, func(size int) func() {
				pattern := strings.Repeat(piece, size/len(piece))
				return func() { findBraces(pattern) }
			})
		})
	}
}

// TestFindBraces holds what is found in all short patterns against what is found by
// trying one brace after the other.
func TestFindBraces(t *testing.T) {
	t.Parallel()
	const alphabet, longest = `{},.$\1`, 5
	patterns := []string{""}
	for from := 0; len(patterns[from]) < longest; from++ {
		for _, c := range alphabet {
			patterns = append(patterns, patterns[from]+string(c))
		}
	}
	for _, pattern := range append(patterns, "{1..2}", "a{1..2}{3..4}", "{a{1..2}", "{{1..2},3}", "{{1..2}}", "{1..{2}..3}", "{a,b}{c,d}") {
		wantBegin, wantEnd, want := -1, 0, []string(nil)
		for i := 0; i < len(pattern); i++ {
			if pattern[i] == '\\' {
				i++
				continue
			}
			if pattern[i] != '{' || i > 0 && pattern[i-1] == '$' {
				continue
			}
			if end, alternatives := splitBraces(pattern, i); len(alternatives) > 0 {
				wantBegin, wantEnd, want = i, end, alternatives
				break
			}
		}
		begin, end, got := findBraces(pattern)
		if begin != wantBegin || end != wantEnd || !slices.Equal(got, want) {
			t.Errorf("%s: found %d to %d %q, want %d to %d %q", pattern, begin, end, got, wantBegin, wantEnd, want)
		}
	}
}

package pattern

import (
	"errors"
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

// TestGlobMatch compares globs with minimatch, the library that the hosts use.
func TestGlobMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		// match, hidden and other are paths that match, that match only with hidden names,
		// and that do not match.
		glob, match, hidden, other string
	}{
		{glob: "/a/b", match: "/a/b /a//b /a/b/", other: "/a /a/b/c /A/b /a/bc"},
		{glob: "/a/*", match: "/a/b /a/b.html /a/b/", hidden: "/a/.b", other: "/a /a/ /a/b/c"},
		{glob: "/a*c", match: "/ac /abc /a.c", other: "/a/c /acd"},
		{glob: "/a?c", match: "/abc /a.c", other: "/ac /abbc /a/c"},
		{glob: "/a/**", match: "/a/b /a/b/c /a/", hidden: "/a/.b /a/b/.c/d", other: "/b /a/.. /ab"},
		{glob: "/a/**/z", match: "/a/z /a/b/z /a/b/c/z", hidden: "/a/.b/z", other: "/a/b /z /a/z/y"},
		{glob: "/**/a/**/b", match: "/a/b /x/a/y/b /a/a/b/b", other: "/b/a /a /x/b"},
		{glob: "/.well-known/*", match: "/.well-known/a", other: "/well-known/a"},
		{glob: "/{a,b/c}/*.{html,htm}", match: "/a/x.html /b/c/x.htm", other: "/c/x.html /a/x.ht"},
		{glob: "/v{1..3}", match: "/v1 /v2 /v3", other: "/v0 /v4 /v{1..3}"},
		{glob: "/{a,b{c,d}}", match: "/a /bc /bd", other: "/b /ac"},
		{glob: "/{a}", match: "/{a}", other: "/a"},
		{glob: "/[a-c]", match: "/a /c", other: "/d /ab"},
		{glob: "/[!a]", match: "/b", other: "/a"},
		{glob: "/[a", match: "/[a", other: "/a"},
		{glob: "/@(a|b)", match: "/a /b", other: "/ab /"},
		{glob: "/x?(a|b)", match: "/x /xa /xb", other: "/xab"},
		{glob: "/+(a|b)*(c)", match: "/a /abba /bcc", other: "/c /x"},
		{glob: "!/a/**", match: "/b /", other: "/a/b"},
		{glob: "!!/a", match: "/a", other: "/b"},
		{glob: `/a\*`, match: "/a*", other: "/ab"},
	} {
		g, err := CompileGlob(test.glob)
		if err != nil {
			t.Fatal(err)
		}
		for want, paths := range map[Certainty]string{Always: test.match, Perhaps: test.hidden, Never: test.other} {
			for path := range strings.FieldsSeq(paths) {
				if got := g.Match(path, nil); got != want {
					t.Errorf("%s and %s: got %d, want %d", test.glob, path, got, want)
				}
			}
		}
	}
}

func TestGlobErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		glob string
		err  error
	}{
		"a negated group":    {glob: "/!(a)", err: errNegatedGroup},
		"too long":           {glob: strings.Repeat("a", MaxSize+1), err: ErrSize},
		"too many":           {glob: strings.Repeat("{a,b}", 10), err: errTooManyGlobs},
		"braces too deep":    {glob: strings.Repeat("{a,", maxGlobDepth+2) + strings.Repeat("}", maxGlobDepth+2), err: errGlobDepth},
		"groups too deep":    {glob: strings.Repeat("@(", maxGlobDepth+2) + strings.Repeat(")", maxGlobDepth+2), err: errGlobDepth},
		"a range too large":  {glob: "/{1..9999}"},
		"a range backwards":  {glob: "/{3..1}"},
		"a range of letters": {glob: "/{a..c}"},
	} {
		if _, err := CompileGlob(test.glob); !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", name, err, test.err)
		}
	}
}

package pattern

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestGlobMatch compares globs with minimatch, the library that the hosts use.
func TestGlobMatch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		glob string
		// match, hidden and other are paths that match, that match only with hidden
		// names, and that do not match.
		match, hidden, other []string
	}{
		"a text": {
			glob:  "/a/b",
			match: []string{"/a/b", "/a//b", "/a/b/"},
			other: []string{"/a", "/a/b/c", "/A/b", "/a/bc"},
		},
		"a star": {
			glob:   "/a/*",
			match:  []string{"/a/b", "/a/b.html", "/a/b/"},
			hidden: []string{"/a/.b"},
			other:  []string{"/a", "/a/", "/a/b/c"},
		},
		"a star in a name": {
			glob:  "/a*c",
			match: []string{"/ac", "/abc", "/a.c"},
			other: []string{"/a/c", "/acd"},
		},
		"a question mark": {
			glob:  "/a?c",
			match: []string{"/abc", "/a.c"},
			other: []string{"/ac", "/abbc", "/a/c"},
		},
		"deep": {
			glob:   "/a/**",
			match:  []string{"/a/b", "/a/b/c", "/a/"},
			hidden: []string{"/a/.b", "/a/b/.c/d"},
			other:  []string{"/b", "/a/..", "/ab"},
		},
		"deep in between": {
			glob:   "/a/**/z",
			match:  []string{"/a/z", "/a/b/z", "/a/b/c/z"},
			hidden: []string{"/a/.b/z"},
			other:  []string{"/a/b", "/z", "/a/z/y"},
		},
		"deep twice": {
			glob:  "/**/a/**/b",
			match: []string{"/a/b", "/x/a/y/b", "/a/a/b/b"},
			other: []string{"/b/a", "/a", "/x/b"},
		},
		"a dot that is written": {
			glob:  "/.well-known/*",
			match: []string{"/.well-known/a"},
			other: []string{"/well-known/a"},
		},
		"braces": {
			glob:  "/{a,b/c}/*.{html,htm}",
			match: []string{"/a/x.html", "/b/c/x.htm"},
			other: []string{"/c/x.html", "/a/x.ht"},
		},
		"a range": {
			glob:  "/v{1..3}",
			match: []string{"/v1", "/v2", "/v3"},
			other: []string{"/v0", "/v4", "/v{1..3}"},
		},
		"nested braces": {
			glob:  "/{a,b{c,d}}",
			match: []string{"/a", "/bc", "/bd"},
			other: []string{"/b", "/ac"},
		},
		"no braces": {
			glob:  "/{a}",
			match: []string{"/{a}"},
			other: []string{"/a"},
		},
		"a class": {
			glob:  "/[a-c]",
			match: []string{"/a", "/c"},
			other: []string{"/d", "/ab"},
		},
		"a negated class": {
			glob:  "/[!a]",
			match: []string{"/b"},
			other: []string{"/a"},
		},
		"no class": {
			glob:  "/[a",
			match: []string{"/[a"},
			other: []string{"/a"},
		},
		"a group": {
			glob:  "/@(a|b)",
			match: []string{"/a", "/b"},
			other: []string{"/ab", "/"},
		},
		"an optional group": {
			glob:  "/x?(a|b)",
			match: []string{"/x", "/xa", "/xb"},
			other: []string{"/xab"},
		},
		"groups that repeat": {
			glob:  "/+(a|b)*(c)",
			match: []string{"/a", "/abba", "/bcc"},
			other: []string{"/c", "/x"},
		},
		"negated": {
			glob:  "!/a/**",
			match: []string{"/b", "/"},
			other: []string{"/a/b"},
		},
		"negated twice": {
			glob:  "!!/a",
			match: []string{"/a"},
			other: []string{"/b"},
		},
		"an escape": {
			glob:  `/a\*`,
			match: []string{"/a*"},
			other: []string{"/ab"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := CompileGlob(test.glob)
			if err != nil {
				t.Fatal(err)
			}
			for want, paths := range map[Certainty][]string{Always: test.match, Perhaps: test.hidden, Never: test.other} {
				for _, path := range paths {
					if got := g.Match(path, nil); got != want {
						t.Errorf("%q: got %d, want %d", path, got, want)
					}
				}
			}
		})
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := CompileGlob(test.glob); !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
		})
	}
}

// TestGlobSpendsEffort expects no match where no effort is left.
func TestGlobSpendsEffort(t *testing.T) {
	t.Parallel()
	g, err := CompileGlob("/a/*/needle")
	if err != nil {
		t.Fatal(err)
	}
	effort := hosting.NewEffort()
	if g.Match("/a/b", effort) != Never || effort.Used() != MissCost("/a/b") {
		t.Errorf("a path without the text took %d, want %d", effort.Used(), MissCost("/a/b"))
	}
	for effort.Spend(1 << 10) {
	}
	if g.Match("/a/b/needle", effort) != Never {
		t.Error("a spent effort matched")
	}
}

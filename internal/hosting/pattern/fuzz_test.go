package pattern

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// FuzzGlob checks what is true of every glob: allowing hidden names adds matches and takes
// none, and a text without wildcards matches only itself.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"**/.*", "/a/{b,c}/**", "!/@(js|css)/**", "/x{1..3}?[!a-c]", "/+(a|*(b|c))", "a/**/b/**/c"} {
		f.Add(seed, "/a/b")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		g, err := CompileGlob(pattern)
		if err != nil {
			return
		}
		if plain := g.match(path, false); !g.negated && plain && !g.MatchHidden(path) {
			t.Errorf("%q matches %q only without hidden names", pattern, path)
		}
		if !strings.ContainsAny(pattern, "*?[]{}()!@+\\") {
			same := hosting.WithoutEmpty(path) == hosting.WithoutEmpty(pattern) || hosting.WithoutEmpty(path) == hosting.WithoutEmpty(pattern)+"/"
			if g.match(path, false) != same {
				t.Errorf("%q and %q: %v", pattern, path, !same)
			}
		}
	})
}

// FuzzPattern expects every match of a regular expression to have its prefix.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"/a(b|c)?d", "/ab*", "/(?!a)(?!b).*", "/a|/b", `/\(a\)`, "/ä{0,1}", "/[a-z]+(?<x>/y)?"} {
		f.Add(seed, "/a")
	}
	f.Fuzz(func(t *testing.T, expression, path string) {
		p, err := CompileExpression(expression, false)
		if err != nil {
			return
		}
		if prefix := ExpressionPrefix(expression); p.Match(path, nil) != nil && !strings.HasPrefix(path, prefix) {
			t.Errorf("%q matches %q without its prefix %q", expression, path, prefix)
		}
	})
}

// FuzzPath checks what is true of every path with parameters: each group was captured from
// the path, and a text without parameters matches only itself.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/a/:b/:c*", "/:x((?!api/).*)", "/a{/:b-c}?", "/(.*)/\\:d", "/:a(\\d+)+"} {
		f.Add(seed, "/a/b/c")
	}
	f.Fuzz(func(t *testing.T, source, path string) {
		p, err := CompilePath(source)
		if err != nil {
			return
		}
		captured := p.Match(path, nil)
		if captured != nil && !strings.HasPrefix(path, PathPrefix(source)) {
			t.Errorf("%q matches %q without its prefix", source, path)
		}
		for name, value := range captured {
			if !strings.Contains(path, value) {
				t.Errorf("%q captured %q of %q", name, value, path)
			}
		}
		if !strings.ContainsAny(source, `:(){}*+?\`) && utf8.ValidString(source) && (captured != nil) != (source == path) {
			t.Errorf("%q and %q: %v", source, path, captured != nil)
		}
		Fill(source, captured)
	})
}

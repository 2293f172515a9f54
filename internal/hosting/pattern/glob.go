package pattern

import (
	"errors"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

var (
	errNegatedGroup = errors.New("linkvet cannot evaluate !(…)")
	errTooManyGlobs = errors.New("its braces expand to too many patterns")
	errGlobDepth    = errors.New("its parentheses are nested too deeply")
)

const (
	// maxGlobs is how many patterns braces may stand for.
	maxGlobs = 512
	// maxGlobDepth is how deep braces or parentheses may be nested.
	maxGlobDepth = 16
)

// Glob is a pattern for paths as minimatch reads it, with "**", braces and
// extended groups: https://github.com/isaacs/minimatch/tree/v6.1.6
type Glob struct {
	negated bool
	// prefix is what every path begins with that matches one of the patterns.
	prefix string
	// patterns are those that braces stand for.
	patterns [][]segment
	// needle is a text that is in every path that matches, and size the length of
	// all patterns.
	needle string
	size   int
}

// CompileGlob reads a pattern. An error is about what linkvet cannot evaluate.
func CompileGlob(pattern string) (*Glob, error) {
	if len(pattern) > MaxSize {
		return nil, ErrSize
	}
	g := &Glob{}
	for strings.HasPrefix(pattern, "!") {
		g.negated = !g.negated
		pattern = pattern[1:]
	}
	g.prefix = hosting.WithoutEmpty(pattern)
	if end := strings.IndexAny(g.prefix, `*?[]{}()@+!\`); end >= 0 {
		g.prefix = g.prefix[:end]
	}
	expanded, err := expandBraces(pattern, 0)
	if err != nil {
		return nil, err
	}
	for _, one := range expanded {
		segments, err := compileSegments(one)
		if err != nil {
			return nil, err
		}
		g.patterns = append(g.patterns, segments)
		g.size += len(one)
	}
	if len(g.patterns) == 1 {
		for _, segment := range g.patterns[0] {
			if len(segment.literal) > len(g.needle) {
				g.needle = segment.literal
			}
		}
	}
	return g, nil
}

// Match reports how certain it is that a path matches. Whether wildcards stand for
// names that begin with a dot is not documented by the hosts.
func (g *Glob) Match(path string, effort *hosting.Effort) Certainty {
	switch {
	case !effort.Spend(g.cost(path)):
		return Never
	case g.match(path, false):
		return Always
	case g.match(path, true):
		return Perhaps
	}
	return Never
}

// MatchHidden reports whether a path matches when wildcards also stand for names that
// begin with a dot.
func (g *Glob) MatchHidden(path string) bool { return g.match(path, true) }

// match reports whether a path matches, with hidden as MatchHidden does.
func (g *Glob) match(path string, hidden bool) bool {
	path = hosting.WithoutEmpty(path)
	if !g.begins(path) {
		return g.negated
	}
	names := strings.Split(path, "/")
	for _, segments := range g.patterns {
		if matchSegments(names, segments, hidden) {
			return !g.negated
		}
	}
	return g.negated
}

// begins reports whether a path has the texts that every match has.
func (g *Glob) begins(path string) bool {
	return strings.HasPrefix(path, g.prefix) && strings.Contains(path, g.needle)
}

// cost is how much work Match may be.
func (g *Glob) cost(path string) int {
	if !g.begins(hosting.WithoutEmpty(path)) {
		return MissCost(path)
	}
	return 2 * MatchCost(path, g.size)
}

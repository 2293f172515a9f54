package config

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Patterns choose URLs. The zero value chooses none.
type Patterns []pattern

// Match reports whether any pattern matches any of the candidates: the forms in
// which one URL may be written, such as its path and the whole of it.
func (p Patterns) Match(candidates ...string) bool {
	for i := range p {
		if slices.ContainsFunc(candidates, p[i].match) {
			return true
		}
	}
	return false
}

// MatchAt reports whether the pattern at index i matches any of the candidates.
func (p Patterns) MatchAt(i int, candidates ...string) bool {
	return slices.ContainsFunc(candidates, p[i].match)
}

// Text returns the pattern at index i as it was written.
func (p Patterns) Text(i int) string {
	if p[i].regexp != nil {
		return "/" + p[i].regexp.String() + "/"
	}
	return p[i].glob
}

// PlainWord returns the text of the pattern at index i if it is between slashes and has no
// sign of a regular expression. Its author may mean a path, but it matches every URL that
// contains the text. Otherwise PlainWord returns "".
func (p Patterns) PlainWord(i int) string {
	if p[i].regexp == nil || !plainWord.MatchString(p[i].regexp.String()) {
		return ""
	}
	return p[i].regexp.String()
}

var plainWord = regexp.MustCompile(`^[-/\w%~]+$`)

// Empty reports whether there is no pattern.
func (p Patterns) Empty() bool { return len(p) == 0 }

// pattern is a glob, or a regular expression when it has one.
type pattern struct {
	glob   string
	regexp *regexp.Regexp
}

// match reports whether the pattern matches s: a glob all of it, a regular
// expression any part. Of a URL that no server takes, its beginning alone counts.
func (p *pattern) match(s string) bool {
	s = s[:min(len(s), maxSubject)]
	if p.regexp != nil {
		return p.regexp.MatchString(s)
	}
	return doublestar.MatchUnvalidated(p.glob, s)
}

// The bounds of one pattern. They keep an untrusted settings file from taking the memory
// or the time of the run. Useful patterns are much smaller.
const (
	maxPattern      = 1000     // bytes
	maxAlternatives = 256      // ways to read a glob's braces
	maxRepeated     = 1000     // instructions of a regular expression beyond one for each byte
	maxSubject      = 32 << 10 // bytes of a URL that are matched
)

// parsePattern reads one pattern: a regular expression between slashes, else a
// glob.
func parsePattern(s string) (pattern, error) {
	if len(s) > maxPattern {
		return pattern{}, fmt.Errorf("%s is too long for a pattern; use at most %d bytes", quote(s), maxPattern)
	}
	if len(s) > 2 && s[0] == '/' && s[len(s)-1] == '/' {
		return parseRegexp(s)
	}
	if s == "" || !doublestar.ValidatePattern(s) {
		return pattern{}, fmt.Errorf(`%s is not a valid glob; to match a literal [, { or *, write \ before it`, quote(s))
	}
	if alternatives(s) > maxAlternatives {
		return pattern{}, fmt.Errorf("%s has too many alternatives in braces; use at most %d", quote(s), maxAlternatives)
	}
	return pattern{glob: s}, nil
}

// parseRegexp reads a regular expression between slashes.
func parseRegexp(s string) (pattern, error) {
	expression := s[1 : len(s)-1]
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return pattern{}, fmt.Errorf("%s is not a valid regular expression: %s", quote(s), cause(err))
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return pattern{}, fmt.Errorf("%s is not a valid regular expression: %s", quote(s), cause(err))
	}
	// Each letter of a URL takes as long as the program, and {0,30} puts there thirty
	// copies of what it repeats, where other signs put one instruction.
	if n := len(program.Inst); n > len(expression)+maxRepeated {
		return pattern{}, fmt.Errorf("%s is too large for a regular expression: with its counts, such as {1,100}, it has %d steps, and at most %d are allowed; use lower counts, * or +",
			quote(s), n, len(expression)+maxRepeated)
	}
	compiled, err := regexp.Compile(expression)
	if err != nil {
		return pattern{}, fmt.Errorf("%s is not a valid regular expression: %s", quote(s), cause(err))
	}
	return pattern{regexp: compiled}, nil
}

// cause returns what is wrong with a regular expression, without repeating it.
func cause(err error) string {
	var e *syntax.Error
	if errors.As(err, &e) {
		return e.Code.String()
	}
	return escape(err.Error())
}

// alternatives returns in how many ways the braces of a glob can be read, or
// more than that where they nest; it stops counting past maxAlternatives. The
// library tries them one by one.
func alternatives(glob string) int {
	all := 1
	var open []int // the alternatives so far of each brace that is open
	for i := 0; i < len(glob) && all <= maxAlternatives; i++ {
		switch c := glob[i]; {
		case c == '\\':
			i++
		case c == '{':
			open = append(open, 1)
		case c == ',' && len(open) > 0:
			open[len(open)-1]++
		case c == '}' && len(open) > 0:
			all *= open[len(open)-1]
			open = open[:len(open)-1]
		}
	}
	return all
}

// patternLike reports whether s has what only a pattern has: so far as it goes, it
// is no status.
func patternLike(s string) bool { return strings.ContainsAny(s, "/*{[") }

// namesHost reports whether all that the pattern matches is on hosts that it
// names: a glob with scheme and host written out, before the path and any
// wildcard, but for a "*." that stands for the subdomains of a domain.
func (p *pattern) namesHost() bool {
	rest, ok := strings.CutPrefix(p.glob, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(p.glob, "http://")
	}
	host, _, slash := strings.Cut(rest, "/")
	if domain, wild := strings.CutPrefix(host, "*."); wild {
		host = domain
		ok = ok && strings.Contains(domain, ".")
	}
	return ok && slash && p.regexp == nil && host != "" && !strings.ContainsAny(host, `*?[]{}\@`)
}

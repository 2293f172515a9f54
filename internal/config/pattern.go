package config

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// parseRegexp reads a regular expression between slashes. Each letter of a URL takes as long as
// its program has steps, and counts such as {0,30} put there thirty copies of what they repeat.
func parseRegexp(s string) (pattern, error) {
	expression := s[1 : len(s)-1]
	compiled, err := regexp.Compile(expression)
	if err != nil {
		cause := escape(err.Error())
		if e, ok := errors.AsType[*syntax.Error](err); ok {
			cause = e.Code.String() // without repeating the expression
		}
		return pattern{}, fmt.Errorf("%s is not a valid regular expression: %s", quote(s), cause)
	}
	tree, _ := syntax.Parse(expression, syntax.Perl)
	if program, _ := syntax.Compile(tree.Simplify()); len(program.Inst) > len(expression)+maxRepeated {
		return pattern{}, fmt.Errorf("%s is too large for a regular expression: with its counts, such as {1,100}, it has %d steps, and at most %d are allowed; use lower counts, * or +",
			quote(s), len(program.Inst), len(expression)+maxRepeated)
	}
	return pattern{regexp: compiled}, nil
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

// Accept holds the statuses that count as ok although they are errors. The zero
// value holds none. Statuses of 200 to 299 are not its business.
type Accept []acceptRule

// acceptRule accepts the statuses from low to high, everywhere or, with a
// pattern, on the URLs that it matches.
type acceptRule struct {
	low, high int
	where     *pattern
}

// Allows reports whether an answer of status counts as ok for a URL. The candidates are the
// forms of the URL to match patterns with.
func (a Accept) Allows(status int, candidates ...string) bool {
	for _, r := range a {
		if status < r.low || status > r.high {
			continue
		}
		if r.where == nil || slices.ContainsFunc(candidates, r.where.match) {
			return true
		}
	}
	return false
}

// Where returns the patterns of the entries that have one, in order.
func (a Accept) Where() Patterns {
	var all Patterns
	for _, r := range a {
		if r.where != nil {
			all = append(all, *r.where)
		}
	}
	return all
}

// acceptEntries splits a line into its entries, at white space and at commas outside of braces.
func acceptEntries(line string) []string {
	depth := 0
	return strings.FieldsFunc(line, func(r rune) bool {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		return unicode.IsSpace(r) || r == ',' && depth <= 0
	})
}

// parseAccept reads one entry: a status (403), a class of them (5xx), or a
// pattern, "=" and one of the two.
func parseAccept(s string) (acceptRule, error) {
	cut := strings.LastIndexByte(s, '=')
	low, high, ok := statusRange(s[cut+1:])
	if !ok || cut == 0 || cut > 0 && strings.HasSuffix(s[:cut], "..") { // lychee's 200..=299
		return acceptRule{}, fmt.Errorf("must be a status such as 403 or 5xx, or PATTERN=STATUS, not %s", quote(s))
	}
	rule := acceptRule{low: low, high: high}
	if cut > 0 {
		p, err := parsePattern(s[:cut])
		if err != nil {
			return acceptRule{}, err
		}
		rule.where = &p
	}
	return rule, nil
}

// statusRange returns the range that NNN or Nxx stands for.
func statusRange(s string) (low, high int, ok bool) {
	hundreds, isClass := strings.CutSuffix(strings.ToLower(s), "xx")
	if isClass {
		s = hundreds + "00"
	}
	low, err := strconv.Atoi(s)
	if high = low; isClass {
		high += 99
	}
	return low, high, err == nil && low >= 100 && len(s) == 3
}

// NamePattern matches names, such as those of environments: a glob, in which an
// asterisk stands for any text, or a /regexp/. The empty pattern matches nothing.
type NamePattern string

// Match reports whether the pattern matches a whole name. Upper and lower case are the
// same.
func (p NamePattern) Match(name string) bool {
	expr, err := p.compile()
	return p != "" && err == nil && expr.MatchString(name)
}

func (p NamePattern) compile() (*regexp.Regexp, error) {
	text := string(p)
	if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
		return regexp.Compile("(?is)" + text[1:len(text)-1])
	}
	text = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(text))
	return regexp.Compile("(?is)^(?:" + text + ")$")
}

// parseNamePattern reads a pattern for names.
func parseNamePattern(s string) (NamePattern, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to the name of an environment, or remove it")
	}
	p := NamePattern(s)
	if _, err := p.compile(); err != nil {
		return "", fmt.Errorf("must be a glob such as Preview*, or a regular expression: %s: %w", quote(s), err)
	}
	return p, nil
}

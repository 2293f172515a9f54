package hosting

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	errNegatedGroup = errors.New("linkvet cannot evaluate !(…)")
	errTooManyGlobs = errors.New("its braces stand for too many patterns")
	errGlobDepth    = errors.New("its parentheses are nested too deeply")
)

const (
	// maxGlobs is how many patterns braces may stand for.
	maxGlobs = 512
	// maxGlobDepth is how deep braces or parentheses may be nested.
	maxGlobDepth = 16
)

// glob is a pattern for paths as minimatch reads them, with "**", braces and
// extended groups: https://github.com/isaacs/minimatch/tree/v6.1.6
type glob struct {
	negated bool
	// prefix is what all paths begin with that match one of the patterns.
	prefix string
	// patterns are those that braces stand for.
	patterns [][]globSegment
	// needle is a text that stands in every path that matches, and size how long all
	// patterns are.
	needle string
	size   int
}

// globSegment is what stands between two slashes of a pattern.
type globSegment struct {
	// deep is whether it is "**".
	deep bool
	// literal is the segment where it has no wildcards; then expression is nil.
	literal    string
	expression *regexp.Regexp
	// dotted is whether it begins with a dot, so that hidden names match.
	dotted bool
}

// compileGlob reads a pattern.
func compileGlob(pattern string) (*glob, error) {
	if len(pattern) > maxPattern {
		return nil, errPatternSize
	}
	g := &glob{}
	for strings.HasPrefix(pattern, "!") {
		g.negated = !g.negated
		pattern = pattern[1:]
	}
	g.prefix = squeezed(pattern)
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

// match tells whether a path matches. With hidden, wildcards also stand for
// names that begin with a dot.
func (g *glob) match(path string, hidden bool) bool {
	path = squeezed(path)
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

// begins tells whether a path may match, at the first look.
func (g *glob) begins(path string) bool {
	return strings.HasPrefix(path, g.prefix) && strings.Contains(path, g.needle)
}

// cost is how much work it may be to match a path, twice.
func (g *glob) cost(path string) int {
	if !g.begins(squeezed(path)) {
		return skimming(path)
	}
	return 2 * matching(path, g.size)
}

// matchSegments tells whether names match segments one by one. Of a "**" only the
// last one needs to be gone back to, as it can take whatever earlier ones could.
func matchSegments(names []string, segments []globSegment, hidden bool) bool {
	n, s := 0, 0
	back, from := -1, 0
	for n < len(names) {
		switch {
		case s < len(segments) && segments[s].deep:
			back, from = s, n
			s++
			if s == len(segments) {
				return allTaken(names[n:], hidden)
			}
			continue
		case s < len(segments) && segments[s].match(names[n], hidden):
			n++
			s++
			continue
		case s == len(segments) && n == len(names)-1 && names[n] == "":
			return true
		}
		if back < 0 || !taken(names[from], hidden) {
			return false
		}
		from++
		n, s = from, back+1
	}
	return s == len(segments)
}

// allTaken tells whether "**" stands for all of the names.
func allTaken(names []string, hidden bool) bool {
	for _, name := range names {
		if !taken(name, hidden) {
			return false
		}
	}
	return true
}

// taken tells whether "**" stands for a name.
func taken(name string, hidden bool) bool {
	return name != "." && name != ".." && (hidden || !strings.HasPrefix(name, "."))
}

// match tells whether a name matches a segment that is not "**".
func (s *globSegment) match(name string, hidden bool) bool {
	if s.expression == nil {
		return name == s.literal
	}
	return name != "" && (s.dotted || taken(name, hidden)) && s.expression.MatchString(name)
}

// compileSegments reads a pattern without braces.
func compileSegments(pattern string) ([]globSegment, error) {
	var segments []globSegment
	for _, text := range strings.Split(squeezed(pattern), "/") {
		if text == "**" {
			segments = append(segments, globSegment{deep: true})
			continue
		}
		r := globReader{rest: text}
		expression, err := r.read(0)
		if err != nil {
			return nil, err
		}
		segment := globSegment{dotted: strings.HasPrefix(text, ".")}
		if !r.magic {
			segment.literal = r.literal.String()
		} else if segment.expression, err = regexp.Compile("(?s)^(?:" + expression + ")$"); err != nil {
			return nil, err
		}
		segments = append(segments, segment)
	}
	return segments, nil
}

// globReader turns one segment into a regular expression.
type globReader struct {
	rest string
	// magic is whether there are wildcards, and literal the text if there are none.
	magic   bool
	literal strings.Builder
}

// read reads up to the end, or to the "|" or ")" that ends an alternative.
func (r *globReader) read(depth int) (string, error) {
	if depth > maxGlobDepth {
		return "", errGlobDepth
	}
	var b strings.Builder
	for r.rest != "" {
		c := r.rest[0]
		if depth > 0 && (c == '|' || c == ')') {
			break
		}
		if len(r.rest) > 1 && r.rest[1] == '(' && strings.IndexByte("@?*+!", c) >= 0 && closing(r.rest, 1) > 0 {
			group, err := r.group(depth)
			if err != nil {
				return "", err
			}
			b.WriteString(group)
			continue
		}
		b.WriteString(r.one(c))
	}
	return b.String(), nil
}

// one reads a character, a wildcard or a class.
func (r *globReader) one(c byte) string {
	switch c {
	case '*':
		r.rest = r.rest[1:]
		r.magic = true
		return "[^/]*"
	case '?':
		r.rest = r.rest[1:]
		r.magic = true
		return "[^/]"
	case '[':
		if class, rest := globClass(r.rest); class != "" {
			r.rest = rest
			r.magic = true
			return class
		}
	case '\\':
		if len(r.rest) > 1 {
			r.rest = r.rest[1:]
		}
	}
	text := r.rest[:1]
	r.rest = r.rest[1:]
	r.literal.WriteString(text)
	return quotePattern(text)
}

// group reads "@(a|b)" and its like.
func (r *globReader) group(depth int) (string, error) {
	kind := r.rest[0]
	if kind == '!' {
		return "", errNegatedGroup
	}
	r.magic = true
	r.rest = r.rest[2:]
	var alternatives []string
	for {
		alternative, err := r.read(depth + 1)
		if err != nil {
			return "", err
		}
		alternatives = append(alternatives, alternative)
		if !strings.HasPrefix(r.rest, "|") {
			break
		}
		r.rest = r.rest[1:]
	}
	r.rest = strings.TrimPrefix(r.rest, ")")
	group := "(?:" + strings.Join(alternatives, "|") + ")"
	if kind != '@' {
		group += string(kind)
	}
	return group, nil
}

// globClass reads "[a-z]" or "[!a-z]" as a regular expression; empty where it is
// none. Classes are short, so that a text full of brackets is no burden.
func globClass(text string) (class, rest string) {
	const longest = 128
	end := strings.IndexByte(text[min(2, len(text)):min(longest, len(text))], ']')
	if end < 0 {
		return "", text
	}
	end += 2
	content := strings.ReplaceAll(text[1:end], "[", `\[`)
	if strings.HasPrefix(content, "!") {
		content = "^" + content[1:]
	}
	class = "[" + content + "]"
	if _, err := regexp.Compile(class); err != nil {
		return "", text
	}
	return class, text[end+1:]
}

// expandBraces writes out "{a,b}" and "{1..3}".
func expandBraces(pattern string, depth int) ([]string, error) {
	if depth > maxGlobDepth {
		return nil, errGlobDepth
	}
	begin, end, alternatives := findBraces(pattern)
	if begin < 0 {
		return []string{pattern}, nil
	}
	tails, err := expandBraces(pattern[end:], depth+1)
	if err != nil {
		return nil, err
	}
	var expanded []string
	for _, alternative := range alternatives {
		heads, err := expandBraces(alternative, depth+1)
		if err != nil {
			return nil, err
		}
		for _, head := range heads {
			for _, tail := range tails {
				expanded = append(expanded, pattern[:begin]+head+tail)
			}
			if len(expanded) > maxGlobs {
				return nil, errTooManyGlobs
			}
		}
	}
	return expanded, nil
}

// findBraces finds the first braces that stand for several texts; begin is -1 for
// none.
func findBraces(pattern string) (begin, end int, alternatives []string) {
	for _, begin := range listBraces(pattern) {
		if end, alternatives := splitBraces(pattern, begin); len(alternatives) > 0 {
			return begin, end, alternatives
		}
	}
	return -1, 0, nil
}

// listBraces returns the offsets of the braces that are closed and hold a comma of
// their own or two dots, in order.
func listBraces(pattern string) (begins []int) {
	type brace struct {
		begin                 int
		parts, dotted, nested bool
	}
	var open []brace
	for i := 0; i < len(pattern); i++ {
		top := len(open) - 1
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			if top >= 0 {
				open[top].nested = true
			}
			open = append(open, brace{begin: i})
		case '.':
			if top >= 0 && pattern[i-1] == '.' {
				open[top].dotted = true
			}
		case ',':
			if top >= 0 {
				open[top].parts = true
			}
		case '}':
			if top < 0 {
				continue
			}
			b := open[top]
			open = open[:top]
			if (b.parts || b.dotted && !b.nested) && (b.begin == 0 || pattern[b.begin-1] != '$') {
				begins = append(begins, b.begin)
			}
		}
	}
	slices.Sort(begins)
	return begins
}

// splitBraces splits the braces that begin at an offset; no alternatives for
// braces that are only text.
func splitBraces(pattern string, open int) (end int, alternatives []string) {
	depth, begin := 0, open+1
	for i := open; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 1 {
				alternatives = append(alternatives, pattern[begin:i])
				begin = i + 1
			}
		case '}':
			if depth--; depth > 0 {
				continue
			}
			if alternatives == nil {
				return i + 1, braceRange(pattern[begin:i])
			}
			return i + 1, append(alternatives, pattern[begin:i])
		}
	}
	return 0, nil
}

// braceRange writes out "1..3".
func braceRange(text string) []string {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		return nil
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || to < from || to-from > maxGlobs {
		return nil
	}
	var numbers []string
	for i := from; i <= to; i++ {
		numbers = append(numbers, strconv.Itoa(i))
	}
	return numbers
}

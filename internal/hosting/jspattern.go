package hosting

import (
	"errors"
	"iter"
	"regexp"
	"strings"
)

// maxPattern is how many bytes a pattern of a rule may have.
const maxPattern = 4096

var (
	errPatternSize = errors.New("it is too long")
	errLookaround  = errors.New("linkvet cannot evaluate a lookaround there")
)

// jsPattern is a regular expression of JavaScript, or of a host that reads the
// same syntax, as far as Go's linear ones can tell the same. It may begin with
// lookaheads behind a text of fixed length: the way to leave paths out.
type jsPattern struct {
	main *regexp.Regexp
	// aheads are matched with what follows the first at bytes.
	aheads []lookahead
	at     int
	// needle is a text that stands in every path that matches, and size how long the
	// expressions are.
	needle string
	size   int
}

// lookahead is "(?!BODY)" or "(?=BODY)".
type lookahead struct {
	*regexp.Regexp
	not bool
}

// compilePattern reads a regular expression that must match the whole of a path.
func compilePattern(source string, foldCase bool) (*jsPattern, error) {
	if len(source) > maxPattern {
		return nil, errPatternSize
	}
	source = goSyntax(source)
	flags := "(?s)"
	if foldCase {
		flags = "(?is)"
	}
	p := &jsPattern{size: len(source)}
	if begin := indexLookaround(source, 0); begin >= 0 {
		end, err := p.lookAhead(source, begin, flags)
		if err != nil {
			return nil, err
		}
		source = source[:begin] + source[end:]
	}
	var err error
	expression := flags + "^(?:" + source + ")$"
	if p.main, err = regexp.Compile(expression); err == nil {
		p.needle = needleOf(expression)
	}
	return p, err
}

// lookAhead reads the lookaheads that begin at an offset, one behind the other,
// and returns where they end. One whose place in the path is not fixed, or that is
// repeated or one of alternatives, and any lookbehind, is an error.
func (p *jsPattern) lookAhead(source string, begin int, flags string) (end int, err error) {
	fixed, open, ok := fixedLength(source[:begin])
	p.at = fixed
	for end = begin; ok && indexLookaround(source, end) == end; {
		from := end
		if end = closing(source, from); end < 0 || strings.HasPrefix(source[from:], "(?<") {
			return 0, errLookaround
		}
		body := source[from+3 : end-1]
		if indexLookaround(body, 0) >= 0 {
			return 0, errLookaround
		}
		expression, err := regexp.Compile(flags + "^(?:" + body + ")")
		if err != nil {
			return 0, err
		}
		p.aheads = append(p.aheads, lookahead{expression, source[from+2] == '!'})
	}
	if !ok || indexLookaround(source, end) >= 0 || !once(source[end:], open) {
		return 0, errLookaround
	}
	return end, nil
}

// match returns what the groups of the expression captured; nil for no match, or
// where there is no effort left to find out.
func (p *jsPattern) match(path string, effort *Effort) []string {
	if !effort.spend(skimming(path)) || !strings.Contains(path, p.needle) || !effort.spend(matching(path, p.size)) {
		return nil
	}
	groups := p.main.FindStringSubmatch(path)
	if groups == nil || p.at > len(path) {
		return nil
	}
	for _, ahead := range p.aheads {
		if ahead.MatchString(path[p.at:]) == ahead.not {
			return nil
		}
	}
	return groups
}

// goSyntax writes an expression as Go reads it: slashes need no escape, and
// groups are named by "?P<".
func goSyntax(source string) string {
	source = strings.ReplaceAll(source, `\/`, "/")
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		if source[i] == '\\' && i+1 < len(source) {
			b.WriteString(source[i : i+2])
			i++
			continue
		}
		if rest := source[i:]; strings.HasPrefix(rest, "(?<") && !strings.HasPrefix(rest, "(?<=") && !strings.HasPrefix(rest, "(?<!") {
			b.WriteString("(?P<")
			i += 2
			continue
		}
		b.WriteByte(source[i])
	}
	return b.String()
}

// indexLookaround is the offset of the first lookaround at or behind from.
func indexLookaround(source string, from int) int {
	for i := from; i < len(source); i++ {
		if source[i] == '\\' {
			i++
			continue
		}
		for _, mark := range []string{"(?!", "(?=", "(?<!", "(?<="} {
			if strings.HasPrefix(source[i:], mark) {
				return i
			}
		}
	}
	return -1
}

// fixedLength is how many bytes an expression matches that is made of literal
// characters and the beginnings of groups, and how many groups it leaves open.
func fixedLength(source string) (length, open int, ok bool) {
	source = strings.TrimPrefix(source, "^")
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case strings.HasPrefix(source[i:], "(?:"):
			open++
			i += 2
		case strings.HasPrefix(source[i:], "(?P<"):
			end := strings.IndexByte(source[i:], '>')
			if end < 0 {
				return 0, 0, false
			}
			open++
			i += end
		case c == '(':
			open++
		case c == '\\' && i+1 < len(source) && strings.IndexByte(`.-/_~+*?^$()[]{}|\ `, source[i+1]) >= 0:
			length++
			i++
		case strings.IndexByte(`.+*?^$)[]{}|\`, c) >= 0:
			return 0, 0, false
		default:
			length++
		}
	}
	return length, open, true
}

// marks are the offsets of the characters of a pattern that stand neither behind a
// backslash nor in a class.
func marks(pattern string) iter.Seq[int] {
	return func(yield func(int) bool) {
		class := false
		for i := 0; i < len(pattern); i++ {
			switch c := pattern[i]; {
			case c == '\\':
				i++
			case class:
				class = c != ']'
			case c == '[':
				class = true
			case !yield(i):
				return
			}
		}
	}
}

// closing is the offset behind the group that begins at an offset; -1 when it
// does not end.
func closing(source string, begin int) int {
	depth := 0
	for i := range marks(source[begin:]) {
		switch source[begin+i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return begin + i + 1
			}
		}
	}
	return -1
}

// once tells whether none of the open groups, whose ends come, has alternatives
// or is repeated or optional.
func once(rest string, open int) bool {
	depth := open
	for i := range marks(rest) {
		switch c := rest[i]; {
		case c == '(':
			depth++
		case c == '|' && depth <= open:
			return false
		case c == ')':
			if depth <= open && i+1 < len(rest) && strings.IndexByte("*+?{", rest[i+1]) >= 0 {
				return false
			}
			depth--
			open = min(open, depth)
		}
	}
	return true
}

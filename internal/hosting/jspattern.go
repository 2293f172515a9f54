package hosting

import (
	"errors"
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
// one lookahead behind a text of fixed length: the way to leave paths out.
type jsPattern struct {
	main *regexp.Regexp
	// ahead is matched with what follows the first at bytes; nil for none.
	ahead *regexp.Regexp
	at    int
	// not is whether ahead must not match.
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
	ahead, err := findLookahead(source)
	if err != nil {
		return nil, err
	}
	p := &jsPattern{}
	if ahead != nil {
		p.at, p.not = ahead.fixed, ahead.not
		if p.ahead, err = regexp.Compile(flags + "^(?:" + ahead.body + ")"); err != nil {
			return nil, err
		}
		source = source[:ahead.begin] + source[ahead.end:]
	}
	p.main, err = regexp.Compile(flags + "^(?:" + source + ")$")
	return p, err
}

// match returns what the groups of the expression captured; nil for no match.
func (p *jsPattern) match(path string) []string {
	groups := p.main.FindStringSubmatch(path)
	if groups == nil || p.ahead == nil {
		return groups
	}
	if p.at > len(path) || p.ahead.MatchString(path[p.at:]) == p.not {
		return nil
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

// lookahead is where "(?!BODY)" or "(?=BODY)" stands in an expression.
type lookahead struct {
	begin, end int
	// fixed is how many bytes of the path come before it.
	fixed int
	not   bool
	body  string
}

// findLookahead finds the one lookahead of an expression; nil for none. One whose
// place in the path is not fixed, or that is repeated or one of alternatives, and
// any lookbehind, is an error.
func findLookahead(source string) (*lookahead, error) {
	begin := indexLookaround(source, 0)
	if begin < 0 {
		return nil, nil
	}
	fixed, open, ok := fixedLength(source[:begin])
	if !ok || strings.HasPrefix(source[begin:], "(?<") {
		return nil, errLookaround
	}
	end := closing(source, begin)
	if end < 0 || indexLookaround(source, begin+3) >= 0 || !once(source[end:], open) {
		return nil, errLookaround
	}
	return &lookahead{
		begin: begin, end: end, fixed: fixed,
		not:  source[begin+2] == '!',
		body: source[begin+3 : end-1],
	}, nil
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

// closing is the offset behind the group that begins at an offset; -1 when it
// does not end.
func closing(source string, begin int) int {
	depth, class := 0, false
	for i := begin; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// once tells whether none of the open groups, whose ends come, has alternatives
// or is repeated or optional.
func once(rest string, open int) bool {
	depth, class := open, false
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
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

package pattern

import (
	"errors"
	"regexp"
	"strings"
)

var errLookaround = errors.New("linkvet cannot evaluate a lookaround at this place")

// lookahead is "(?!BODY)" or "(?=BODY)".
type lookahead struct {
	*regexp.Regexp
	not bool
}

// lookAhead reads the lookaheads that begin at an offset, one behind the other,
// and returns where they end. One whose place in the path is not fixed, or that is
// repeated or one of alternatives, and any lookbehind, is an error.
func (p *Expression) lookAhead(source string, begin int, flags string) (end int, err error) {
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

// HasLookaround reports whether an expression has a lookahead or lookbehind.
func HasLookaround(expression string) bool { return indexLookaround(expression, 0) >= 0 }

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

// once reports whether none of the open groups, whose ends come, has alternatives
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

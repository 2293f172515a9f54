package git

import (
	"strings"
)

// wildmatch reports whether a pattern of a .gitignore file matches a path, as git's
// wildmatch.c does for paths: byte by byte; "*" and "?" match no slash, and "**"
// between slashes matches any directories. Each step is taken off work, and nothing
// matches once it is below zero.
func wildmatch(pattern, name string, work *int) bool {
	// Where to continue when the rest does not match: a star takes in one byte more, and
	// "**" one byte more, slashes too. An earlier star of a kind need not be tried
	// again: the later one can match all that it could.
	var star, stars resumption
	p, n := 0, 0
	for {
		if *work--; *work < 0 {
			return false
		}
		if p < len(pattern) && pattern[p] == '*' {
			first := p
			for p < len(pattern) && pattern[p] == '*' {
				p++
			}
			if p-first > 1 && isDirectories(pattern, first, p) {
				stars, star = resumption{p, n, true}, resumption{}
				if p < len(pattern) && pattern[p] == '/' {
					p++ // no directory at all
				}
			} else {
				star = resumption{p, n, true}
			}
			continue
		}
		if p == len(pattern) && n == len(name) {
			return true
		}
		if p < len(pattern) && n < len(name) {
			size, ok := matchByte(pattern[p:], name[n])
			if size < 0 {
				return false // the pattern is malformed
			}
			*work -= size
			if ok {
				p, n = p+size, n+1
				continue
			}
		}
		switch {
		case star.set && star.name < len(name) && name[star.name] != '/':
			star.name++
			p, n = star.pattern, star.name
		case stars.set && stars.name < len(name):
			star = resumption{}
			stars.name++
			p, n = stars.pattern, stars.name
		default:
			return false
		}
	}
}

// resumption is where the matching continues behind a star.
type resumption struct {
	pattern, name int
	set           bool
}

// isDirectories reports whether the stars from first to end are alone between
// slashes.
func isDirectories(pattern string, first, end int) bool {
	rest := pattern[end:]
	return (first == 0 || pattern[first-1] == '/') && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
}

// matchByte reports whether a pattern, which begins with no star, begins with what
// matches c, and the size of that; -1 for a pattern that matches nothing.
func matchByte(pattern string, c byte) (size int, ok bool) {
	switch pattern[0] {
	case '?':
		return 1, c != '/'
	case '[':
		return matchSet(pattern, c)
	case '\\':
		if len(pattern) == 1 {
			return -1, false
		}
		return 2, pattern[1] == c
	}
	return 1, pattern[0] == c
}

// matchSet is matchByte for a set in brackets.
func matchSet(pattern string, c byte) (size int, ok bool) {
	i := 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	matched := false
	// The first byte of a set is one of its members, even "]". last is the byte before,
	// which begins a range; zero for none.
	last := byte(0)
	for start := i; i < len(pattern) && (i == start || pattern[i] != ']'); i++ {
		switch b := pattern[i]; {
		case b == '\\':
			if i++; i == len(pattern) {
				return -1, false
			}
			last = pattern[i]
			matched = matched || last == c
		case b == '-' && last != 0 && i+1 < len(pattern) && pattern[i+1] != ']':
			if i++; pattern[i] == '\\' {
				if i++; i == len(pattern) {
					return -1, false
				}
			}
			matched = matched || last <= c && c <= pattern[i]
			last = 0
		case b == '[' && i+1 < len(pattern) && pattern[i+1] == ':':
			end := strings.IndexByte(pattern[i+2:], ']')
			if end < 0 {
				return -1, false
			}
			name, ok := strings.CutSuffix(pattern[i+2:i+2+end], ":")
			if !ok {
				matched, last = matched || c == '[', '['
				continue
			}
			in, known := inClass(name, c)
			if !known {
				return -1, false
			}
			matched, last = matched || in, 0
			i += 2 + end
		default:
			matched, last = matched || b == c, b
		}
	}
	if i >= len(pattern) {
		return -1, false
	}
	return i + 1, matched != negated && c != '/'
}

// inClass reports whether c is of a class of POSIX in the C locale, and whether there
// is such a class.
func inClass(name string, c byte) (in, known bool) {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}

package css

import "github.com/linkvet/linkvet/internal/scan/ascii"

// kind is the kind of a token of CSS. Brackets, commas and semicolons are
// their own kinds: kind('{').
type kind byte

const (
	endToken kind = iota
	// otherToken is what bears no link: names, numbers, colors, operators, and
	// strings and URLs that are not well formed.
	otherToken
	// functionToken is a name with the bracket behind it, atToken one with the "@"
	// before it.
	functionToken
	atToken
	stringToken
	// urlToken is a url() without quotes.
	urlToken
)

// token is one token. The name or value of it is from start to end, and
// is to be decoded.
type token struct {
	kind       kind
	start, end int
}

// lexer takes CSS apart by section 4 of the CSS Syntax standard. White space
// and comments make no tokens. It takes time linear in src.
type lexer struct {
	src []byte
	at  int // where the next token is looked for
}

// next returns the next token.
func (l *lexer) next() token {
	for l.at < len(l.src) {
		i := l.at
		switch c := l.src[i]; c {
		case ' ', '\n', '\t', '\r', '\f':
			l.at++
		case '"', '\'':
			return l.quoted(i)
		case '(', ')', '[', ']', '{', '}', ',', ';':
			l.at++
			return token{kind(c), i, i + 1}
		case '/':
			if !l.has(i+1, '*') {
				return l.other(i + 1)
			}
			l.comment(i + 2)
		case '<':
			if !l.has(i+1, '!') || !l.has(i+2, '-') || !l.has(i+3, '-') {
				return l.other(i + 1)
			}
			l.at = i + len("<!--")
		case '#':
			return l.other(l.name(i + 1))
		case '@':
			if !l.startsName(i + 1) {
				return l.other(i + 1)
			}
			l.at = l.name(i + 1)
			return token{atToken, i + 1, l.at}
		default:
			if c == '-' && l.has(i+1, '-') && l.has(i+2, '>') {
				l.at = i + len("-->")
				continue
			}
			return l.word(i)
		}
	}
	return token{kind: endToken}
}

// word reads what is a number, a name, a function or an operator.
func (l *lexer) word(i int) token {
	if l.startsNumber(i) {
		return l.other(l.number(i))
	}
	if !l.startsName(i) {
		return l.other(i + 1)
	}
	end := l.name(i)
	if !l.has(end, '(') {
		return l.other(end)
	}
	l.at = end + 1
	name := token{functionToken, i, end}
	if isName(l.src[i:end], "url") {
		if first := ascii.SkipSpace(l.src, l.at); !l.has(first, '"') && !l.has(first, '\'') {
			return l.url(first)
		}
	}
	return name
}

// other returns a token without a link, which goes up to end.
func (l *lexer) other(end int) token {
	l.at = end
	return token{kind: otherToken}
}

// comment goes behind the comment whose text starts at i.
func (l *lexer) comment(i int) {
	for ; i < len(l.src); i++ {
		if l.src[i] == '*' && l.has(i+1, '/') {
			l.at = i + 2
			return
		}
	}
	l.at = len(l.src)
}

// quoted reads the string whose quote is at i. A line end in it makes it a
// bad one, which ends there.
func (l *lexer) quoted(i int) token {
	quote, start := l.src[i], i+1
	for i = start; i < len(l.src); {
		switch c := l.src[i]; {
		case c == quote:
			l.at = i + 1
			return token{stringToken, start, i}
		case isLineEnd(c):
			return l.other(i)
		case c == '\\' && l.escapes(i):
			i = l.escape(i)
		case c == '\\':
			i += 1 + lineEndSize(l.src[i+1:])
		default:
			i++
		}
	}
	l.at = len(l.src)
	return token{stringToken, start, len(l.src)}
}

// url reads the URL without quotes that starts at i, behind any space.
func (l *lexer) url(i int) token {
	start := i
	for i < len(l.src) && l.src[i] != ')' {
		switch c := l.src[i]; {
		case ascii.IsSpace(c):
			end := i
			if i = ascii.SkipSpace(l.src, i); i < len(l.src) && l.src[i] != ')' {
				return l.badURL(i)
			}
			l.at = min(i+1, len(l.src))
			return token{urlToken, start, end}
		case c == '\\' && l.escapes(i):
			i = l.escape(i)
		case c == '"', c == '\'', c == '(', c == '\\', c != 0 && c < ' ', c == 0x7f:
			return l.badURL(i)
		default:
			i++
		}
	}
	l.at = min(i+1, len(l.src))
	return token{urlToken, start, i}
}

// badURL skips the rest of a URL that is not well formed.
func (l *lexer) badURL(i int) token {
	for i < len(l.src) && l.src[i] != ')' {
		if l.src[i] == '\\' && l.escapes(i) {
			i = l.escape(i)
		} else {
			i++
		}
	}
	return l.other(min(i+1, len(l.src)))
}

// number returns where the number at i ends, its unit included.
func (l *lexer) number(i int) int {
	if l.src[i] == '+' || l.src[i] == '-' {
		i++
	}
	i = l.digits(i)
	if l.has(i, '.') && l.hasDigit(i+1) {
		i = l.digits(i + 1)
	}
	if i < len(l.src) && ascii.Lower(l.src[i]) == 'e' {
		exponent := i + 1
		if l.has(exponent, '+') || l.has(exponent, '-') {
			exponent++
		}
		if l.hasDigit(exponent) {
			i = l.digits(exponent)
		}
	}
	if l.startsName(i) {
		return l.name(i)
	}
	return i
}

// digits returns where the digits at i end.
func (l *lexer) digits(i int) int {
	for l.hasDigit(i) {
		i++
	}
	return i
}

// name returns where the name at i ends.
func (l *lexer) name(i int) int {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case isNameByte(c):
			i++
		case c == '\\' && l.escapes(i):
			i = l.escape(i)
		default:
			return i
		}
	}
	return i
}

// escape returns where the escape ends whose backslash is at i.
func (l *lexer) escape(i int) int {
	_, size := decodeEscape(l.src[i:])
	return i + size
}

// has reports whether the byte at i is c.
func (l *lexer) has(i int, c byte) bool { return i < len(l.src) && l.src[i] == c }

func (l *lexer) hasDigit(i int) bool {
	return i < len(l.src) && '0' <= l.src[i] && l.src[i] <= '9'
}

// escapes reports whether the backslash at i begins an escape.
func (l *lexer) escapes(i int) bool {
	return i+1 >= len(l.src) || !isLineEnd(l.src[i+1])
}

// startsName reports whether a name is at i.
func (l *lexer) startsName(i int) bool {
	if l.has(i, '-') {
		i++
		if l.has(i, '-') {
			return true
		}
	}
	if i >= len(l.src) {
		return false
	}
	c := l.src[i]
	return c == '\\' && l.escapes(i) || isNameByte(c) && c != '-' && (c < '0' || c > '9')
}

// startsNumber reports whether a number is at i.
func (l *lexer) startsNumber(i int) bool {
	if l.has(i, '+') || l.has(i, '-') {
		i++
	}
	if l.has(i, '.') {
		i++
	}
	return l.hasDigit(i)
}

// isNameByte reports whether c can be in a name: letters, digits, "-", "_", and
// all that is not ASCII. A NUL counts as such.
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= 0x80 || c == 0
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }

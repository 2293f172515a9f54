package css

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// decode decodes a name, a string or a URL of CSS: its escapes, the line ends
// that a backslash hides, and its NULs.
func decode(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexByte(raw, 0) < 0 {
		return string(raw)
	}
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case 0:
			b.WriteRune(utf8.RuneError)
			i++
		case '\\':
			if n := lineEndSize(raw[i+1:]); n > 0 {
				i += 1 + n
				continue
			}
			text, size := decodeEscape(raw[i:])
			b.WriteString(text)
			i += size
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// isName reports whether a name of CSS is the given one, which is in lower case.
func isName(raw []byte, name string) bool {
	if bytes.IndexByte(raw, '\\') < 0 {
		return ascii.EqualFold(raw, name)
	}
	return ascii.EqualFold(decode(raw), name)
}

// maxEscape is how many digits an escape by number has at most.
const maxEscape = 6

// decodeEscape decodes the escape that s begins with, and returns how many bytes it
// takes: a number with the space behind it, or any code point for itself.
func decodeEscape(s []byte) (text string, size int) {
	n, code := 1, rune(0)
	for n < len(s) && n <= maxEscape && ascii.IsHexDigit(s[n]) {
		code = code<<4 | rune(hexValue(s[n]))
		n++
	}
	switch {
	case len(s) == 1:
		return string(utf8.RuneError), 1
	case n > 1:
		if size := lineEndSize(s[n:]); size > 0 {
			n += size
		} else if n < len(s) && ascii.IsSpace(s[n]) {
			n++
		}
		if code == 0 {
			code = utf8.RuneError
		}
		return string(code), n // which makes U+FFFD of what is no code point
	case s[1] == 0:
		return string(utf8.RuneError), 2
	}
	_, width := utf8.DecodeRune(s[1:])
	return string(s[1 : 1+width]), 1 + width
}

// lineEndSize returns how many bytes the line end takes that s begins with; 0
// when it begins with none.
func lineEndSize(s []byte) int {
	switch {
	case bytes.HasPrefix(s, []byte("\r\n")):
		return 2
	case len(s) > 0 && isLineEnd(s[0]):
		return 1
	}
	return 0
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

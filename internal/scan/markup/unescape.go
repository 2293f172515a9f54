package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"golang.org/x/net/html"
)

// UnescapeValue decodes an attribute's value as the tokenizer of the HTML
// standard does: its character references, its line ends, and its NULs. It goes
// by the rule for attributes: a reference without a semicolon is text when a
// letter, a digit or "=" follows it, so that "?a=1&copy=2" keeps its parameter
// (section 13.2.5.73, "named character reference state").
func UnescapeValue(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		n := bytes.IndexAny(raw[i:], "&\r\x00")
		if n < 0 {
			b.Write(raw[i:])
			break
		}
		b.Write(raw[i : i+n])
		i += n
		switch raw[i] {
		case 0:
			b.WriteRune(utf8.RuneError)
			i++
		case '\r':
			b.WriteByte('\n')
			i++
			if i < len(raw) && raw[i] == '\n' {
				i++
			}
		default:
			text, size := reference(raw[i:])
			b.WriteString(text)
			i += size
		}
	}
	return b.String()
}

// reference decodes the character reference that s begins with, and returns how many bytes
// it takes. Any other text decodes to itself.
func reference(s []byte) (text string, size int) {
	if len(s) > 1 && s[1] == '#' {
		return numericReference(s)
	}
	size = 1
	for size < len(s) && isAlphanumeric(s[size]) {
		size++
	}
	if size == 1 {
		return "&", 1
	}
	name := s[:size]
	if size < len(s) && s[size] == ';' {
		// One or two code points are the meaning of the whole name. The meaning of
		// a shorter one would leave letters and the semicolon.
		if text := html.UnescapeString(string(name) + ";"); utf8.RuneCountInString(text) <= 2 {
			return text, size + 1
		}
		return string(name), size
	}
	if size < len(s) && s[size] == '=' {
		return string(name), size
	}
	// Without a semicolon only the old names count, which stand for one code
	// point each, and no shorter one, as a letter would follow that.
	if text := html.UnescapeString(string(name)); utf8.RuneCountInString(text) == 1 {
		return text, size
	}
	return string(name), size
}

// numericReference decodes a reference by number, which is the same in values
// and in text.
func numericReference(s []byte) (text string, size int) {
	size = len("&#")
	digit := ascii.IsDigit
	if size < len(s) && s[size]|0x20 == 'x' {
		size++
		digit = ascii.IsHexDigit
	}
	first := size
	for size < len(s) && digit(s[size]) {
		size++
	}
	if size == first {
		return string(s[:size]), size
	}
	text = string(utf8.RuneError)
	if number := bytes.TrimLeft(s[first:size], "0"); len(number) <= maxDigits {
		text = html.UnescapeString(string(s[:first]) + "0" + string(number) + ";")
	}
	if size < len(s) && s[size] == ';' {
		size++
	}
	return text, size
}

// maxDigits is how many digits a code point has at most, zeros before it aside.
const maxDigits = 7

func isAlphanumeric(c byte) bool { return ascii.IsDigit(c) || ascii.IsLetter(c) }

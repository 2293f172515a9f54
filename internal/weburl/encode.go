package weburl

import (
	"strings"
	"unicode/utf8"
)

// fragmentEscapes are the printable ASCII characters that browsers encode in a
// fragment.
const fragmentEscapes = " \"<>`"

// queryEscapes returns the printable ASCII characters that browsers encode in
// the query of a URL with that scheme.
func queryEscapes(scheme string) string {
	if isSpecial(scheme) {
		return " \"#<>'"
	}
	return " \"#<>"
}

// encode percent-encodes control characters, what is not ASCII, and the bytes
// of escapes. A "%" is left alone, whether or not a valid escape follows. Bytes
// that are not UTF-8 become U+FFFD.
func encode(s, escapes string) string {
	if !needsEncoding(s, escapes) {
		return s
	}
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s) + len(s)/2)
	var bytes [utf8.UTFMax]byte
	for _, r := range s {
		if r < utf8.RuneSelf && !mustEncode(byte(r), escapes) {
			b.WriteByte(byte(r))
			continue
		}
		for _, c := range bytes[:utf8.EncodeRune(bytes[:], r)] {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

func needsEncoding(s, escapes string) bool {
	for i := range len(s) {
		if mustEncode(s[i], escapes) {
			return true
		}
	}
	return false
}

func mustEncode(c byte, escapes string) bool {
	return c < ' ' || c > '~' || strings.IndexByte(escapes, c) >= 0
}

// Unescape decodes every valid percent escape of s and leaves all else as it
// is. The result need not be UTF-8.
func Unescape(s string) string {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			high, low := unhex(s[i+1]), unhex(s[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unhex returns the value of a hexadecimal digit, or -1.
func unhex(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

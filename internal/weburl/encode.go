package weburl

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// escapes is a set of ASCII characters that browsers percent-encode in some
// part of a URL, one bit a character. What is not ASCII they encode everywhere.
type escapes [2]uint64

// newEscapes returns the set of the control characters and chars.
func newEscapes(chars string) escapes {
	set := escapes{1<<' ' - 1, 1 << (0x7f - 64)}
	for i := range len(chars) {
		set[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return set
}

// The sets by the part of a URL that they belong to. An opaque path and an
// opaque host encode nothing but control characters.
var (
	opaqueEscapes       = newEscapes("")
	fragmentEscapes     = newEscapes(" \"<>`")
	plainQueryEscapes   = newEscapes(" \"#<>")
	specialQueryEscapes = newEscapes(" \"#<>'")
	pathEscapes         = newEscapes(" \"#<>?^`{}")
	userEscapes         = newEscapes(" \"#<>?^`{}/:;=@[\\]|")
)

// holds reports whether c has to be encoded.
func (set escapes) holds(c byte) bool {
	return c >= utf8.RuneSelf || set[c>>6]>>(c&63)&1 != 0
}

// encode percent-encodes what is in set. A "%" is left alone, whether or not a
// valid escape follows. Bytes that are not UTF-8 become U+FFFD.
func encode(s string, set escapes) string {
	for i := range len(s) {
		if set.holds(s[i]) {
			return string(appendEncoded(make([]byte, 0, len(s)+len(s)/2), s, set))
		}
	}
	return s
}

// appendEncoded appends s to b, encoded as encode does.
func appendEncoded(b []byte, s string, set escapes) []byte {
	var bytes [utf8.UTFMax]byte
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if set.holds(c) {
				b = appendEscape(b, c)
			} else {
				b = append(b, c)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		for _, c := range bytes[:utf8.EncodeRune(bytes[:], r)] {
			b = appendEscape(b, c)
		}
		i += size
	}
	return b
}

func appendEscape(b []byte, c byte) []byte {
	const hex = "0123456789ABCDEF"
	return append(b, '%', hex[c>>4], hex[c&15])
}

// EscapeFragment writes an anchor's id as the fragment that points at it, the way
// browsers write it.
func EscapeFragment(id string) string { return encode(id, fragmentEscapes) }

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

// encodeQuery percent-encodes a query, "?" and all, of a URL with that scheme
// that is in a document in that encoding.
func encodeQuery(query, scheme, encodingName string) string {
	set := plainQueryEscapes
	if isSpecial(scheme) {
		set = specialQueryEscapes
	}
	if isASCII(query) || !isSpecial(scheme) || scheme == "ws" || scheme == "wss" {
		return encode(query, set)
	}
	legacy, err := htmlindex.Get(encodingName)
	if err != nil {
		return encode(query, set)
	}
	switch name, _ := htmlindex.Name(legacy); name {
	case "utf-8", "utf-16le", "utf-16be", "replacement":
		return encode(query, set)
	}
	// What the encoding lacks becomes a reference such as a form would send, "&#8364;". Its
	// marks are encoded, so that they are not taken for the author's, whose "#" would have
	// ended the query. Bytes that look like ASCII stay, as some letters of Shift_JIS have.
	text, err := encoding.HTMLEscapeUnsupported(legacy.NewEncoder()).String(query)
	if err != nil {
		return encode(query, set)
	}
	return lacking.ReplaceAllString(string(appendBytes(nil, []byte(text), set)), "%26%23$1%3B")
}

// lacking matches a letter that an encoding lacks, in a query that was encoded.
var lacking = regexp.MustCompile(`&%23([0-9]+);`)

// appendBytes appends src to b and percent-encodes the bytes that are in set.
func appendBytes(b, src []byte, set escapes) []byte {
	for _, c := range src {
		if set.holds(c) {
			b = appendEscape(b, c)
		} else {
			b = append(b, c)
		}
	}
	return b
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

package hosting

import "strings"

// EscapePath writes the path of a file as the path of a URL. It percent-encodes the
// characters of the URL standard's path percent-encode set (WHATWG URL, section 1.3),
// and the two that would mean something else there.
func EscapePath(name string) string { return pathEscapes.encode(name) }

// EscapeURL percent-encodes what cannot be in a URL. What is encoded stays as it is.
func EscapeURL(text string) string { return urlEscapes.encode(text) }

// escapes says of each byte whether it is percent-encoded.
type escapes [256]bool

var (
	pathEscapes = newEscapes("\"#%<>?\\^`{}")
	// destinationEscapes leave what is encoded as it is, and the marks of query and
	// fragment.
	destinationEscapes = newEscapes("\"<>\\^`{}")
	urlEscapes         = newEscapes("\"<>")
)

// newEscapes encodes these marks, spaces, controls and what is not ASCII.
func newEscapes(marks string) *escapes {
	var table escapes
	for c := range table {
		table[c] = c <= ' ' || c >= 0x7f || strings.IndexByte(marks, byte(c)) >= 0
	}
	return &table
}

func (e *escapes) encode(s string) string {
	const hex = "0123456789ABCDEF"
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = !e[s[i]]
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; e[c] {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

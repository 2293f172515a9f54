package hosting

import "strings"

// EscapePath writes the path of a file as the path of a URL, with the characters
// encoded that the URL standard's path percent-encode set names (WHATWG URL,
// section 1.3), and the two that would mean something else there.
func EscapePath(name string) string { return pathEscapes.encode(name) }

// escapes tells of each byte whether it is percent-encoded.
type escapes [256]bool

var (
	pathEscapes = newEscapes("\"#%<>?\\^`{}")
	// destinationEscapes leave what is encoded as it is, and the marks of query and
	// fragment.
	destinationEscapes = newEscapes("\"<>\\^`{}")
	// urlEscapes are what cannot stand in a URL; what is encoded there stays as it is.
	urlEscapes = newEscapes("\"<>")
)

// newEscapes has what is to be encoded besides spaces, controls and what is not ASCII.
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

package hosting

import "strings"

// EscapePath writes the path of a file as the path of a URL, with the characters
// encoded that the URL standard's path percent-encode set names (WHATWG URL,
// section 1.3), and the two that would mean something else there.
func EscapePath(name string) string {
	const hex = "0123456789ABCDEF"
	plain := true
	for i := 0; i < len(name) && plain; i++ {
		plain = !mustEscape[name[i]]
	}
	if plain {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; mustEscape[c] {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// mustEscape tells of each byte whether EscapePath encodes it.
var mustEscape = func() (table [256]bool) {
	for c := range table {
		table[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("\"#%<>?\\^`{}", byte(c)) >= 0
	}
	return table
}()

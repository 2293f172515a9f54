package document

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// AddUnescaped appends a range of the document that is the contents of a string, without the
// escapes that JSON, YAML and programming languages have in common.
func (p *Part) AddUnescaped(d *Document, from, to int) {
	for from < to {
		i := bytes.IndexByte(d.Source[from:to], '\\')
		if i < 0 || from+i+1 >= to {
			break
		}
		p.Add(d, from, from+i)
		text, n := unescape(d.Source[from+i : to])
		p.AddText(text, from+i, from+i+n)
		from += i + n
	}
	p.Add(d, from, to)
}

// unescape returns the text of the escape that s begins with, and its length.
func unescape(s []byte) (text string, n int) {
	switch s[1] {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'u', 'x':
		digits := 4
		if s[1] == 'x' {
			digits = 2
		}
		if len(s) >= 2+digits {
			if code, err := strconv.ParseUint(string(s[2:2+digits]), 16, 32); err == nil {
				return string(utf8.AppendRune(nil, rune(code))), 2 + digits
			}
		}
	case '"', '\'', '\\', '/', '`':
		return string(s[1]), 2
	}
	// What the escape means is not known. It may be one of the markup.
	return `\`, 1
}

package redact

import (
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// source is a text whose bytes each come from a range of another.
type source interface {
	len() int
	at(i int) byte
	place(i int) (from, to int)
}

// plain is a text that stands for itself.
type plain string

func (p plain) len() int                   { return len(p) }
func (p plain) at(i int) byte              { return p[i] }
func (p plain) place(i int) (from, to int) { return i, i + 1 }

// unit is one byte of a decoded text, and where it comes from.
type unit struct {
	char     byte
	from, to int32
}

type units []unit

func (u units) len() int                   { return len(u) }
func (u units) at(i int) byte              { return u[i].char }
func (u units) place(i int) (from, to int) { return int(u[i].from), int(u[i].to) }

func unitsOf(text string) units {
	all := make(units, len(text))
	for i := range len(text) {
		all[i] = unit{text[i], int32(i), int32(i + 1)}
	}
	return all
}

// decode replaces each escape of URLs, HTML, JSON and JavaScript by what it stands for,
// once. It is as long as text when there was none.
func decode(text units) units { return decodeEach(text, func(units, int, int) {}) }

// decodeEach is decode, and calls meet for each escape, which is from an index of text
// to another, with the decoded text before it.
func decodeEach(text units, meet func(before units, from, to int)) units {
	out := make(units, 0, len(text))
	for i := 0; i < len(text); {
		value, length := escape(text[i:])
		if length == 0 {
			out = append(out, text[i])
			i++
			continue
		}
		meet(out, i, i+length)
		from, to := text[i].from, text[i+length-1].to
		for k := range len(value) {
			out = append(out, unit{value[k], from, to})
		}
		i += length
	}
	return out
}

// escape reads the escape at the beginning of text: what it stands for, and its length,
// which is 0 when there is none.
func escape(text units) (value string, length int) {
	switch text[0].char {
	case '%':
		if value, ok := hexadecimal(text, 1, 2); ok {
			return string([]byte{byte(value)}), 3
		}
		if value, ok := hexadecimal(text, 2, 4); ok && text[1].char|0x20 == 'u' {
			return string(rune(value)), 6
		}
	case '\\':
		return backslash(text)
	case '/':
		// What a browser makes of a backslash in a path.
		if value, ok := hexadecimal(text, 2, 4); ok && text[1].char == 'u' {
			return string(rune(value)), 6
		}
	case '&':
		return entity(text)
	}
	return "", 0
}

// backslash reads an escape of JSON, JavaScript or Go.
func backslash(text units) (value string, length int) {
	if len(text) < 2 {
		return "", 0
	}
	switch c := text[1].char; {
	case c == 'u' && len(text) > 2 && text[2].char == '{':
		for end := 3; end < len(text) && end <= 9; end++ {
			if text[end].char == '}' {
				if value, ok := hexadecimal(text, 3, end-3); ok {
					return string(rune(value)), end + 1
				}
			}
		}
	case c == 'u':
		high, ok := hexadecimal(text, 2, 4)
		if !ok {
			return "", 0
		}
		if len(text) >= 12 && text[6].char == '\\' && text[7].char == 'u' {
			if low, ok := hexadecimal(text, 8, 4); ok && utf16.DecodeRune(rune(high), rune(low)) != utf8.RuneError {
				return string(utf16.DecodeRune(rune(high), rune(low))), 12
			}
		}
		return string(rune(high)), 6
	case c == 'U':
		if value, ok := hexadecimal(text, 2, 8); ok {
			return string(rune(value)), 10
		}
	case c == 'x':
		if value, ok := hexadecimal(text, 2, 2); ok {
			return string([]byte{byte(value)}), 4
		}
	case c == 't':
		return "\t", 2
	case strings.IndexByte("\"'\\/`", c) >= 0:
		return string([]byte{c}), 2
	}
	return "", 0
}

// maxEntity bounds the length of a character reference in bytes.
const maxEntity = 33

// entity reads a character reference of HTML. A numeric one needs no semicolon.
func entity(text units) (value string, length int) {
	var name []byte
	for i := 0; i < len(text) && i < maxEntity; i++ {
		c := text[i].char
		isLetter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if i > 0 && !isLetter && (i != 1 || c != '#') {
			if c == ';' {
				name = append(name, c)
			}
			break
		}
		name = append(name, c)
	}
	numeric := len(name) > 2 && name[1] == '#'
	if !numeric && name[len(name)-1] != ';' {
		return "", 0
	}
	decoded := html.UnescapeString(string(name))
	if decoded == string(name) || len(decoded) >= len(name) {
		return "", 0
	}
	if !numeric {
		return decoded, len(name)
	}
	// Of "&#65z" the letter is text. What remains of the name is how much of it is.
	_, size := utf8.DecodeRuneInString(decoded)
	return decoded[:size], len(name) - (len(decoded) - size)
}

// hexadecimal reads digits of text.
func hexadecimal(text units, at, digits int) (value uint32, ok bool) {
	if digits == 0 || at+digits > len(text) {
		return 0, false
	}
	for i := at; i < at+digits; i++ {
		c := text[i].char
		switch {
		case '0' <= c && c <= '9':
			value = value<<4 | uint32(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			value = value<<4 | uint32(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}

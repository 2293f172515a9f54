// Package plaintext compares what links read: only letters and digits count.
package plaintext

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns the letters and digits of a text in lower case. Generators change quotes,
// dashes, marks and space, so these do not count.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r < utf8.RuneSelf {
			switch {
			case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
				b.WriteByte(byte(r))
			case 'A' <= r && r <= 'Z':
				b.WriteByte(byte(r) | 0x20)
			}
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Read folds the markup inside a link to the text that a reader sees. It leaves out
// elements, decodes entities, and replaces an image by its alternative text. loose is
// true when the markup holds expressions, whose text is not known.
func Read(s string) (folded string, loose bool) {
	if strings.ContainsAny(s, "<{[") {
		s, loose = stripMarks(s)
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return Fold(s), loose
}

// stripMarks removes elements and expressions from a text, and replaces images by their
// alternative text.
func stripMarks(s string) (plain string, loose bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := 0
		switch {
		case s[i] == '<':
			end = afterByte(s, i, '>')
			b.WriteString(altOf(s[i:max(end, i)]))
		case s[i] == '{':
			end = afterByte(s, i, '}')
			loose = loose || end > 0
		case s[i] == '!' && strings.HasPrefix(s[i:], "!["):
			if end = afterImage(s, i); end > 0 {
				b.WriteString(s[i+2 : i+strings.Index(s[i:], "](")])
			}
		case s[i] == ']' && strings.HasPrefix(s[i:], "]("):
			end = afterByte(s, i, ')')
		}
		if end > 0 {
			i = end
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String(), loose
}

// altOf returns the alternative text of an <img> tag; empty for other elements.
func altOf(tag string) string {
	if len(tag) < 4 || !strings.EqualFold(tag[:4], "<img") {
		return ""
	}
	at := strings.Index(tag, "alt=")
	if at < 0 || at+4 >= len(tag) {
		return ""
	}
	alt := tag[at+4:]
	if quote := alt[0]; quote == '"' || quote == '\'' {
		alt, _, _ = strings.Cut(alt[1:], string(quote))
		return alt
	}
	alt, _, _ = strings.Cut(strings.TrimRight(alt, "/>"), " ")
	return alt
}

// afterByte returns the offset after the next c from i on, or 0.
func afterByte(s string, i int, c byte) int {
	if j := strings.IndexByte(s[i:], c); j >= 0 {
		return i + j + 1
	}
	return 0
}

// afterImage returns the offset after the Markdown image at i, or 0.
func afterImage(s string, i int) int {
	j := strings.Index(s[i:], "](")
	if j < 0 {
		return 0
	}
	return afterByte(s, i+j, ')')
}

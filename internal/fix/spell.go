package fix

import (
	"fmt"
	"html"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/source"
)

// ampersand is how HTML writes one in text.
const ampersand = "&amp;"

// value returns the link that the text of a file stands for. ok is false when the text has
// escapes: a part of it could not be replaced without knowing their syntax.
func (w *writer) value() (string, bool) {
	value := strings.ReplaceAll(w.text, ampersand, "&")
	if strings.Contains(w.text, ampersand) && html.UnescapeString(w.text) != value {
		return "", false
	}
	if strings.ContainsAny(value, "\\\n\r") || !utf8.ValidString(value) || html.UnescapeString(value) != value && html.UnescapeString(w.text) != value {
		return "", false
	}
	return value, true
}

// put returns the text of the file for a changed link. Only the part that differs is written
// anew.
func (w *writer) put(value, changed string) (string, string) {
	if changed == value {
		return "", "it is right already"
	}
	before, inserted, after := difference(value, changed)
	if !w.isSafe(before, inserted, after) {
		return "", unsafeText
	}
	if value != w.text || w.needsEntity(inserted) {
		// A text that had no ampersand before gets no other entity.
		if html.UnescapeString(w.escape(changed)) != changed {
			return "", unsafeText
		}
		return w.escape(changed), ""
	}
	return changed, ""
}

// escape writes ampersands as the file does.
func (w *writer) escape(value string) string { return strings.ReplaceAll(value, "&", ampersand) }

// needsEntity reports whether an ampersand has to be written as an entity.
func (w *writer) needsEntity(inserted string) bool {
	return strings.Contains(inserted, "&") && source.SyntaxOf(w.file).IsMarkup() && !strings.Contains(w.text, "&")
}

// difference returns what two texts have in common before and after the part of the second
// one that differs, and that part.
func difference(value, changed string) (before, inserted, after string) {
	i := 0
	for i < min(len(value), len(changed)) && value[i] == changed[i] {
		i++
	}
	for i > 0 && i < len(changed) && !utf8.RuneStart(changed[i]) {
		i--
	}
	j := 0
	for j < min(len(value), len(changed))-i && value[len(value)-1-j] == changed[len(changed)-1-j] {
		j++
	}
	for j > 0 && !utf8.RuneStart(changed[len(changed)-j]) {
		j--
	}
	return changed[:i], changed[i : len(changed)-j], changed[len(changed)-j:]
}

// safe are the characters that mean nothing in any syntax of sources, besides letters and
// digits.
const safe = "-._~/%?=#:+,;!@"

// isSafe reports whether a text can be written into the middle of a link as it is.
func (w *writer) isSafe(before, inserted, after string) bool {
	for _, r := range inserted {
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(safe, r)):
		case r == '&' && (source.SyntaxOf(w.file).IsMarkup() || strings.Contains(w.text, "&")):
		case r >= utf8.RuneSelf && w.unicode && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)):
		default:
			return false
		}
	}
	whole := before + inserted + after
	if endsWithMark(whole) && !endsWithMark(w.text) {
		return false
	}
	switch path.Ext(w.file) {
	case ".adoc", ".asciidoc", ".asc":
		return !hasNew(whole, w.text, "__") && !hasNew(whole, w.text, "++") && !hasNew(whole, w.text, "~")
	case ".org":
		return !hasNew(whole, w.text, "::")
	}
	return true
}

// endsWithMark reports whether a URL ends with a mark that is no part of it where the URL is in a
// text without brackets or quotes.
func endsWithMark(url string) bool {
	return url != "" && strings.ContainsRune(".,:;!?*_~", rune(url[len(url)-1]))
}

// hasNew reports whether a text has a mark that the old one has not.
func hasNew(text, old, mark string) bool {
	return strings.Contains(text, mark) && !strings.Contains(old, mark)
}

// spell writes a part of a URL in the style of a link: letters that are not ASCII without
// escapes where the link has such letters, and with escapes elsewhere. Characters that mean
// something in the syntax of a source are always escaped.
func (w *writer) spell(part, link string) string {
	if w.unicode && !isASCII(link) {
		part = unescapeLetters(part)
	}
	var b strings.Builder
	for i := 0; i < len(part); {
		r, size := utf8.DecodeRuneInString(part[i:])
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(safe+"&$", r)):
			b.WriteString(part[i : i+size])
		case r >= utf8.RuneSelf && r != utf8.RuneError && w.unicode && !isASCII(link):
			b.WriteString(part[i : i+size])
		default:
			for _, c := range []byte(part[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		i += size
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unescapeLetters decodes the escapes of letters that are not ASCII.
func unescapeLetters(part string) string {
	var b strings.Builder
	for i := 0; i < len(part); {
		decoded := escapedBytes(part[i:])
		r, size := utf8.DecodeRune(decoded)
		if size > 1 && (unicode.IsLetter(r) || unicode.IsMark(r)) {
			b.WriteRune(r)
			i += len("%00") * size
			continue
		}
		b.WriteByte(part[i])
		i++
	}
	return b.String()
}

// escapedBytes decodes the escapes at the beginning of a text, as many as a letter may have.
func escapedBytes(s string) []byte {
	var decoded []byte
	for len(decoded) < utf8.UTFMax && len(s) >= len("%00") && s[0] == '%' {
		c, err := strconv.ParseUint(s[1:3], 16, 8)
		if err != nil {
			break
		}
		decoded, s = append(decoded, byte(c)), s[3:]
	}
	return decoded
}

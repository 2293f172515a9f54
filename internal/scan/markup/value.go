package markup

import (
	"bytes"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"golang.org/x/net/html"
)

// name and value are parts of an attribute without quotes, and ends says which of them a byte ends:
// minified pages have little else.
const name, value = 1, 2

var ends = [256]uint8{' ': name | value, '\n': name | value, '\t': name | value, '\r': name | value, '\f': name | value, '>': name | value, '/': name, '=': name}

// Attribute reads the attribute whose name begins at i. It returns where the name ends, where
// the value starts and ends, and where to read on. Without a "=" the value is empty, at i.
func Attribute(src []byte, i int) (nameEnd, start, end, after int) {
	nameEnd = i + 1 // a "=" can start a name
	for nameEnd < len(src) && ends[src[nameEnd]]&name == 0 {
		nameEnd++
	}
	equals := ascii.SkipSpace(src, nameEnd)
	if equals == len(src) || src[equals] != '=' {
		return nameEnd, i, i, nameEnd
	}
	start, end, after = valueSpan(src, equals+1)
	return nameEnd, start, end, after
}

// valueSpan returns where the value behind a "=" starts and ends, and where to
// read on, which is the end of src when that cuts the value off.
func valueSpan(src []byte, i int) (start, end, after int) {
	for i < len(src) && ascii.IsSpace(src[i]) {
		i++
	}
	start = i
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		start++
		n := bytes.IndexByte(src[start:], src[i])
		if n < 0 {
			return start, len(src), len(src)
		}
		return start, start + n, start + n + 1
	}
	for i < len(src) && ends[src[i]]&value == 0 {
		i++
	}
	return start, i, i
}

// UnescapeValue decodes an attribute's value as the tokenizer of the HTML
// standard does: its character references, its line ends, and its NULs. It goes
// by the rule for attributes: a reference without a semicolon is text when a
// letter, a digit or "=" follows it, so that "?a=1&copy=2" keeps its parameter
// (section 13.2.5.73, "named character reference state").
func UnescapeValue(raw []byte) string {
	if !bytes.ContainsAny(raw, "\r\x00") && isCommon(raw) {
		return html.UnescapeString(string(raw))
	}
	value := strings.NewReplacer(`"`, "&quot;", "\x00", "\ufffd").Replace(string(raw))
	tokens := html.NewTokenizer(strings.NewReader(`<a b="` + value + `">`))
	tokens.Next()
	tokens.TagName()
	_, decoded, _ := tokens.TagAttr()
	return string(decoded)
}

// isCommon reports whether a value has no other references than by number and the common
// names, which mean the same in any text.
func isCommon(raw []byte) bool {
	for {
		_, rest, ok := bytes.Cut(raw, []byte("&"))
		if !ok {
			return true
		}
		name, _, ok := bytes.Cut(rest[:min(len(rest), len("#1114111;"))], []byte(";"))
		switch digits, isNumber := bytes.CutPrefix(name, []byte("#")); {
		case !ok:
			return false
		case isNumber && len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0:
		case slices.Contains(commonNames, string(name)):
		default:
			return false
		}
		raw = rest
	}
}

var commonNames = []string{"amp", "quot", "lt", "gt", "apos", "nbsp", "#x27", "#x2F"}

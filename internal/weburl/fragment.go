package weburl

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// directive begins the part of a fragment that is for the browser and not for the page,
// such as which words to highlight.
const directive = ":~:"

// Indicated reports whether fragment, which is URL.Fragment without its "#", refers to an
// anchor of a page; has reports whether the page has an anchor with an id.
//
// It follows the HTML Standard: an empty fragment and "top" in any case are the top of the
// page, and the raw fragment comes before its percent-decoded form. Beyond it, three kinds
// always count as found: a fragment that begins with "!" or "/" is the route of an
// application; a range of lines such as "L10-L20" holds when the page has both its ends;
// and "_" and "0" are placeholders that lead nowhere on purpose.
func Indicated(fragment string, has func(id string) bool) bool {
	if IsAnywhere(fragment) {
		return true
	}
	fragment, _, _ = strings.Cut(fragment, directive)
	if has(fragment) {
		return true
	}
	decoded := decode(Unescape(fragment))
	if decoded != fragment && has(decoded) {
		return true
	}
	first, last, ok := Lines(fragment)
	return ok && has(first) && has(last)
}

// IsAnywhere reports whether fragment counts as found on each page, with any anchors.
func IsAnywhere(fragment string) bool {
	if strings.IndexByte(fragment, ':') >= 0 {
		fragment, _, _ = strings.Cut(fragment, directive)
	}
	return fragment == "" || fragment[0] == '!' || fragment[0] == '/' || fragment == "_" || fragment == "0" || isTop(Unescape(fragment))
}

// decode reads s as UTF-8 the way browsers do: each beginning of a character
// that is not finished, however long, becomes one U+FFFD. Go's own conversions
// count bytes.
func decode(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	// This decoder has no errors to report.
	s, _ = unicode.UTF8.NewDecoder().String(s)
	return s
}

// isTop reports whether s is "top" in any case of its ASCII letters.
func isTop(s string) bool {
	return len(s) == len("top") && s[0]|0x20 == 't' && s[1]|0x20 == 'o' && s[2]|0x20 == 'p'
}

// Lines reads a fragment such as "10-20", "L10-L20" or "L10-20" as the ids of its two ends.
func Lines(fragment string) (first, last string, ok bool) {
	first, last, ok = strings.Cut(fragment, "-")
	if !ok {
		return "", "", false
	}
	digits, lettered := strings.CutPrefix(first, "L")
	if !isNumber(digits) {
		return "", "", false
	}
	if lettered {
		last = "L" + strings.TrimPrefix(last, "L")
		return first, last, isNumber(last[1:])
	}
	return first, last, isNumber(last)
}

func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// blank holds the white space that markup may have before a URL.
const blank = " \n\t\r\f"

// IsFragment reports whether a reference is a fragment alone, and so names a place in
// the document that holds it.
func IsFragment(raw string) bool {
	return strings.HasPrefix(strings.TrimLeft(raw, blank), "#")
}

// LooksLikeURL reports whether a text that need not be a URL looks like one: it begins
// with http: or https:, or is a path from the root of the site.
func LooksLikeURL(text string) bool {
	text = strings.TrimLeft(text, blank)
	return strings.HasPrefix(text, "/") || hasScheme(text, "https:") || hasScheme(text, "http:")
}

// hasScheme reports whether text begins with the scheme, in any case.
func hasScheme(text, scheme string) bool {
	return len(text) >= len(scheme) && strings.ToLower(text[:len(scheme)]) == scheme
}

package weburl

import "strings"

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

package git

import "strings"

// isObjectName reports whether s is the whole name of an object, in hexadecimal digits.
func isObjectName(s string) bool {
	if len(s) != 2*sha1Size && len(s) != 2*sha256Size {
		return false
	}
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// objectName is the name of an object that a file holds, without the white space
// around it; empty when it holds something else.
func objectName(text string) string {
	if text = strings.TrimSpace(text); isObjectName(text) {
		return text
	}
	return ""
}

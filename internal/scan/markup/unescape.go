package markup

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// UnescapeValue decodes an attribute's value as the tokenizer of the HTML
// standard does: its character references, its line ends, and its NULs. It goes
// by the rule for attributes: a reference without a semicolon is text when a
// letter, a digit or "=" follows it, so that "?a=1&copy=2" keeps its parameter
// (section 13.2.5.73, "named character reference state").
func UnescapeValue(raw []byte) string {
	const ampersand = "&amp;"
	if bytes.IndexAny(raw, "\r\x00") < 0 && bytes.Count(raw, []byte("&")) == bytes.Count(raw, []byte(ampersand)) {
		return strings.ReplaceAll(string(raw), ampersand, "&")
	}
	value := strings.NewReplacer(`"`, "&quot;", "\x00", "\ufffd").Replace(string(raw))
	tokens := html.NewTokenizer(strings.NewReader(`<a b="` + value + `">`))
	tokens.Next()
	tokens.TagName()
	_, decoded, _ := tokens.TagAttr()
	return string(decoded)
}

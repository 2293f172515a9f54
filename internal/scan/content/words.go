package content

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// shownValues are the attributes that say what an element shows or where it leads. The
// others hold values that differ from one answer to the next: nonces, tokens, states.
var shownValues = []string{"href", "src", "alt", "placeholder"}

// WordsOf returns what a UTF-8 document shows, cut into small pieces, in order: a "<" and
// its name for each element, the values that it shows, and the words of the text. It leaves
// out scripts, styles and comments, and the head except for the title. It is for the few
// documents that are compared with each other.
func WordsOf(src []byte) []string {
	var words []string
	hidden := ""
	z := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return words // the end: there is no other error in memory
		case html.TextToken:
			if hidden == "" {
				words = append(words, strings.Fields(string(z.Text()))...)
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == hidden {
				hidden = ""
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			raw, more := z.TagName()
			name := string(raw)
			if name == "meta" || name == "link" || name == "input" {
				continue
			}
			if name == "script" || name == "style" {
				if kind == html.StartTagToken {
					hidden = name
				}
				continue
			}
			words = append(words, "<"+name)
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				if slices.Contains(shownValues, string(key)) {
					words = append(words, string(value))
				}
			}
		}
	}
}

// SplitWords returns the words of a text in lower case: all that is neither a letter nor a
// digit parts them.
func SplitWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

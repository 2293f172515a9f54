package markdown

import (
	"bytes"
	"slices"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// proseDirectives are the directives of MyST whose contents are Markdown. Those of all
// others are code, or another syntax.
var proseDirectives = [...]string{
	"note", "tip", "hint", "important", "warning", "caution", "attention", "danger", "error", "seealso", "admonition", "deprecated", "versionadded",
	"versionchanged", "topic", "sidebar", "dropdown", "card", "grid", "grid-item", "grid-item-card", "tab-set", "tab-item", "div", "margin", "epigraph",
	"figure", "image", "button-link", "glossary", "list-table", "table", "exercise", "solution", "proof", "theorem", "aside", "details", "container",
}

// directiveName returns the name of the directive that the information of a fence begins
// with, if its contents are Markdown, and its length with the braces.
func directiveName(info []byte) (length int, ok bool) {
	closing := bytes.IndexByte(info, '}')
	if closing < 0 || info[0] != '{' {
		return 0, false
	}
	return closing + 1, slices.Contains(proseDirectives[:], string(info[1:closing]))
}

// optionOf reads the line of an option: ":target: /guide/".
func optionOf(text []byte) (name string, value []byte, ok bool) {
	if len(text) < 3 || text[0] != ':' || !lexical.IsWord(text[1]) {
		return "", nil, false
	}
	before, value, ok := bytes.Cut(text[1:], []byte(":"))
	if !ok || bytes.IndexByte(before, ' ') >= 0 {
		return "", nil, false
	}
	return string(before), bytes.TrimSpace(value), true
}

package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// proseDirectives are the directives of MyST whose contents are Markdown. Those of all
// others are code, or another syntax.
var proseDirectives = [...]string{
	"note", "tip", "hint", "important", "warning", "caution", "attention", "danger", "error", "seealso", "admonition", "deprecated", "versionadded",
	"versionchanged", "topic", "sidebar", "dropdown", "card", "grid", "grid-item", "grid-item-card", "tab-set", "tab-item", "div", "margin", "epigraph",
	"figure", "image", "button-link", "glossary", "list-table", "table", "exercise", "solution", "proof", "theorem", "aside", "details", "container",
}

// directive reads the first line of a fence from at on, and reports whether it begins a
// directive whose contents are Markdown: ```{note} title.
func (b *blocks) directive(at, end, size int) bool {
	if at >= end || b.text[at] != '{' {
		return false
	}
	closing := bytes.IndexByte(b.text[at:end], '}')
	if closing < 0 {
		return false
	}
	name := string(b.text[at+1 : at+closing])
	for _, known := range proseDirectives {
		if name == known {
			b.argument(at+closing+1, end)
			lexical.Mask(b.text, at-size, at+closing+1)
			b.endBlock(end)
			b.directives = append(b.directives, size)
			return true
		}
	}
	return false
}

// argument adds the file that a directive shows: ```{image} picture.png.
func (b *blocks) argument(at, end int) {
	text := bytes.TrimSpace(b.text[at:end])
	if !destination.LooksLike(string(text)) {
		return
	}
	at += bytes.Index(b.text[at:end], text)
	b.doc.Add(document.Link{Offset: at, End: at + len(text), Loose: true, Role: document.EmbedRole})
	lexical.Mask(b.text, at, at+len(text))
}

// directiveLine reads a line inside a directive that is not text: its end, and an option
// with a destination.
func (b *blocks) directiveLine(l line) bool {
	if len(b.directives) == 0 {
		return false
	}
	text := bytes.TrimRight(b.text[l.text:l.end], " \t\r")
	if len(text) >= 3 && lexical.IsRunOf(text, text[0]) && (text[0] == '`' || text[0] == '~') && len(text) >= b.directives[len(b.directives)-1] {
		b.directives = b.directives[:len(b.directives)-1]
		lexical.Mask(b.text, l.text, l.end)
		b.endBlock(l.end)
		return true
	}
	name, value, ok := optionOf(text)
	if !ok || b.paragraph {
		return false
	}
	if name == "target" || name == "link" {
		at := l.text + len(text) - len(value)
		b.doc.Add(document.Link{Offset: at, End: at + len(value), Loose: true, Role: document.LinkRole})
	}
	lexical.Mask(b.text, l.text, l.end)
	b.endBlock(l.end)
	return true
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

package scan

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// embedded says what language the text behind a start tag is in.
type embedded uint8

const (
	// noLinks is the text of the page, or other text without links.
	noLinks embedded = iota
	styleSheet
	linkedDataText
)

// embeds returns what the text of the element of a start tag is.
func (t *tag) embeds(in namespace) embedded {
	switch {
	case t.element.name == "style" && in != inMathML && !(t.closed && in == inSVG) && t.isTyped("", "text/css"):
		return styleSheet
	case t.element.name == "script" && in == inHTML && t.isTyped("application/ld+json"):
		return linkedDataText
	}
	return noLinks
}

// isTyped reports whether the type of the element is one of the given ones, its
// parameters aside. The type of an element without one is "".
func (t *tag) isTyped(types ...string) bool {
	value, _ := t.get(attrType)
	value, _, _ = strings.Cut(value, ";")
	for _, known := range types {
		if ascii.EqualFold(strings.Trim(value, ascii.Space), known) {
			return true
		}
	}
	return false
}

// readEmbedded records the links of the text that follows a tag that has some.
func (s *scanner) readEmbedded(data markup.CharData) {
	switch s.embedded {
	case styleSheet:
		s.styleElement(&data)
	case linkedDataText:
		s.linkedData(data.WithoutNUL())
	case noLinks:
	}
}

// styleElement records the links in the text of a <style>.
func (s *scanner) styleElement(data *markup.CharData) {
	css.Sheet(data.Text, func(l css.Link) { s.put(cssLink(l, "style", data.Offset(l.Index))) })
}

// styleAttribute records the links of a style attribute. Most have no bracket,
// and so no link.
func (s *scanner) styleAttribute(a *attr) {
	if a.plain && bytes.IndexByte(s.src[a.start:a.end], '(') < 0 {
		return
	}
	value := s.src[a.start:a.end]
	if !a.plain {
		value = []byte(s.tag.value(a))
	}
	s.tag.origin = &link.Origin{Element: s.tag.elementName(), Attribute: a.name.String()}
	css.Declarations(value, func(l css.Link) { s.addPart(a, l.URL, l.Index) })
}

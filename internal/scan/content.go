package scan

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// content says what the text behind a start tag is.
type content uint8

const (
	// proseContent is what readers see, or nothing that has links.
	proseContent content = iota
	cssContent
	linkedDataContent
)

// content returns what the text of the element is that the start tag makes.
func (t *tag) content(in namespace) content {
	switch {
	case t.element.name == "style" && in != inMathML && !(t.closed && in == inSVG) && t.isTyped("", "text/css"):
		return cssContent
	case t.element.name == "script" && in == inHTML && t.isTyped("application/ld+json"):
		return linkedDataContent
	}
	return proseContent
}

// isTyped tells whether the type of the element is one of the given ones, its
// parameters aside. The type of an element without one is "".
func (t *tag) isTyped(types ...string) bool {
	value, _ := t.get(attrType)
	value, _, _ = strings.Cut(value, ";")
	for _, known := range types {
		if equalFold(strings.Trim(value, " \n\t\r\f"), known) {
			return true
		}
	}
	return false
}

// readContent takes the links from the text between start and end, which follows
// a tag whose content is not prose.
func (s *scanner) readContent(start, end int) {
	text := s.src[start:end]
	switch s.content {
	case cssContent:
		s.styleElement(text, start)
	case linkedDataContent:
		s.linkedData(text, start)
	case proseContent:
	}
}

// styleElement takes the links from text of a <style>. Only that of SVG has
// entities and CDATA sections.
func (s *scanner) styleElement(text []byte, offset int) {
	exact := true
	if s.foreign.inside() {
		if data, ok := bytes.CutPrefix(text, []byte("<![CDATA[")); ok {
			text, offset = bytes.TrimSuffix(data, []byte("]]>")), offset+len("<![CDATA[")
		} else if bytes.IndexByte(text, '&') >= 0 {
			text, exact = []byte(html.UnescapeString(string(text))), false
		}
	}
	readCSS(text, true, func(l cssLink) {
		if !exact {
			l.index = 0
		}
		s.put(l.link("style", offset))
	})
}

// styleAttribute takes the links from a style attribute. Most have no bracket,
// and so no link.
func (s *scanner) styleAttribute(a *attr) {
	if a.plain && bytes.IndexByte(s.src[a.start:a.end], '(') < 0 {
		return
	}
	value := s.src[a.start:a.end]
	if !a.plain {
		value = []byte(s.tag.value(a))
	}
	readCSS(value, false, func(l cssLink) { s.addPart(a, l.url, l.index) })
}

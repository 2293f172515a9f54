package scan

import (
	"slices"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// seen has what decides whether browsers drop a tag that is in the wrong place, with its
// id and its links.
type seen struct {
	// html and body are the attributes that the elements of these names have: further tags
	// add only others.
	html, body attributes
	head       bool
	frameset   bool // a <frameset>, wherever it is
	frames     bool // one that took the place of the body
	tables     int  // open <table> elements, as far as tags tell
}

// drops reports whether browsers drop the current start tag of HTML, and records it
// (section 13.2.6.4).
func (s *scanner) drops() bool {
	t := &s.tag
	if t.element.name == "table" {
		s.seen.tables++
	}
	if s.inert == 0 {
		switch t.element.name {
		case "form":
			if s.form != noForm && s.shadows == 0 {
				return true
			}
		case "html", "body":
			if s.shadows > 0 || s.script {
				return true
			}
			t.addTo(s.seen.attributes(t.element.name))
		case "head":
			if s.seen.head {
				return true
			}
			s.seen.head = true
		case "frameset":
			if !s.seen.frameset {
				s.seen.frameset, s.seen.frames = true, s.allowsFrames()
			}
			return !s.seen.frames
		case "frame":
			return !s.seen.frames
		}
	}
	if s.tree != nil {
		return !s.startInTree()
	}
	s.needsTree = t.element.isTablePart && s.seen.tables == 0 && s.inert == 0 && len(t.attrs) > 0 && !s.noTree
	return false
}

// attributes returns those that the <html> or the <body> has.
func (s *seen) attributes(name string) *attributes {
	if name == "html" {
		return &s.html
	}
	return &s.body
}

// addTo leaves out the attributes that the element has already.
func (t *tag) addTo(have *attributes) {
	t.attrs = slices.DeleteFunc(t.attrs, func(a attr) bool { return have.has(a.name) })
	*have |= t.have
}

// allowsFrames reports whether the <frameset> that is the current tag may take the place of
// the body: nothing before it may be something to show.
func (s *scanner) allowsFrames() bool {
	m := markup.Reader{Src: s.src[:s.tag.nameEnd-len(s.tag.rawName)-1]}
	t := tag{}
	for {
		raw := m.Raw != ""
		switch kind, start := m.Next(); kind {
		case markup.End:
			return true
		case markup.OpenTag:
			if m.At = t.parse(m.Src, m.At); m.At < 0 || showsSomething(&t) {
				return false
			}
			if m.Raw = t.element.raw; t.element.name == "noscript" {
				m.Raw = "noscript"
			}
		case markup.CloseTag:
			if m.At = t.parse(m.Src, m.At); m.At < 0 {
				return false
			}
		case markup.Text:
			if !raw && isShown(m.Src[start:m.At]) {
				return false
			}
		case markup.Hidden:
		}
	}
}

// showsSomething reports whether a frameset cannot follow a start tag.
func showsSomething(t *tag) bool {
	kind, _ := t.get(attrType)
	return lookUp(shownElements, t.rawName) != 0 && !ascii.EqualFold(kind, "hidden")
}

// shownElements are those which keep a page from being one of frames.
var shownElements = intern(
	"applet", "area", "body", "br", "button", "dd", "dt", "embed", "hr", "iframe", "image", "img", "input", "keygen", "li", "listing", "marquee", "object",
	"pre", "select", "table", "textarea", "wbr", "xmp",
)

package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// Most pages are read without the tree of their elements. Where it decides what a tag
// means, needsTree is set and the page is read once more with its open elements
// (openElements), which takes about twice as long.

// depth is how many HTML elements are open around the current start tag, where that is
// known.
func (s *scanner) depth() int {
	if s.tree == nil {
		return 0
	}
	if name := s.tag.element.name; name == "svg" || name == "math" {
		s.tree.enterBody()
	}
	return len(s.tree.open)
}

// closeElement closes the element that an end tag is for, and reports whether there may be
// one.
func (s *scanner) closeElement() bool {
	t, f := &s.tag, &s.foreign
	switch {
	case s.tree != nil:
		return s.closeInTree()
	case f.end(t):
	case endsParagraph(t.element.name):
		f.leave()
	case !t.element.holdsForeign && lookUp(otherContainers, t.rawName) == 0 && bytes.IndexByte(t.rawName, '-') < 0:
		// It is a mistake of the author, such as the </path> of <path/></path>.
	case s.noTree:
		f.leave()
	default:
		s.needsTree = true
	}
	return true
}

// endsParagraph reports whether the end tag of that name breaks out of foreign content,
// with any elements open.
func endsParagraph(name string) bool { return name == "p" || name == "br" }

// closeInTree is closeElement where the open elements are known (section 13.2.6.5, "any
// other end tag").
func (s *scanner) closeInTree() bool {
	t, f := &s.tag, &s.foreign
	name := t.elementName()
	floor, root := f.floor(), len(f.open)
	if root > 0 && len(s.tree.open) <= floor {
		// The innermost open element is a foreign one.
		if endsParagraph(name) {
			f.leave()
			floor, root = f.floor(), len(f.open)
		} else if f.endForeign(t.rawName) {
			return true
		} else if root = f.open[root-1].root; f.isBounded(root) {
			floor = len(s.tree.open)
		} else {
			below := foreign{open: f.open[:root]}
			floor = below.floor()
		}
	}
	closed := s.tree.end(name, floor) >= 0
	if closed {
		f.open = f.open[:root]
		f.cut(len(s.tree.open))
	}
	return closed || name == "form"
}

// startInTree records the start tag of an HTML element, and reports false when browsers
// drop it.
func (s *scanner) startInTree() bool {
	before := len(s.tree.open)
	if !s.tree.start(s.tag.elementName(), s.foreign.floor()) {
		return false
	}
	if s.tag.element.isTablePart && len(s.tree.open) <= before {
		s.foreign.cut(len(s.tree.open) - 1)
	}
	return true
}

// otherContainers are HTML elements without a record in which SVG and MathML are.
var otherContainers = intern(
	"abbr", "address", "applet", "audio", "bdi", "bdo", "canvas", "cite", "data", "datalist", "del", "dfn", "dir", "font", "hgroup", "ins", "kbd", "map", "mark",
	"marquee", "meter", "optgroup", "option", "output", "picture", "progress", "q", "rp", "rt", "samp", "search", "select", "slot", "time", "video",
)

// startsShadow reports whether the current <template> is a declarative shadow root, whose
// content is part of what the page shows. The content of any other is inert until a script
// copies it.
func (s *scanner) startsShadow() bool {
	mode, _ := s.tag.get(attrShadowrootmode)
	if s.inert > 0 || !ascii.EqualFold(mode, "open") && !ascii.EqualFold(mode, "closed") {
		return false
	}
	if s.tree == nil {
		s.needsTree = !s.noTree
	} else if !s.tree.attachShadow(s.foreign.floor()) {
		return false
	}
	s.shadows++
	return true
}

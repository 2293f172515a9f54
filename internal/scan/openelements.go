package scan

import (
	"bytes"
	"slices"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// openElements is the stack of the HTML elements that are open, as the tree construction of
// the HTML standard keeps it (section 13.2.4.2). Few pages need it: see scanner.needsTree.
// The foreign elements between them are those of type foreign. What only rearranges the
// tree, such as foster parenting, is left out.
type openElements struct {
	open []openElement
	// inBody is false in the head and before it.
	inBody bool
}

// openElement is an open HTML element.
type openElement struct {
	name string // in lower case; empty for one that ended while those inside it stay open
	// isHost is whether the element has a shadow root.
	isHost bool
}

// maxOpen is how many elements may be open. Chromium opens no more, either: those beyond
// stand side by side.
const maxOpen = 512

// start records the start tag of an HTML element. The stack is searched down to the index
// floor, which is that of the first element in the innermost point of foreign content. It
// reports false when browsers drop the tag.
func (o *openElements) start(name string, floor int) bool {
	if !headElements.has(name) {
		o.enterBody()
	}
	switch name {
	case "html", "head", "body":
		return true
	}
	switch {
	case tableParts.has(name):
		if !o.startTablePart(name) {
			return false
		}
	case closesParagraph.has(name):
		o.closeParagraph(floor)
	}
	top := len(o.open) - 1
	switch {
	case isHeading(name):
		if top >= floor && isHeading(o.open[top].name) {
			o.open = o.open[:top]
		}
	case name == "option" || name == "optgroup":
		if top >= floor && o.open[top].name == "option" {
			o.open = o.open[:top]
		}
	case name == "li" || name == "dd" || name == "dt":
		o.startItem(name, floor)
	case name == "a" || name == "nobr":
		if i := o.find(name, floor, scope); i >= 0 {
			o.open[i].name = "" // formatting elements inside it open again
		}
	case name == "button":
		o.endInScope(name, floor)
	}
	if !voidElements.has(name) && len(o.open) < maxOpen {
		o.open = append(o.open, openElement{name: name})
	}
	return true
}

// enterBody begins the body, whose tag may be left out, unless it has begun or a template
// of the head is open.
func (o *openElements) enterBody() {
	if o.inBody || o.find("template", 0, nil) >= 0 {
		return
	}
	o.inBody = true
	o.open = append(o.open[:0], openElement{name: "html"}, openElement{name: "body"})
}

// text records text outside of raw text.
func (o *openElements) text(text []byte) {
	if !o.inBody && isShown(text) {
		o.enterBody()
	}
}

// isShown reports whether a page shows something of a text. Browsers drop NUL.
func isShown(text []byte) bool { return len(bytes.Trim(text, ascii.Space+"\x00")) > 0 }

// startTablePart closes what the start tag of a part of a table closes, and reports whether
// a table is open for it.
func (o *openElements) startTablePart(name string) bool {
	table := o.find("table", 0, tableScope)
	if table < 0 {
		// Templates hold rows without a table.
		return o.find("template", 0, nil) >= 0
	}
	keep := table + 1
	for i := len(o.open) - 1; i > table; i-- {
		above := o.open[i].name
		if name == "tr" && (above == "tbody" || above == "thead" || above == "tfoot") || (name == "td" || name == "th") && above == "tr" || name == "col" && above == "colgroup" {
			keep = i + 1
			break
		}
	}
	o.open = o.open[:keep]
	return true
}

// closeParagraph closes the open <p>, as the start tags of blocks do.
func (o *openElements) closeParagraph(floor int) {
	if i := o.find("p", floor, buttonScope); i >= 0 {
		o.open = o.open[:i]
	}
}

// startItem closes the item before an item of a list.
func (o *openElements) startItem(name string, floor int) {
	for i := len(o.open) - 1; i >= floor; i-- {
		switch above := o.open[i].name; {
		case above == name, name != "li" && (above == "dd" || above == "dt"):
			o.open = o.open[:i]
			o.closeParagraph(floor)
			return
		case above != "address" && above != "div" && above != "p" && specialElements.has(above):
			o.closeParagraph(floor)
			return
		}
	}
	o.closeParagraph(floor)
}

// end records an end tag, and returns how many elements stay open, or -1 when it closes
// none.
func (o *openElements) end(name string, floor int) int {
	switch {
	case name == "html" || name == "body":
		return -1
	case name == "template":
		return o.cut(o.find(name, 0, nil))
	case name == "form":
		if i := o.find(name, floor, scope); i >= 0 {
			o.open[i].name = ""
		}
		return -1
	case name == "table" || tableParts.has(name):
		return o.cut(o.find(name, 0, tableScope))
	case isHeading(name):
		for i := len(o.open) - 1; i >= floor && !scope.has(o.open[i].name); i-- {
			if isHeading(o.open[i].name) {
				return o.cut(i)
			}
		}
		return -1
	case name == "li":
		return o.cut(o.find(name, floor, listScope))
	case formattingElements.has(name):
		return o.endFormatting(name, floor)
	case specialElements.has(name):
		return o.endInScope(name, floor)
	}
	for i := len(o.open) - 1; i >= floor; i-- {
		if above := o.open[i].name; above == name {
			return o.cut(i)
		} else if specialElements.has(above) {
			return -1
		}
	}
	return -1
}

// endInScope closes the innermost element of that name, if it is in scope.
func (o *openElements) endInScope(name string, floor int) int {
	return o.cut(o.find(name, floor, scope))
}

// endFormatting closes an element such as <b>, and its descendants but for the blocks (the
// adoption agency algorithm).
func (o *openElements) endFormatting(name string, floor int) int {
	i := o.find(name, floor, scope)
	if i < 0 {
		return -1
	}
	for last := len(o.open) - 1; last > i; last-- {
		if specialElements.has(o.open[last].name) {
			o.open[i].name = ""
			return o.cut(last + 1)
		}
	}
	return o.cut(i)
}

// find returns the index of the innermost element of that name, or -1 when one of the
// boundaries comes first.
func (o *openElements) find(name string, floor int, boundaries nameSet) int {
	for i := len(o.open) - 1; i >= floor; i-- {
		if o.open[i].name == name {
			return i
		}
		if boundaries.has(o.open[i].name) {
			return -1
		}
	}
	return -1
}

// cut closes the elements from index i on, and returns i.
func (o *openElements) cut(i int) int {
	if i >= 0 {
		o.open = o.open[:i]
	}
	return i
}

// attachShadow reports whether the <template> that was opened last is a shadow root: its
// parent has to allow one and have none yet (DOM standard, section 4.9, "attach a shadow
// root").
func (o *openElements) attachShadow(floor int) bool {
	parent := len(o.open) - 2
	for parent >= floor && o.open[parent].name == "" {
		parent--
	}
	if parent < floor || !o.inBody || len(o.open) == maxOpen {
		return false
	}
	host := &o.open[parent]
	if host.isHost || !shadowHosts.has(host.name) && !isCustomName(host.name) {
		return false
	}
	host.isHost = true
	return true
}

// isCustomName reports whether name is that of a custom element.
func isCustomName(name string) bool {
	if !ascii.IsLetter(name[0]) || !slices.Contains([]byte(name), '-') {
		return false
	}
	switch name {
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph":
		return false
	}
	return true
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6'
}

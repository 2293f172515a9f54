package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// namespace is that of an element.
type namespace uint8

const (
	inHTML namespace = iota
	inSVG
	inMathML
)

// foreign follows the document through SVG and MathML, where <style> and
// <title> hold no raw text, "/>" closes a tag, and <a> has other links. It does
// what the tree construction of the HTML standard does there, but knows only
// the foreign elements that are open: an end tag that closes none of them is
// taken to close an outer HTML element when it has the name of one. Otherwise it is
// taken for a mistake of the author, such as the </path> of <path/></path>.
type foreign struct {
	open []foreignElement
}

// foreignElement is an open element of SVG or MathML.
type foreignElement struct {
	name []byte // as written
	ns   namespace
	// point reports whether the content of the element is HTML again, which the standard
	// calls an HTML integration point.
	point bool
	// root is the index among the open elements of the <svg> or <math> that the
	// element is in, or is.
	root int
}

// maxReach is how many open elements an end tag is compared with, so that the time for a
// hostile page is linear in its length. The outermost <svg> or <math> is always one of
// them: it may hold hundreds of paths without an end tag.
const maxReach = 100

// inside reports whether the next start tag is in foreign content.
func (f *foreign) inside() bool {
	n := len(f.open)
	return n > 0 && !f.open[n-1].point
}

// start records a start tag and returns the namespace of its element.
func (f *foreign) start(t *tag) namespace {
	if f.inside() && breaksOut(t) {
		f.leave()
		return inHTML
	}
	return f.enter(t)
}

// enter is start for a tag that ends no foreign content.
func (f *foreign) enter(t *tag) namespace {
	ns, root := inHTML, len(f.open)
	switch {
	case f.inside():
		top := f.open[len(f.open)-1]
		ns, root = top.ns, top.root
		if t.element.name == "svg" && ascii.EqualFold(top.name, "annotation-xml") {
			ns = inSVG
		}
	case t.element.name == "svg":
		ns = inSVG
	case t.element.name == "math":
		ns = inMathML
	}
	if ns != inHTML && !t.closed {
		f.open = append(f.open, foreignElement{t.rawName, ns, isPoint(ns, t), root})
	}
	return ns
}

// enterXML is start for a document that is XML. There all elements end where their end tags
// are, so that of the foreign elements only those count that change what is in them.
func (f *foreign) enterXML(t *tag) namespace {
	if f.inside() && !t.element.isContext {
		return f.open[len(f.open)-1].ns
	}
	ns := f.enter(t)
	if n := len(f.open); n > 0 && ns == inHTML && !t.closed && bytes.Equal(f.open[n-1].name, t.rawName) {
		// It has the name of the integration point that it is in, and its end tag must
		// not close that.
		f.open = append(f.open, f.open[n-1])
	}
	return ns
}

// end records an end tag. It reports false when the tag is in foreign content and
// closes none of it. The HTML elements inside of an integration point are not known: authors
// close them. So there the end tag of the point closes it, or that of the outermost <svg> or
// <math>.
func (f *foreign) end(t *tag) bool {
	if len(f.open) == 0 {
		return true
	}
	last := len(f.open) - 1
	root, isPoint := f.open[last].root, f.open[last].point
	for i := last; i > root && i >= last-maxReach && (i == last || !isPoint); i-- {
		if ascii.EqualFold(f.open[i].name, t.rawName) {
			f.open = f.open[:i]
			return true
		}
	}
	if ascii.EqualFold(f.open[root].name, t.rawName) {
		f.open = f.open[:root]
		return true
	}
	return isPoint
}

// leave closes the open elements up to the HTML around them.
func (f *foreign) leave() {
	for f.inside() {
		f.open = f.open[:len(f.open)-1]
	}
}

// isPoint reports whether the content of a foreign element is HTML.
func isPoint(ns namespace, t *tag) bool {
	switch t.element.name {
	case "foreignobject", "desc", "title":
		return ns == inSVG
	case "mi", "mo", "mn", "ms", "mtext":
		return ns == inMathML
	case "annotation-xml":
		encoding, _ := t.get("encoding")
		return ns == inMathML && (ascii.EqualFold(encoding, "text/html") || ascii.EqualFold(encoding, "application/xhtml+xml"))
	}
	return false
}

// breaksOut reports whether a start tag ends the foreign content that it is in.
func breaksOut(t *tag) bool {
	if t.element.name == "font" {
		return t.has("color") || t.has("face") || t.has("size")
	}
	return t.element.breaksOut
}

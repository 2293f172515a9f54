package scan

import (
	"bytes"
	"strings"
)

// readReferences records the links and anchors of the entities to which the text between
// two offsets refers.
func (x *xhtml) readReferences(start, end int) {
	e := x.tag.entities
	if e == nil || !e.hasMarkup || x.inert > 0 || x.once || bytes.HasPrefix(x.src[start:end], []byte("<![CDATA[")) {
		return
	}
	for i := start; i < end; i++ {
		n := bytes.IndexByte(x.src[i:end], '&')
		if n < 0 {
			return
		}
		i += n
		name, _, _ := bytes.Cut(x.src[i+1:min(end, i+1+maxEntityName)], []byte(";"))
		if text := e.texts[string(name)]; strings.Contains(text, "<") {
			x.readEntity(text, i)
		}
	}
}

// readEntity records the links and anchors of an entity in place of a reference to it.
func (x *xhtml) readEntity(text string, offset int) {
	e := x.tag.entities
	if x.depth == maxEntityDepth || len(text) > e.left {
		return
	}
	e.left -= len(text)
	var page Page
	inner := xhtml{scanner: scanner{src: []byte(text), opt: x.opt, page: &page, noTree: true}, prefixes: x.prefixes, depth: x.depth + 1}
	inner.tag.entities = e
	inner.read(0)
	inner.textEnd()
	for _, l := range page.Links {
		l.Offset = offset
		l.Ignored = l.Ignored || x.marked.open > 0
		x.page.add(l)
	}
	x.page.Anchors = append(x.page.Anchors, page.Anchors...)
	x.page.IDs = append(x.page.IDs, page.IDs...)
	x.page.Maps = append(x.page.Maps, page.Maps...)
}

package scan

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// XHTML is HTML for a document in the XML syntax, as browsers read one that comes
// as application/xhtml+xml: any element ends with "/>", none holds raw text, and
// all end where their end tags are. Names are case-sensitive. Elements count by their
// names and not by their namespaces, but those with a prefix count by that of the prefix;
// where it has none, they have anchors alone. Browsers refuse a
// document that is not well formed; it is read as far as it makes sense.
//
// An id is the attribute of that name without a prefix, in XML as well (DOM
// standard, section 4.9), so that xml:id makes no anchor.
func XHTML(src []byte, opt Options, page *Page) {
	page.reset()
	x := xhtml{scanner: scanner{src: src, opt: opt, page: page, noTree: true}}
	x.tag.isXML = true
	x.readPrefixes()
	x.read(0)
	x.textEnd()
}

// xhtml is the state of one call of XHTML.
type xhtml struct {
	scanner
	marked markedElement
	// prefixes are those that stand for HTML, SVG or MathML.
	prefixes map[string]bool
}

// read reads the document from offset on, or to the end of the open text if once is set, and
// returns where it ended.
func (x *xhtml) read(offset int) (end int) {
	m := markup.Reader{Src: x.src, At: offset, XML: true}
	for !x.once || x.text.open {
		if !x.text.open { // no link collects the text that comes first
			if m.At = indexFrom(m.Src, m.At, '<'); m.At < 0 {
				return len(x.src)
			}
		}
		kind, start := m.Next()
		switch kind {
		case markup.End:
			return len(x.src)
		case markup.OpenTag, markup.CloseTag:
			if m.At = x.parseTag(m.Src, m.At); m.At < 0 {
				return len(x.src) // the end of the document cuts it off
			}
			switch {
			case x.tag.element.name == "" && len(x.tag.attrs) == 0 && x.marked.open == 0:
				// It has no link, as most tags of pictures.
			case kind == markup.CloseTag:
				x.marked.leave(&x.tag)
				x.closeXML()
			default:
				x.openXML(&m)
			}
		case markup.Text:
			if x.text.open && x.inert == 0 {
				x.text.add(m.Text(start))
			}
		case markup.Hidden:
			if x.tag.entities == nil && bytes.HasPrefix(m.Src[start:], []byte("<!DOCTYPE")) {
				x.tag.entities = readEntities(m.Src[start:m.At])
			}
		}
	}
	return m.At
}

// openXML records the start tag that was read last. The XML syntax knows no
// shadow roots, and a <noscript> has no meaning there (HTML standard, sections
// 14.2 and 4.12.2): a template is inert, and a <noscript> like any element.
func (x *xhtml) openXML(m *markup.Reader) {
	t := &x.tag
	x.marks.onTag = x.marked.enter(t)
	in := x.foreign.enterXML(t)
	x.embedded = noLinks
	if x.inert == 0 {
		x.enter(in)
	}
	switch {
	case t.closed && t.element.name == "template":
	case t.closed:
		x.closeXML()
	case in == inHTML && t.element.name == "template":
		x.inert++
	case x.embedded != noLinks, in == inHTML && t.element.raw != "":
		// It is not part of the text of a link, as with raw text in HTML.
		x.readEmbedded(m.CharData())
	}
}

// closeXML ends the element of the current tag.
func (x *xhtml) closeXML() {
	t := &x.tag
	x.embedded = noLinks
	if t.element.isContext && !t.closed {
		x.foreign.end(t)
	}
	switch name := t.element.name; {
	case name == "template" && !x.foreign.inside():
		x.inert = max(0, x.inert-1)
	case x.inert > 0:
	case name == "form":
		x.form = noForm
	case name == "a":
		x.textEnd()
	case separates(name):
		x.text.space()
	}
}

// markedElement is the outermost open element that its author marked to be
// ignored. In XML every element has an end tag, so counting those of its
// name finds where it ends.
type markedElement struct {
	name []byte // as written
	open int    // elements of that name that are open, from that one on; 0 outside
}

// enter records a start tag, and reports whether its links are to be ignored.
func (e *markedElement) enter(t *tag) bool {
	marked := t.isMarked()
	switch {
	case e.open > 0:
		if !t.closed && bytes.Equal(t.rawName, e.name) {
			e.open++
		}
		return true
	case marked && !t.closed:
		e.name, e.open = t.rawName, 1
	}
	return marked
}

// leave records an end tag.
func (e *markedElement) leave(t *tag) {
	if e.open > 0 && bytes.Equal(t.rawName, e.name) {
		e.open--
	}
}

// The namespaces whose elements and attributes matter here.
const (
	htmlNamespace   = "http://www.w3.org/1999/xhtml"
	svgNamespace    = "http://www.w3.org/2000/svg"
	mathMLNamespace = "http://www.w3.org/1998/Math/MathML"
	xlinkNamespace  = "http://www.w3.org/1999/xlink"
)

// readPrefixes finds what the prefixes of the document stand for. They are short for the
// namespaces that an xmlns attribute gave them (Namespaces in XML 1.0). Documents do not use
// one prefix for two namespaces, so that the last declaration counts for all of it.
func (x *xhtml) readPrefixes() {
	const mark = "xmlns:"
	for rest := x.src; ; {
		i := bytes.Index(rest, []byte(mark))
		if i < 0 {
			return
		}
		rest = rest[i+len(mark):]
		end := nameEnd(rest, 0, &endsAttribute)
		equals := ascii.SkipSpace(rest, end)
		if equals == len(rest) || rest[equals] != '=' {
			continue
		}
		prefix := string(rest[:end])
		start, end, after := markup.ValueSpan(rest, equals+1)
		space := string(rest[start:end])
		x.prefixes = set(x.prefixes, prefix, space == htmlNamespace || space == svgNamespace || space == mathMLNamespace)
		x.tag.hrefs = set(x.tag.hrefs, prefix+":href", space == xlinkNamespace && prefix != "xlink")
		rest = rest[after:]
	}
}

// set adds a name to the names, or removes it from them.
func set(names map[string]bool, name string, isIn bool) map[string]bool {
	if isIn && names == nil {
		names = map[string]bool{}
	}
	if isIn || names[name] {
		names[name] = isIn
	}
	return names
}

// exactNames has the names in XML, by those of the records, where these differ.
var exactNames = map[string]string{
	"feimage": "feImage", "foreignobject": "foreignObject", "lineargradient": "linearGradient", "radialgradient": "radialGradient", "textpath": "textPath",
}

// parseTag reads the tag whose name begins at i, and returns the offset behind it, or -1
// when the document ends first.
func (x *xhtml) parseTag(src []byte, i int) int {
	t := &x.tag
	t.src = src
	end := t.parseName(i)
	t.named(i, end)
	if len(x.prefixes) > 0 {
		if prefix, local, ok := bytes.Cut(t.rawName, []byte(":")); ok && x.prefixes[string(prefix)] {
			t.rawName = local
			t.element = &elements[elementTable.find(local)]
		}
	}
	if name := t.element.name; name != "" {
		if exact := exactNames[name]; exact != string(t.rawName) && (exact != "" || name != string(t.rawName)) {
			t.element = &elements[0]
		}
	}
	return t.parseAttrs(end)
}

// isExact reports whether the attribute, whose value is enclosed by start and end, has its
// name in the right case.
func (t *tag) isExact(name attribute, start, end int) bool {
	text := []byte(name.String())
	if start == end && bytes.HasPrefix(t.src[start:], text) {
		return true // it has no value
	}
	before := t.src[:start]
	if quote := before[start-1]; quote == '"' || quote == '\'' {
		before = before[:start-1]
	}
	before = trimSpaceRight(bytes.TrimSuffix(trimSpaceRight(before), []byte("=")))
	return bytes.HasSuffix(before, text) || name == attrXlinkHref && t.hrefs != nil
}

// entities are those that the doctype of an XML document declares, without markup in them.
type entities struct {
	replacer *strings.Replacer
	longest  int
	// left is how many bytes of them may still be put in place of references, so that a
	// small document does not become a large one.
	left int
}

const (
	maxEntityText = 1 << 20
	maxEntities   = 1000
)

var (
	comment           = regexp.MustCompile(`(?s)<!--.*?-->`)
	entityDeclaration = regexp.MustCompile(`<!ENTITY\s+([^\s%"'>]+)\s+(?:"([^"<]*)"|'([^'<]*)')`)
)

// readEntities returns the entities that a doctype declares; nil when there are none. Those
// of other documents are not read, which browsers do not do, either. The first declaration
// of a name counts.
func readEntities(doctype []byte) *entities {
	if !bytes.Contains(doctype, []byte("<!ENTITY")) {
		return nil
	}
	e := &entities{left: maxEntityText}
	var pairs []string
	for _, match := range entityDeclaration.FindAllSubmatch(comment.ReplaceAll(doctype, nil), maxEntities) {
		value := string(match[2]) + string(match[3])
		pairs = append(pairs, "&"+string(match[1])+";", value)
		e.longest = max(e.longest, len(value))
	}
	e.replacer = strings.NewReplacer(pairs...)
	return e
}

// expand returns text with its references to entities replaced.
func (e *entities) expand(text string) string {
	most := strings.Count(text, "&") * e.longest
	if most > e.left {
		return text
	}
	e.left -= most
	return e.replacer.Replace(text)
}

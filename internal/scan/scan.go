// Package scan turns the bytes of a site's documents into links and anchors, each
// with its byte offset. It does no I/O and does not resolve URLs.
package scan

import (
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// Options says what HTML collects besides links and anchors. The zero value
// collects nothing more.
type Options struct {
	// Text collects the text of each <a>, with white space folded and at most 120 code
	// points. It costs time, so it is off by default.
	Text bool
	// IDs collects the texts of the anchors. It is off by default: for a site without
	// broken fragments their hashes are enough.
	IDs bool
}

// HTML reads the links and anchors of a UTF-8 document into page, and replaces the page's
// earlier content. Any bytes are a document. HTML skips text that is no element to a
// browser, such as a tag that the end of src cuts off.
func HTML(src []byte, opt Options, page *Page) {
	page.reset()
	s := scanner{src: src, opt: opt, page: page}
	s.document()
}

// scanner is the state of one call of HTML. The package markup separates tags from text.
// The scanner keeps that part of the tree which changes what a tag means.
type scanner struct {
	src  []byte
	opt  Options
	page *Page

	tag      tag
	foreign  foreign
	inert    int  // open <template> elements whose content is not rendered
	script   bool // inside <noscript>, which browsers with scripts do not show
	form     form
	embedded embedded // what the text behind the tag is
	text     text
	marks    marks
	nested   int  // how many srcdocs the document is in
	once     bool // stop at the end of the open text
	shadows  int  // open <template> elements that are shadow roots
	seen     seen
	// tree has the open HTML elements; nil on most pages. needsTree is set where these
	// decide and tree is nil: then the document is read once more from its start, unless
	// noTree is set.
	tree              *openElements
	needsTree, noTree bool
}

// document reads all of src.
func (s *scanner) document() {
	s.run(0, len(s.src))
	if s.needsTree {
		s.page.reset()
		*s = scanner{src: s.src, opt: s.opt, page: s.page, nested: s.nested, tree: &openElements{}}
		s.run(0, len(s.src))
	}
	s.textEnd()
	s.marks.apply(s.src, s.page.Links)
}

// run reads src from offset to limit, or to the end of the open text if once is set, and
// returns where it ended.
func (s *scanner) run(offset, limit int) (end int) {
	m := markup.Reader{Src: s.src[:limit], At: offset}
	for !s.once || s.text.open {
		if s.skims(&m) {
			var tagged bool
			if m.At, tagged = s.skim(m.Src, m.At); m.At < 0 {
				return limit // the end of the document cuts it off
			}
			if tagged {
				if s.open(&m); s.needsTree {
					return limit
				}
				continue
			}
		}
		if !s.piece(&m) {
			return limit
		}
	}
	return m.At
}

// piece reads the next piece of the document, and reports whether there was one.
func (s *scanner) piece(m *markup.Reader) bool {
	m.Foreign = s.foreign.inside()
	raw := m.Raw != ""
	kind, start := m.Next()
	switch kind {
	case markup.End:
		return false
	case markup.OpenTag, markup.CloseTag:
		if m.At = s.tag.parse(m.Src, m.At); m.At < 0 {
			return false // the end of the document cuts it off
		}
		switch {
		case s.isPlain():
			s.embedded = noLinks
		case kind == markup.CloseTag:
			s.end()
		default:
			s.open(m)
		}
		return !s.needsTree
	case markup.Text:
		if s.tree != nil && !raw {
			s.tree.text(m.Src[start:m.At])
		}
		switch {
		case s.embedded != noLinks:
			s.readEmbedded(markup.CharData{Text: m.Src[start:m.At], Start: start})
		case s.text.open && s.inert == 0 && !raw:
			s.text.add(m.Text(start))
		}
	case markup.Hidden:
	}
	return true
}

// open records the start tag that was read last.
func (s *scanner) open(m *markup.Reader) {
	m.Raw = s.start()
	switch {
	case m.Raw == "noscript":
		m.Raw = ""
		m.At = s.noscript(m.At, len(m.Src))
	case m.Raw == "" && s.embedded != noLinks:
		m.Foreign = true // of the elements with such content only the <style> of SVG has no raw text
		s.readEmbedded(m.CharData())
		s.embedded = noLinks
	}
}

// isPlain reports whether the current tag has no meaning here, as most have none: no table
// has its element or one of its attributes, and it is outside of SVG and MathML.
func (s *scanner) isPlain() bool {
	return s.tag.element.name == "" && len(s.tag.attrs) == 0 && len(s.foreign.open) == 0 && s.tree == nil
}

// noscript reads the text of a <noscript> that begins at offset, and returns
// where it ends. What it leaves open, such as a comment or an <svg>, does not
// reach past its end.
func (s *scanner) noscript(offset, limit int) int {
	end := markup.RawTextEnd(s.src[:limit], offset, "noscript")
	if s.inert > 0 {
		return end
	}
	outer, form, tree := s.foreign, s.form, s.tree
	s.foreign, s.script = foreign{}, true
	if tree != nil {
		s.tree = &openElements{inBody: true}
	}
	s.run(offset, end)
	s.foreign, s.form, s.tree = outer, form, tree
	s.script, s.inert = false, 0
	return end
}

// start records a start tag. It returns the name of the element when what
// follows is its text, up to its end tag.
func (s *scanner) start() (raw string) {
	t := &s.tag
	in := s.foreign.start(t, s.depth())
	s.embedded = noLinks
	if in == inHTML && (s.tree != nil || t.element.mayDrop) && s.drops() {
		return ""
	}
	switch name := t.element.name; {
	case in != inHTML:
	case name == "image":
		t.element = imgElement // as in every browser
	case name == "noscript" && !s.script:
		raw = name
	case name == "template" && !s.startsShadow():
		if s.inert == 0 {
			s.collect(in) // the element itself is in the page
		}
		s.inert++
	default:
		raw = t.element.raw
	}
	if s.inert > 0 {
		return raw
	}
	s.marks.enter(t)
	s.enter(in)
	return raw
}

// enter records the start tag of an element whose content the page shows.
func (s *scanner) enter(in namespace) {
	t := &s.tag
	switch t.element.name {
	case "form":
		if s.shadows == 0 {
			s.form = t.formMethod()
		}
	case "script":
		s.page.Scripts = s.page.Scripts || t.isScript()
	case "input":
		kind, _ := t.get(attrType)
		s.page.Password = s.page.Password || ascii.EqualFold(kind, "password")
	}
	s.textStart()
	s.collect(in)
	s.embedded = t.embeds(in)
}

// end records an end tag.
func (s *scanner) end() {
	name := s.tag.element.name
	s.embedded = noLinks
	isClosed := s.tree == nil && len(s.foreign.open) == 0 || s.closeElement()
	if isClosed && !s.foreign.inside() {
		switch {
		case name == "template" && s.inert > 0:
			s.inert--
		case name == "template":
			s.shadows = max(0, s.shadows-1)
		case name == "table":
			s.seen.tables = max(0, s.seen.tables-1)
		case name == "form" && s.inert == 0 && s.shadows == 0:
			s.form = noForm
		}
	}
	switch {
	case s.inert > 0:
	case name == "a":
		s.textEnd()
	case separates(name):
		s.text.space()
	}
}

// textStart records a start tag inside the text of a link. An <a> ends the one before it,
// and the text of an image is its alternative text.
func (s *scanner) textStart() {
	if !s.text.open {
		return
	}
	switch name := s.tag.element.name; {
	case name == "a":
		s.textEnd()
	case name == "img":
		if alt, ok := s.tag.get(attrAlt); ok {
			s.text.add([]byte(alt))
		}
	case separates(name):
		s.text.space()
	}
}

// textEnd gives the link its text.
func (s *scanner) textEnd() {
	if s.text.open {
		l := &s.page.Links[s.text.link]
		if l.Text = view(s.text.whole); s.text.whole == nil {
			l.Text = string(s.text.buf)
		}
		s.text.open = false
	}
}

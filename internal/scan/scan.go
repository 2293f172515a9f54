// Package scan turns the bytes of a site's documents into links and anchors, each
// with its byte offset. It does no I/O and does not resolve URLs.
package scan

import (
	"bytes"
	"strconv"
	"strings"

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
// The scanner keeps that part of the tree which changes what a tag means on nearly all pages.
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
	// isIgnored reports whether the links of the current tag are inside an element that the
	// author marked to be ignored.
	isIgnored bool
	nested    int  // how many srcdocs the document is in
	once      bool // stop at the end of the open text
	// isNumbered is whether the lines of a source have anchors.
	isNumbered bool
	shadow     bool // inside a shadow root
	// hasHTML, hasHead and hasBody report whether there was a tag of that name.
	hasHTML, hasHead, hasBody bool
	tables                    int // open <table> elements, as far as tags tell
	// needsTree is set where only the tree tells what a tag means. Then the document is
	// read once more from its start, unless noTree is set.
	needsTree, noTree bool
}

// document reads all of src.
func (s *scanner) document() {
	s.run(0, len(s.src))
	if s.needsTree {
		s.page.reset()
		*s = scanner{src: s.src, opt: s.opt, page: s.page, nested: s.nested, noTree: true}
		if tree := newTree(s.src); tree != nil {
			s.fromTree(tree)
			return
		}
		s.run(0, len(s.src)) // it nests too deep
	}
	s.textEnd()
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
	return s.tag.element.name == "" && len(s.tag.attrs) == 0 && len(s.foreign.open) == 0
}

// noscript reads the text of a <noscript> that begins at offset, and returns
// where it ends. What it leaves open, such as a comment or an <svg>, does not
// reach past its end.
func (s *scanner) noscript(offset, limit int) int {
	end := markup.RawTextEnd(s.src[:limit], offset, "noscript")
	if s.inert > 0 {
		return end
	}
	outer, form := s.foreign, s.form
	s.foreign, s.script = foreign{}, true
	s.run(offset, end)
	s.foreign, s.form = outer, form
	s.script, s.inert = false, 0
	return end
}

// start records a start tag. It returns the name of the element when what
// follows is its text, up to its end tag.
func (s *scanner) start() (raw string) {
	t := &s.tag
	in := s.foreign.start(t)
	s.embedded = noLinks
	s.isIgnored = t.isMarked() // in a page that nests too deep, what is in the element is not
	if s.inert == 0 && (s.isIgnored || in == inHTML && t.element.mayDrop && s.mayDrop()) && !s.noTree {
		s.needsTree = true
		return ""
	}
	switch name := t.element.name; {
	case in != inHTML:
	case name == "image":
		t.element = imgElement // as in every browser
	case name == "noscript" && !s.script:
		raw = name
	case name == "template":
		if s.inert == 0 {
			if s.needsTree = t.has("shadowrootmode") && !s.noTree; s.noTree && t.has("shadowrootmode") {
				break // it is taken for a shadow root, which the page shows
			}
			s.collect(in) // the element itself is in the page
		}
		s.inert++
	default:
		raw = t.element.raw
	}
	if s.inert > 0 {
		return raw
	}
	s.enter(in)
	return raw
}

// mayDrop reports whether browsers may drop the current start tag of HTML (section 13.2.6.4
// of the standard): there is one already, or it may stand in the wrong place.
func (s *scanner) mayDrop() bool {
	switch t := &s.tag; t.element.name {
	case "table":
		s.tables++
		return false
	case "form":
		return s.form != noForm
	case "html":
		return s.isSecond(&s.hasHTML)
	case "head":
		return s.isSecond(&s.hasHead)
	case "body":
		return s.isSecond(&s.hasBody)
	case "frameset", "frame":
		return true
	default: // a part of a table
		return s.tables == 0 && len(t.attrs) > 0
	}
}

// isSecond reports whether the current tag, of which a page has one, is not the first.
func (s *scanner) isSecond(seen *bool) bool {
	first := !*seen && !s.script
	*seen = true
	return !first
}

// enter records the start tag of an element whose content the page shows.
func (s *scanner) enter(in namespace) {
	t := &s.tag
	switch t.element.name {
	case "form":
		s.form = t.formMethod()
	case "script":
		s.page.Scripts = s.page.Scripts || t.isScript()
		if src, _ := t.get("src"); strings.HasSuffix(src, "/linenumber.js") && !s.isNumbered {
			s.isNumbered = true
			s.numberLines()
		}
	case "input":
		kind, _ := t.get("type")
		s.page.Password = s.page.Password || ascii.EqualFold(kind, "password")
	}
	s.textStart()
	s.collect(in)
	s.embedded = t.embeds(in)
}

// numberLines records the anchors of the lines of a source, line1 and so on, that a script of JSDoc
// makes: https://github.com/jsdoc/jsdoc (linenumber.js). Each function of its pages links to one.
func (s *scanner) numberLines() {
	_, code, _ := bytes.Cut(s.src, []byte(`<pre class="prettyprint source linenums">`))
	code, _, isWhole := bytes.Cut(code, []byte("</pre>"))
	if !isWhole {
		return
	}
	for n := range min(1+bytes.Count(code, []byte("\n")), MaxLinks) {
		s.page.Anchors = append(s.page.Anchors, HashAnchor("line"+strconv.Itoa(n+1)))
	}
}

// end records an end tag.
func (s *scanner) end() {
	t, f := &s.tag, &s.foreign
	name := t.element.name
	s.embedded = noLinks
	switch {
	case f.end(t):
	case endsParagraph(name), s.noTree:
		f.leave()
	default:
		s.needsTree = true
		return
	}
	if !f.inside() {
		switch {
		case name == "template":
			s.inert = max(0, s.inert-1)
		case s.inert > 0:
		case name == "table":
			s.tables = max(0, s.tables-1)
		case name == "form":
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

// endsParagraph reports whether the end tag of that name breaks out of foreign content,
// with any elements open.
func endsParagraph(name string) bool { return name == "p" || name == "br" }

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
		if alt, ok := s.tag.get("alt"); ok {
			s.text.add([]byte(alt))
		}
	case separates(name):
		s.text.space()
	}
}

// textEnd gives the link its text.
func (s *scanner) textEnd() {
	if s.text.open {
		s.page.Links[s.text.link].Text = s.text.folded()
		s.text.open = false
	}
}

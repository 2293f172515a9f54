// Package xml finds the links of feeds and sitemaps.
package xml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// MaxDepth is how many elements may be nested. No feed and no sitemap needs
// so many.
const MaxDepth = 200

// ErrTooDeep is the cause when a document nests deeper than that.
var ErrTooDeep = fmt.Errorf("it nests deeper than %d levels", MaxDepth)

// Links calls found for each link of a feed (RSS, RDF, Atom) or of a sitemap, in order, and
// returns the name of the outermost element. Any other document has no links. The element
// of a link is the name of its element without a prefix. Its attribute is empty where the
// element's text is the URL. The error is a [*xml.SyntaxError] or ErrTooDeep; found was
// called for the links before the fault.
func Links(src []byte, found func(link.Link)) (root string, err error) {
	r := reader{src: src, found: found, decoder: newDecoder(src)}
	err = r.run()
	return r.root, err
}

// newDecoder returns a decoder that accepts what readers of feeds accept. Its
// offsets are those of src.
func newDecoder(src []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(asUTF8(src)))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	// Links are the same bytes in all encodings that feeds use.
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}

// asUTF8 returns src with a "?" in place of each byte that is not UTF-8, so that
// no byte moves.
func asUTF8(src []byte) []byte {
	if utf8.Valid(src) {
		return src
	}
	valid := bytes.Clone(src)
	for i := 0; i < len(valid); {
		r, size := utf8.DecodeRune(valid[i:])
		if r == utf8.RuneError && size == 1 {
			valid[i] = '?'
		}
		i += size
	}
	return valid
}

// reader is the state of one call of Links.
type reader struct {
	src     []byte
	found   func(link.Link)
	decoder *xml.Decoder
	root    string            // name of the outermost element
	rules   map[string][]rule // of the kind of document
	// path are the names of the open elements, outermost first.
	path []string
	// bases are the xml:base of the open elements that have one.
	bases []base
	text  text
	// later are the links of elements in the text of one, which follow that of the text.
	later []link.Link
	// origin is that of the link that was found last; nil before the first.
	origin *link.Origin
}

// base is the xml:base of an open element.
type base struct {
	depth int
	// chain holds it and those of the elements around it, outermost first.
	chain []string
}

// text is the text of an element when that is a URL.
type text struct {
	rule   *rule // nil outside of such an element
	depth  int
	value  strings.Builder
	offset int // of the first character that is no space
}

// run reads the document to its end.
func (r *reader) run() error {
	defer r.endText() // links before a fault count
	for {
		start := int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && r.rules == nil {
			return nil // before the outermost element the document need not be a feed
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(r.path) == 0 {
				r.root = token.Name.Local
				if r.rules = rulesOfRoot[r.root]; r.rules == nil {
					return nil
				}
			}
			if len(r.path) == MaxDepth {
				return ErrTooDeep
			}
			r.start(token, start)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			r.chars(token, start)
		}
	}
}

// start reads a start tag that is at the offset.
func (r *reader) start(e xml.StartElement, offset int) {
	r.path = append(r.path, e.Name.Local)
	for _, a := range e.Attr {
		if a.Name.Local == "base" && a.Name.Space == "http://www.w3.org/XML/1998/namespace" {
			r.bases = append(r.bases, base{len(r.path), append(slices.Clone(r.base()), a.Value)})
			break
		}
	}
	rules := r.rules[e.Name.Local]
	for i := range rules {
		rule := &rules[i]
		if rule.when != nil && !rule.when(r, e) {
			continue
		}
		if rule.attribute == "" {
			r.endText()
			r.text.rule, r.text.depth = rule, len(r.path)
			r.text.value.Reset()
			continue
		}
		if value := attribute(e, rule.attribute); !ascii.IsBlank(value) {
			tag := r.src[offset:r.decoder.InputOffset()]
			r.add(rule, value, offset+attributeIndex(tag, rule.attribute))
		}
	}
}

// chars reads text that is at the offset.
func (r *reader) chars(text []byte, offset int) {
	if r.text.rule == nil || r.text.depth != len(r.path) {
		return
	}
	if r.text.value.Len() == 0 {
		if text = bytes.TrimLeft(text, space); len(text) == 0 {
			return
		}
		r.text.offset = textOffset(r.src, offset)
	}
	r.text.value.Write(text)
}

// end reads an end tag.
func (r *reader) end() {
	if r.text.rule != nil && r.text.depth == len(r.path) {
		if value := strings.TrimRight(r.text.value.String(), space); value != "" {
			r.addText(value)
		}
		r.endText()
	}
	if n := len(r.bases); n > 0 && r.bases[n-1].depth == len(r.path) {
		r.bases = r.bases[:n-1]
	}
	r.path = r.path[:len(r.path)-1]
}

// maxLater bounds how many links an element may hold whose text is a URL. Text with more is
// none.
const maxLater = 100

// endText ends the text of an element that is a URL, and records what was found in it.
func (r *reader) endText() {
	r.text.rule = nil
	for _, l := range r.later {
		r.found(l)
	}
	r.later = r.later[:0]
}

// addText records the link that the text of the element is.
func (r *reader) addText(value string) {
	if rule := r.text.rule; rule.accepts == nil || rule.accepts(value) {
		r.found(r.link(rule, value, r.text.offset))
	}
}

// add records a link that is in an attribute of the innermost element.
func (r *reader) add(rule *rule, value string, offset int) {
	l := r.link(rule, value, offset)
	if r.text.rule == nil || r.text.value.Len() == 0 {
		r.found(l)
		return
	}
	if r.later = append(r.later, l); len(r.later) == maxLater {
		r.endText()
	}
}

// link returns a link of the innermost element.
func (r *reader) link(rule *rule, value string, offset int) link.Link {
	r.setOrigin(rule)
	return link.Link{Origin: r.origin, Raw: value, Offset: offset, Follow: rule.follow, Holds: rule.holds}
}

// setOrigin makes origin that of a link of the innermost element. Most links of a
// sitemap share the origin of the one before them.
func (r *reader) setOrigin(rule *rule) {
	element, base := r.path[len(r.path)-1], r.base()
	if o := r.origin; o == nil || base != nil || o.Base != nil || o.Element != element || o.Attribute != rule.attribute {
		r.origin = &link.Origin{Element: element, Attribute: rule.attribute, Base: base}
	}
}

// base returns the xml:base of the open elements, outermost first.
func (r *reader) base() []string {
	if n := len(r.bases); n > 0 {
		return r.bases[n-1].chain
	}
	return nil
}

// parent returns the name of the element around the innermost, "" for none.
func (r *reader) parent() string {
	if len(r.path) < 2 {
		return ""
	}
	return r.path[len(r.path)-2]
}

// space holds the white space of XML.
const space = " \t\r\n"

// attribute returns the value of an attribute without a prefix; "" when the
// element has none.
func attribute(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Space == "" && a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

// attributeIndex returns where in a start tag the value of that attribute starts.
func attributeIndex(tag []byte, name string) int {
	i := bytes.IndexAny(tag, space)
	for i > 0 && i < len(tag) {
		start := len(tag) - len(bytes.TrimLeft(tag[i:], space))
		end := start
		for end < len(tag) && tag[end] != '=' && !ascii.IsSpace(tag[end]) {
			end++
		}
		equals := len(tag) - len(bytes.TrimLeft(tag[end:], space))
		if equals >= len(tag) || tag[equals] != '=' {
			i = end // a name without a value
			continue
		}
		value, _, after := markup.ValueSpan(tag, equals+1)
		if string(tag[start:end]) == name {
			return value
		}
		i = after
	}
	return 0
}

// textOffset returns where the text that starts at i has its first character,
// behind white space and the opening of a CDATA section.
func textOffset(src []byte, i int) int {
	rest := bytes.TrimLeft(src[i:], " \t\r\n")
	if data, ok := bytes.CutPrefix(rest, []byte("<![CDATA[")); ok {
		rest = bytes.TrimLeft(data, " \t\r\n")
	}
	return len(src) - len(rest)
}

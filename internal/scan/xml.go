package scan

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
)

// XML reads the links of a feed (RSS, RDF, Atom) or of a sitemap into page,
// whatever page held before. Any other document has no links. The element of a
// link is the name of its element without a prefix, its attribute is empty where
// the element's text is the URL. With an error, which is a [*xml.SyntaxError] or
// says that the document nests too deep, page has what stands before the fault.
func XML(src []byte, page *Page) error {
	page.reset()
	r := xmlReader{src: src, page: page, decoder: newXMLDecoder(src)}
	if err := r.run(); err != nil {
		return fmt.Errorf("could not read the document: %w", err)
	}
	return nil
}

// newXMLDecoder returns a decoder that takes what readers of feeds take. Its
// offsets are those of src.
func newXMLDecoder(src []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(asUTF8(src)))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	// Encodings differ in what stands in no URL.
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

// xmlReader is the state of one call of XML.
type xmlReader struct {
	src     []byte
	page    *Page
	decoder *xml.Decoder
	root    string               // name of the outermost element
	rules   map[string][]xmlRule // of the kind of document
	// path are the names of the open elements, outermost first.
	path []string
	// bases are the xml:base of the open elements that have one.
	bases []xmlBase
	text  xmlText
}

// xmlBase is the xml:base of an open element.
type xmlBase struct {
	depth int
	// chain holds it and those of the elements around it, outermost first.
	chain []string
}

// xmlText is the text of an element when that is a URL.
type xmlText struct {
	rule   *xmlRule // nil outside of such an element
	depth  int
	value  strings.Builder
	offset int // of the first character that is no space
}

// run reads the document to its end.
func (r *xmlReader) run() error {
	for {
		start := int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && r.rules == nil {
			return nil // before the outermost element nothing tells of a feed
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(r.path) == 0 {
				r.root = token.Name.Local
				if r.rules = xmlRules[r.root]; r.rules == nil {
					return nil
				}
			}
			if len(r.path) == maxDepth {
				return errTooDeep
			}
			r.start(token, start)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			r.chars(token, start)
		}
	}
}

// start takes in a start tag that stands at the offset.
func (r *xmlReader) start(e xml.StartElement, offset int) {
	r.path = append(r.path, e.Name.Local)
	for _, a := range e.Attr {
		if a.Name.Local == "base" && a.Name.Space == "http://www.w3.org/XML/1998/namespace" {
			r.bases = append(r.bases, xmlBase{len(r.path), append(slices.Clone(r.base()), a.Value)})
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
			r.text.rule, r.text.depth = rule, len(r.path)
			r.text.value.Reset()
			continue
		}
		if value := xmlValue(e, rule.attribute); !ascii.IsBlank(value) {
			tag := r.src[offset:r.decoder.InputOffset()]
			r.add(rule, value, offset+xmlValueIndex(tag, rule.attribute))
		}
	}
}

// chars takes in text that stands at the offset.
func (r *xmlReader) chars(text []byte, offset int) {
	if r.text.rule == nil || r.text.depth != len(r.path) {
		return
	}
	if r.text.value.Len() == 0 {
		if text = bytes.TrimLeft(text, xmlSpace); len(text) == 0 {
			return
		}
		r.text.offset = textOffset(r.src, offset)
	}
	r.text.value.Write(text)
}

// end takes in an end tag.
func (r *xmlReader) end() {
	if r.text.rule != nil && r.text.depth == len(r.path) {
		if value := strings.TrimRight(r.text.value.String(), xmlSpace); value != "" {
			r.addText(value)
		}
		r.text.rule = nil
	}
	if n := len(r.bases); n > 0 && r.bases[n-1].depth == len(r.path) {
		r.bases = r.bases[:n-1]
	}
	r.path = r.path[:len(r.path)-1]
}

// addText takes in the link that the text of the element is.
func (r *xmlReader) addText(value string) {
	if rule := r.text.rule; rule.accepts == nil || rule.accepts(value) {
		r.add(rule, value, r.text.offset)
	}
}

// add takes in one link of the innermost element.
func (r *xmlReader) add(rule *xmlRule, value string, offset int) {
	if !r.page.hasRoom() {
		return
	}
	r.page.Links = append(r.page.Links, link.Link{
		Origin: r.origin(rule), Raw: value, Offset: offset, Follow: rule.follow, Holds: rule.holds,
	})
}

// origin returns what a link of the innermost element is of. Most links of a
// sitemap are of what the one before them is of.
func (r *xmlReader) origin(rule *xmlRule) *link.Origin {
	element, base := r.path[len(r.path)-1], r.base()
	if n := len(r.page.Links); n > 0 && base == nil {
		if o := r.page.Links[n-1].Origin; o.Base == nil && o.Element == element && o.Attribute == rule.attribute {
			return o
		}
	}
	return &link.Origin{Element: element, Attribute: rule.attribute, Base: base}
}

// base returns the xml:base of the open elements, outermost first.
func (r *xmlReader) base() []string {
	if n := len(r.bases); n > 0 {
		return r.bases[n-1].chain
	}
	return nil
}

// parent returns the name of the element around the innermost, "" for none.
func (r *xmlReader) parent() string {
	if len(r.path) < 2 {
		return ""
	}
	return r.path[len(r.path)-2]
}

// xmlSpace is what XML takes for white space.
const xmlSpace = " \t\r\n"

// xmlValue returns the value of an attribute without a prefix; "" when the
// element has none.
func xmlValue(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Space == "" && a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

// xmlValueIndex returns where in a start tag the value of that attribute starts.
func xmlValueIndex(tag []byte, name string) int {
	i := bytes.IndexAny(tag, xmlSpace)
	for i > 0 && i < len(tag) {
		start := len(tag) - len(bytes.TrimLeft(tag[i:], xmlSpace))
		end := start
		for end < len(tag) && tag[end] != '=' && !ascii.IsSpace(tag[end]) {
			end++
		}
		equals := len(tag) - len(bytes.TrimLeft(tag[end:], xmlSpace))
		if equals >= len(tag) || tag[equals] != '=' {
			i = end // a name without a value
			continue
		}
		value, _, after := valueSpan(tag, equals+1)
		if string(tag[start:end]) == name {
			return value
		}
		i = after
	}
	return 0
}

package markup

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// CharData is the text of an element, and where in the document it is.
type CharData struct {
	Text []byte
	// Start is the offset of Text when all of it is there as it is.
	Start int
	// runs are the parts of Text that are apart or differ from what is written,
	// in order; empty when Start alone is enough.
	runs []run
}

// run is a part of a text that is in one place.
type run struct {
	index, offset int // where it begins, in the text and in the document
}

// Offset returns where in the document the byte of the text with that index
// is. One of a character reference is where that begins.
func (d *CharData) Offset(index int) int {
	if len(d.runs) == 0 {
		return d.Start + index
	}
	n, found := slices.BinarySearchFunc(d.runs, index, func(r run, index int) int { return r.index - index })
	if !found {
		n--
	}
	return d.runs[n].offset + index - d.runs[n].index
}

// add appends the text of the document at the offset.
func (d *CharData) add(text []byte, offset int) {
	if len(text) == 0 {
		return
	}
	d.runs = append(d.runs, run{len(d.Text), offset})
	if len(d.Text) == 0 {
		d.Text = text[:len(text):len(text)] // most is of one piece, and needs no copy
		return
	}
	d.Text = append(d.Text, text...)
}

// addEscaped is add for text with character references.
func (d *CharData) addEscaped(text []byte, offset int) {
	for len(text) > 0 {
		plain := bytes.IndexByte(text, '&')
		if plain < 0 {
			plain = len(text)
		}
		d.add(text[:plain], offset)
		text, offset = text[plain:], offset+plain
		size := referenceEnd(text)
		d.add(unescapeText(text[:size]), offset)
		text, offset = text[size:], offset+size
	}
}

// referenceEnd returns where the character reference at the start of text ends
// at the latest: behind its semicolon, or before the next reference.
func referenceEnd(text []byte) int {
	n := bytes.IndexAny(text[min(1, len(text)):], "&;")
	switch {
	case n < 0:
		return len(text)
	case text[n+1] == ';':
		return n + 2
	}
	return n + 1
}

// unescapeText decodes the character references of text, which is not copied when it
// has none.
func unescapeText(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	return []byte(html.UnescapeString(string(text)))
}

// These enclose a CDATA section.
const (
	cdataStart = "<![CDATA["
	cdataEnd   = "]]>"
)

// cutCDATA returns what the CDATA section that piece is holds; false when it is
// none.
func cutCDATA(piece []byte) (data []byte, ok bool) {
	data, ok = bytes.CutPrefix(piece, []byte(cdataStart))
	if !ok {
		return nil, false
	}
	return bytes.TrimSuffix(data, []byte(cdataEnd)), true
}

// Text returns the decoded text between start and m.At, the piece that was read last.
func (m *Reader) Text(start int) []byte {
	piece := m.Src[start:m.At]
	if m.Foreign || m.XML {
		if data, ok := cutCDATA(piece); ok {
			return data
		}
	}
	return unescapeText(piece)
}

// CharData reads on up to the next tag, and returns what text is before it,
// the pieces that comments and CDATA sections make of it put together.
func (m *Reader) CharData() CharData {
	var data CharData
	for {
		kind, start := m.Next()
		switch kind {
		case End:
			return data
		case OpenTag, CloseTag:
			m.At = start
			return data
		case Text:
			piece := m.Src[start:m.At]
			if cdata, ok := cutCDATA(piece); ok {
				data.add(cdata, start+len(cdataStart))
			} else {
				data.addEscaped(piece, start)
			}
		case Hidden:
		}
	}
}

// WithoutNUL returns the text of a script as scripts see it, with U+FFFD
// for each NUL (HTML standard, "script data state").
func (d *CharData) WithoutNUL() *CharData {
	rest, at := d.Text, 0
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		return d
	}
	clean := &CharData{}
	for ; n >= 0; n = bytes.IndexByte(rest, 0) {
		clean.add(rest[:n], d.Offset(at))
		clean.add([]byte("\ufffd"), d.Offset(at+n))
		rest, at = rest[n+1:], at+n+1
	}
	clean.add(rest, d.Offset(at))
	return clean
}

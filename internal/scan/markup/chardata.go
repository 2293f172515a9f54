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
	// runs are the pieces that the text is made of, in order; empty when Start alone is enough.
	runs []run
}

// run is a piece of a text that is in one place.
type run struct {
	index, offset int // where it begins, in the text and in the document
	isDecoded     bool
}

// Offset returns where in the document the byte of the text with that index
// is. One of a piece with character references is where that piece begins.
func (d *CharData) Offset(index int) int {
	if len(d.runs) == 0 {
		return d.Start + index
	}
	n, found := slices.BinarySearchFunc(d.runs, index, func(r run, index int) int { return r.index - index })
	if !found {
		n--
	}
	if r := d.runs[n]; !r.isDecoded {
		return r.offset + index - r.index
	}
	return d.runs[n].offset
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
			r := run{index: len(data.Text), offset: start}
			if cdata, ok := cutCDATA(piece); ok {
				piece, r.offset = cdata, start+len(cdataStart)
			} else {
				piece = unescapeText(piece)
				r.isDecoded = len(piece) < m.At-start
			}
			data.Text, data.runs = append(data.Text, piece...), append(data.runs, r)
		case Hidden:
		}
	}
}

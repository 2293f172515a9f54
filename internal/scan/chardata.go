package scan

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// charData is the text of an element, and where in the document it stands.
type charData struct {
	text []byte
	// start is the offset of text when all of it stands there as it is.
	start int
	// runs are the parts of text that stand apart or differ from what is written,
	// in order; empty when start says it all.
	runs []run
}

// run is a part of a text that stands in one place.
type run struct {
	index, offset int // where it begins, in the text and in the document
}

// offset returns where in the document the byte of the text with that index
// stands. One of a character reference stands where that begins.
func (d *charData) offset(index int) int {
	if len(d.runs) == 0 {
		return d.start + index
	}
	n, found := slices.BinarySearchFunc(d.runs, index, func(r run, index int) int { return r.index - index })
	if !found {
		n--
	}
	return d.runs[n].offset + index - d.runs[n].index
}

// add appends what stands in the document at the offset.
func (d *charData) add(text []byte, offset int) {
	if len(text) == 0 {
		return
	}
	d.runs = append(d.runs, run{len(d.text), offset})
	if len(d.text) == 0 {
		d.text = text[:len(text):len(text)] // most is of one piece, and needs no copy
		return
	}
	d.text = append(d.text, text...)
}

// addEscaped is add for text with character references.
func (d *charData) addEscaped(text []byte, offset int) {
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

// The marks of CDATA sections.
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

// text returns how the text reads that stands between start and m.at, the piece
// that was read last.
func (m *markup) text(start int) []byte {
	piece := m.src[start:m.at]
	if m.foreign || m.xml {
		if data, ok := cutCDATA(piece); ok {
			return data
		}
	}
	return unescapeText(piece)
}

// charData reads on up to the next tag, and returns what text stands before it,
// the pieces that comments and CDATA sections make of it put together.
func (m *markup) charData() charData {
	var data charData
	for {
		kind, start := m.next()
		switch kind {
		case endOfMarkup:
			return data
		case openTag, closeTag:
			m.at = start
			return data
		case textMarkup:
			piece := m.src[start:m.at]
			if cdata, ok := cutCDATA(piece); ok {
				data.add(cdata, start+len(cdataStart))
			} else {
				data.addEscaped(piece, start)
			}
		case hiddenMarkup:
		}
	}
}

// mended returns the text of a script as scripts see it, in which U+FFFD stands
// for each NUL (HTML standard, "script data state").
func (d *charData) mended() *charData {
	rest, at := d.text, 0
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		return d
	}
	mended := &charData{}
	for ; n >= 0; n = bytes.IndexByte(rest, 0) {
		mended.add(rest[:n], d.offset(at))
		mended.add([]byte("\ufffd"), d.offset(at+n))
		rest, at = rest[n+1:], at+n+1
	}
	mended.add(rest, d.offset(at))
	return mended
}

package asciidoc

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// pictureLink adds the link of a picture or an icon, whose attributes are in brackets
// from open on: image::map.png[The map,link=/map/].
func (a *reader) pictureLink(at, open int) {
	end := bytes.IndexByte(a.text[open:min(len(a.text), open+document.MaxText)], ']')
	if end < 0 {
		return
	}
	inner := a.text[open+1 : open+end]
	i := bytes.Index(inner, []byte("link="))
	if i < 0 || i > 0 && inner[i-1] != ',' && inner[i-1] != ' ' {
		return
	}
	start := open + 1 + i + len("link=")
	value, closer := a.text[start:open+end], []byte(",")
	if len(value) > 0 && value[0] == '"' {
		start, value, closer = start+1, value[1:], []byte{'"'}
	}
	value, _, _ = bytes.Cut(value, closer)
	alt, _, _ := bytes.Cut(inner, []byte(","))
	text, loose := "", true
	if bytes.IndexByte(alt, '=') < 0 {
		text, loose = plaintext.Read(string(alt))
	}
	raw := a.fill(string(value))
	if raw == string(value) {
		raw = ""
	}
	a.doc.Add(document.Link{Offset: start, End: start + len(value), Order: at + 1, Raw: raw, Text: text, Loose: loose, Role: document.LinkRole})
}

// unquoted returns the destination of a macro that is between plus signs:
// link:++a b.html++[text]. end is 0 when it does not.
func (a *reader) unquoted(start int) (from, end int) {
	mark := []byte("++")
	limit := min(len(a.text), start+2048)
	if !bytes.HasPrefix(a.text[start:limit], mark) {
		return start, 0
	}
	n := bytes.Index(a.text[start+len(mark):limit], []byte("++["))
	if n <= 0 {
		return start, 0
	}
	return start + len(mark), start + len(mark) + n
}

package markdown

import (
	"bytes"
	"html"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// closeBracket reads what the "]" at i ends: an inline link, a reference or text. It
// returns the offset after it.
func (m *inline) closeBracket(i int) int {
	if len(m.open) == 0 {
		return i + 1
	}
	b := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	if inLink := len(m.open) < m.linked; inLink {
		if m.linked = len(m.open); !b.image {
			return i + 1 // A link contains no other.
		}
	}
	next := byte(0)
	if i+1 < m.blockEnd {
		next = m.text[i+1]
	}
	switch next {
	case '(':
		if d, end, ok := m.destination(i + 2); ok {
			m.link(b, i, d)
			return end
		}
	case '[':
		if end := m.labelEnd(i + 2); end > 0 {
			name := document.Label(m.doc.Source[i+2 : end])
			if name == "" {
				name = document.Label(m.doc.Source[b.at+1 : i])
			}
			if d, ok := m.definitions[name]; ok {
				m.link(b, i, d)
				return end + 1
			}
			// Text before a label is no reference by itself.
			return i + 1
		}
	}
	if i-b.at <= maxLabel {
		if d, ok := m.definitions[document.Label(m.doc.Source[b.at+1:i])]; ok {
			m.link(b, i, d)
		}
	}
	return i + 1
}

// link keeps a link whose text ends at i.
func (m *inline) link(b bracket, i int, d lexical.Span) {
	text, loose := "", true
	if i-b.at <= document.MaxText {
		text, loose = plaintext.Read(string(m.doc.Source[b.at+1 : i]))
	}
	if !b.image {
		m.dropBare(b.at)
		m.linked = len(m.open)
	}
	m.doc.Add(document.Link{
		Offset: d.Start, End: d.End, Raw: unescape(m.doc.Source[d.Start:d.End]), Order: b.at + 1,
		Text: text, Loose: loose, Role: roleOfBracket(b.image),
	})
}

func roleOfBracket(image bool) document.Role {
	if image {
		return document.EmbedRole
	}
	return document.LinkRole
}

// dropBare removes the bare URLs after at: they are the text of a link.
func (m *inline) dropBare(at int) {
	kept := len(m.doc.Links)
	for kept > m.before && m.doc.Links[kept-1].Bare && m.doc.Links[kept-1].Offset > at {
		kept--
	}
	m.doc.Links = m.doc.Links[:kept]
}

// unescape removes the backslashes and entities of a destination. It returns "" when
// there are none: the destination is the text itself.
func unescape(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && lexical.IsPunctuation(raw[i+1]) {
			i++
		}
		b.WriteByte(raw[i])
	}
	return html.UnescapeString(b.String())
}

package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// component reads the component of MDC that begins at the colon at i, with its properties:
// ::card{to="/guide/"}, :button[Guide]{to="/guide/"}. It returns the offset after it.
func (m *inline) component(i int) int {
	name := i
	for name < m.blockEnd && m.text[name] == ':' {
		name++
	}
	at := name
	for at < m.blockEnd && (lexical.IsWord(m.text[at]) || m.text[at] == '-') {
		at++
	}
	if at == name || at >= m.blockEnd || i > 0 && lexical.IsWord(m.text[i-1]) {
		return name
	}
	text, loose := "", true
	if m.text[at] == '[' {
		end := m.labelEnd(at + 1)
		if end == 0 || end+1 >= m.blockEnd {
			return name
		}
		text, loose = plaintext.Read(string(m.doc.Source[at+1 : end]))
		at = end + 1
	}
	if m.text[at] != '{' {
		return name
	}
	end := bytes.IndexByte(m.text[at:min(m.blockEnd, at+maxProperties)], '}')
	if end < 0 {
		return name
	}
	from := len(m.doc.Links)
	m.shortcode(at, at+end)
	for k := from; k < len(m.doc.Links) && text != ""; k++ {
		m.doc.Links[k].Text, m.doc.Links[k].Loose = text, loose
	}
	return at + end + 1
}

// maxProperties bounds in bytes how long the properties of a component are.
const maxProperties = 1024

// readProperties reads a line of the properties of a component, which are YAML between two
// lines of hyphens after its first line, and reports whether it is one.
func (b *blocks) readProperties(l line) bool {
	text := bytes.TrimRight(b.text[l.text:l.end], " \t\r")
	isFence := string(text) == "---"
	switch {
	case b.inProperties && isFence:
		b.inProperties = false
		b.properties = append(b.properties, lexical.Span{Start: b.propertiesStart, End: l.start})
	case b.inProperties:
	case b.component && isFence && b.closers.After(b.text, l.end, "\n---") > 0:
		b.inProperties, b.propertiesStart = true, min(l.end+1, len(b.text))
		b.endBlock(l.start)
	default:
		name := bytes.TrimLeft(text, ":")
		b.component = b.fence.size == 0 && len(name) > 0 && len(text) >= len(name)+2 && lexical.IsWord(name[0])
		return false
	}
	b.component = false
	lexical.Mask(b.text, l.text, l.end)
	b.endBlock(l.end)
	return true
}

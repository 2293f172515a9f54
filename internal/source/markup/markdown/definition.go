package markdown

import (
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// define reads the definitions. The first one of a label counts.
func (m *inline) define() {
	last := 0
	for _, i := range m.layout.brackets {
		m.enter(i)
		if i < last {
			continue
		}
		end := m.labelEnd(i + 1)
		if end < i+2 || end+1 >= m.blockEnd || m.text[end+1] != ':' || m.text[i+1] == '^' {
			continue
		}
		name := document.Label(m.doc.Source[i+1 : end])
		d, after, ok := m.definition(end + 2)
		if name == "" || !ok {
			continue
		}
		if _, known := m.definitions[name]; !known {
			m.definitions[name] = d
		}
		m.skip[i], last = after, after
	}
}

// definition reads the destination and the title at i, which fill their lines.
func (m *inline) definition(i int) (d lexical.Span, end int, ok bool) {
	limit := min(m.blockEnd, i+maxDestination)
	if i = m.skipSpace(i, limit); i >= limit {
		return d, 0, false
	}
	if d, i, ok = m.target(i, limit); !ok || d.Start == d.End && m.text[d.Start-1] != '<' {
		return d, 0, false
	}
	after := m.skipSpace(i, limit)
	if after < limit && after > i {
		if title := m.title(after, limit); title > 0 {
			if end, ok = m.lineEnd(title); ok {
				return d, end, true
			}
		}
	}
	end, ok = m.lineEnd(i)
	return d, end, ok
}

// lineEnd returns the end of the line around i, if only white space is before it.
func (m *inline) lineEnd(i int) (end int, ok bool) {
	for i < m.blockEnd && (m.text[i] == ' ' || m.text[i] == '\t' || m.text[i] == '\r') {
		i++
	}
	return i, i >= m.blockEnd || m.text[i] == '\n'
}

// maxLabel is the most bytes in a label, which CommonMark bounds.
const maxLabel = 1000

// labelEnd returns the offset of the "]" that ends the label at i; 0 for none.
func (m *inline) labelEnd(i int) int {
	for limit := min(m.blockEnd, i+maxLabel); i < limit; i++ {
		switch m.text[i] {
		case '\\':
			i++
		case ']':
			return i
		case '[':
			return 0
		}
	}
	return 0
}

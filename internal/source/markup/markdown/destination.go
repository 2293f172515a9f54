package markdown

import (
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

// maxDestination bounds in bytes what is looked at of one destination.
const maxDestination = 4096

// destination reads what follows "](": the destination, a title and ")".
func (m *inline) destination(i int) (d lexical.Span, end int, ok bool) {
	limit := min(m.blockEnd, i+maxDestination)
	i = m.skipSpace(i, limit)
	if i >= limit {
		return d, 0, false
	}
	if d, i, ok = m.target(i, limit); !ok {
		return d, 0, false
	}
	after := m.skipSpace(i, limit)
	if after < limit && m.text[after] != ')' && after > i {
		if after = m.title(after, limit); after < 0 {
			return d, 0, false
		}
		after = m.skipSpace(after, limit)
	}
	if after >= limit || m.text[after] != ')' {
		return d, 0, false
	}
	return d, after + 1, true
}

// skipSpace skips white space with at most one end of line.
func (m *inline) skipSpace(i, limit int) int {
	lines := 0
	for i < limit {
		switch m.text[i] {
		case ' ', '\t', '\r':
		case '\n':
			if lines++; lines > 1 {
				return i
			}
		default:
			return i
		}
		i++
	}
	return i
}

// maxParentheses bounds how deep those of a destination nest, as CommonMark allows.
const maxParentheses = 32

// target reads a destination in angle brackets, or one whose parentheses are
// balanced and that holds no space but in expressions.
func (m *inline) target(i, limit int) (d lexical.Span, end int, ok bool) {
	if m.text[i] == '<' {
		j := i + 1
		if j >= m.unclosed.Start {
			// There is no ">" in what the destination before was searched for.
			j = max(j, m.unclosed.End)
		}
		for ; j < limit && m.text[j] != '\n'; j++ {
			switch m.text[j] {
			case '\\':
				j++
			case '>':
				return lexical.Span{Start: i + 1, End: j}, j + 1, true
			}
		}
		m.unclosed = lexical.Span{Start: i + 1, End: j}
		return d, 0, false
	}
	depth, j := 0, i
scan:
	for j < limit {
		switch c := m.text[j]; {
		case c == '\\' && j+1 < limit && lexical.IsPunctuation(m.text[j+1]):
			j++
		case c <= ' ' && c != lexical.Masked:
			break scan
		case c == '(':
			if depth++; depth > maxParentheses {
				return d, 0, false
			}
		case c == ')':
			if depth == 0 {
				break scan
			}
			depth--
		case c == '{' || c == '<' && j+1 < limit && m.text[j+1] == '%':
			if _, after, is := template.Expression(window(m.text, j), 0); is {
				j += after
				continue
			}
		}
		j++
	}
	j = min(j, limit)
	return lexical.Span{Start: i, End: j}, j, depth == 0
}

// title returns the offset after the title at i; -1 for none.
func (m *inline) title(i, limit int) int {
	end := m.text[i]
	switch end {
	case '(':
		end = ')'
	case '"', '\'':
	default:
		return -1
	}
	for j := i + 1; j < limit; j++ {
		switch m.text[j] {
		case '\\':
			j++
		case end:
			return j + 1
		case '(':
			if end == ')' {
				return -1
			}
		}
	}
	return -1
}

package source

import (
	"bytes"
	"html"
	"strings"
)

// close reads what a "]" at i ends: an inline link, a reference, a definition, or
// nothing.
func (m *mdInline) close(i int) int {
	if len(m.open) == 0 {
		return i + 1
	}
	b := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	if inLink := len(m.open) < m.linked; inLink {
		if m.linked = len(m.open); !b.image {
			return i + 1 // no link is the text of another
		}
	}
	next := byte(0)
	if i+1 < m.blockEnd {
		next = m.live[i+1]
	}
	switch next {
	case '(':
		if d, end, ok := m.destination(i + 2); ok {
			m.link(b, i, d)
			return end
		}
	case '[':
		if end := m.labelEnd(i + 2); end > 0 {
			name := label(m.src[i+2 : end])
			if name == "" {
				name = label(m.src[b.at+1 : i])
			}
			if d, ok := m.definitions[name]; ok {
				m.link(b, i, d)
				return end + 1
			}
			// What is followed by a label is no reference by itself.
			return i + 1
		}
	}
	if i-b.at <= maxLabel {
		if d, ok := m.definitions[label(m.src[b.at+1:i])]; ok {
			m.link(b, i, d)
		}
	}
	return i + 1
}

// labelEnd is the offset of the "]" that ends the label at i; 0 when none begins there.
func (m *mdInline) labelEnd(i int) int {
	for limit := min(m.blockEnd, i+maxLabel); i < limit; i++ {
		switch m.live[i] {
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

// maxLabel is the most bytes in a label, which CommonMark bounds.
const maxLabel = 1000

// label folds the label of a reference as CommonMark matches them.
func label(s []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(string(s)), " "))
}

// maxText bounds in bytes the text of a link.
const maxText = 4096

// link keeps a link whose text ends at i.
func (m *mdInline) link(b mdBracket, i int, d mdSpan) {
	text, loose := "", true
	if i-b.at <= maxText {
		text, loose = readText(string(m.src[b.at+1 : i]))
	}
	if !b.image {
		m.dropBare(b.at)
		m.linked = len(m.open)
	}
	m.add(record{
		offset: d.start, end: d.end, raw: unescape(m.src[d.start:d.end]), order: b.at + 1,
		text: text, loose: loose, role: roleOfBracket(b.image),
	})
}

func roleOfBracket(image bool) role {
	if image {
		return embedRole
	}
	return linkRole
}

// dropBare takes back the bare URLs behind at: they are the text of a link.
func (m *mdInline) dropBare(at int) {
	kept := len(m.records)
	for kept > m.kept && m.records[kept-1].bare && m.records[kept-1].offset > at {
		kept--
	}
	m.records = m.records[:kept]
}

// unescape undoes the backslashes and entities of a destination; empty when there
// are none, so that the destination is what stands there.
func unescape(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && isPunctuation(raw[i+1]) {
			i++
		}
		b.WriteByte(raw[i])
	}
	return html.UnescapeString(b.String())
}

func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !isWordByte(c) || c == '_'
}

// maxDestination bounds in bytes what is looked at of one destination.
const maxDestination = 4096

// destination reads what follows "](": the destination, a title and ")".
func (m *mdInline) destination(i int) (d mdSpan, end int, ok bool) {
	limit := min(m.blockEnd, i+maxDestination)
	i = m.skipSpace(i, limit)
	if i >= limit {
		return d, 0, false
	}
	if d, i, ok = m.target(i, limit); !ok {
		return d, 0, false
	}
	after := m.skipSpace(i, limit)
	if after < limit && m.live[after] != ')' && after > i {
		if after = m.title(after, limit); after < 0 {
			return d, 0, false
		}
		after = m.skipSpace(after, limit)
	}
	if after >= limit || m.live[after] != ')' {
		return d, 0, false
	}
	return d, after + 1, true
}

// skipSpace passes over white space with at most one end of line.
func (m *mdInline) skipSpace(i, limit int) int {
	lines := 0
	for i < limit {
		switch m.live[i] {
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
func (m *mdInline) target(i, limit int) (d mdSpan, end int, ok bool) {
	if m.live[i] == '<' {
		j := i + 1
		if j >= m.unclosed.start {
			// What was looked at for the destination before is not looked at again.
			j = max(j, m.unclosed.end)
		}
		for ; j < limit && m.live[j] != '\n'; j++ {
			switch m.live[j] {
			case '\\':
				j++
			case '>':
				return mdSpan{i + 1, j}, j + 1, true
			}
		}
		m.unclosed = mdSpan{i + 1, j}
		return d, 0, false
	}
	depth, j := 0, i
scan:
	for j < limit {
		switch c := m.live[j]; {
		case c == '\\' && j+1 < limit && isPunctuation(m.live[j+1]):
			j++
		case c <= ' ' && c != dead:
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
		case c == '{' || c == '<' && j+1 < limit && m.live[j+1] == '%':
			if _, after, is := expressionAt(window(m.live, j), 0); is {
				j += after
				continue
			}
		}
		j++
	}
	j = min(j, limit)
	return mdSpan{i, j}, j, depth == 0
}

// title passes over a title, and returns -1 for none.
func (m *mdInline) title(i, limit int) int {
	end := m.live[i]
	switch end {
	case '(':
		end = ')'
	case '"', '\'':
	default:
		return -1
	}
	for j := i + 1; j < limit; j++ {
		switch m.live[j] {
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

// define reads the definitions of labels. The first one of a label counts.
func (m *mdInline) define() {
	behind := 0
	for _, i := range m.layout.brackets {
		m.enter(i)
		if i < behind {
			continue
		}
		end := m.labelEnd(i + 1)
		if end < i+2 || end+1 >= m.blockEnd || m.live[end+1] != ':' || m.live[i+1] == '^' {
			continue
		}
		name := label(m.src[i+1 : end])
		d, after, ok := m.definition(end + 2)
		if name == "" || !ok {
			continue
		}
		if _, known := m.definitions[name]; !known {
			m.definitions[name] = d
		}
		m.skip[i], behind = after, after
	}
}

// definition reads the destination and the title at i, which fill their lines.
func (m *mdInline) definition(i int) (d mdSpan, end int, ok bool) {
	limit := min(m.blockEnd, i+maxDestination)
	if i = m.skipSpace(i, limit); i >= limit {
		return d, 0, false
	}
	if d, i, ok = m.target(i, limit); !ok || d.start == d.end && m.live[d.start-1] != '<' {
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

// lineEnd is the end of the line around i, if nothing but space stands before it.
func (m *mdInline) lineEnd(i int) (end int, ok bool) {
	for i < m.blockEnd && (m.live[i] == ' ' || m.live[i] == '\t' || m.live[i] == '\r') {
		i++
	}
	return i, i >= m.blockEnd || m.live[i] == '\n'
}

// shortcode reads the arguments of a shortcode that stands by itself, of which
// any may be a destination.
func (m *mdInline) shortcode(start, end int) {
	text, loose := "", true
	from := len(m.records)
	for i := start; i < end; i++ {
		c := m.live[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		j := bytes.IndexByte(m.live[i+1:end], c)
		if j < 0 {
			break
		}
		value := string(m.src[i+1 : i+1+j])
		if key := keyBefore(m.live[start:i]); isTextKey(key) {
			text, loose = readText(value)
		} else if looksLikeDest(value) || isDestKey(key) {
			m.add(record{offset: i + 1, end: i + 1 + j, loose: true})
		}
		i += j + 1
	}
	for k := from; k < len(m.records); k++ {
		m.records[k].text, m.records[k].loose = text, loose
	}
}

// keyBefore is the name before "=" or ":" at the end of s.
func keyBefore(s []byte) string {
	s = bytes.TrimRight(s, " ")
	if len(s) == 0 || s[len(s)-1] != '=' && s[len(s)-1] != ':' {
		return ""
	}
	s = bytes.TrimRight(s[:len(s)-1], " ")
	i := len(s)
	for i > 0 && (isWordByte(s[i-1]) || s[i-1] == '-') {
		i--
	}
	return strings.ToLower(string(s[i:]))
}

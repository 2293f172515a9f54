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
	if i+1 < len(m.live) {
		next = m.live[i+1]
	}
	switch {
	case next == '(':
		if d, end, ok := m.destination(i + 2); ok {
			m.inline(b, i, d)
			return end
		}
	case next == ':' && m.atLineStart(b) && i > b.at+1 && m.live[b.at+1] != '^':
		if end, ok := m.define(label(m.src[b.at+1:i]), i+2); ok {
			return end
		}
	case next == '[':
		limit := min(len(m.live), i+2+maxLabel)
		if j := bytes.IndexAny(m.live[i+2:limit], "[]"); j >= 0 && m.live[i+2+j] == ']' {
			name := label(m.src[i+2 : i+2+j])
			if name == "" {
				name = label(m.src[b.at+1 : i])
			}
			return m.full(b, i, i+2+j, name)
		}
	}
	if i-b.at <= maxLabel {
		m.use(b, i, label(m.src[b.at+1:i]))
	}
	return i + 1
}

// full notes a link by reference whose text ends at i and whose label ends at end, and
// returns the offset behind it. Where the label is not defined, it may be the text of
// an inline link.
func (m *mdInline) full(b mdBracket, i, end int, name string) int {
	uses := len(m.uses)
	m.use(b, i, name)
	d, behind, ok := mdSpan{}, end+1, false
	if end+1 < len(m.live) && m.live[end+1] == '(' && end > i+2 {
		d, behind, ok = m.destination(end + 2)
	}
	if !ok {
		return end + 1
	}
	if len(m.uses) == uses {
		m.inline(mdBracket{at: i + 1}, end, d)
	} else {
		m.uses[uses].inline, m.uses[uses].textAt, m.uses[uses].textEnd = d, i+1, end
	}
	return behind
}

// maxLabel is the most bytes in a label, which CommonMark bounds.
const maxLabel = 1000

// label folds the label of a reference as CommonMark matches them.
func label(s []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(string(s)), " "))
}

// use notes a link by reference; to what, is known at the end.
func (m *mdInline) use(b mdBracket, i int, name string) {
	if name == "" || i-b.at > maxText {
		return
	}
	m.uses = append(m.uses, mdUse{at: b.at, image: b.image, text: string(m.src[b.at+1 : i]), label: name})
}

// maxText bounds in bytes the text of a link.
const maxText = 4096

// inline keeps an inline link whose text ends at i.
func (m *mdInline) inline(b mdBracket, i int, d mdSpan) {
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
	limit := min(len(m.live), i+maxDestination)
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
	return mdSpan{i, j}, j, depth == 0 && j > i
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
		}
	}
	return -1
}

// atLineStart tells whether only quotes and a little space stand before a
// bracket.
func (m *mdInline) atLineStart(b mdBracket) bool {
	if b.image {
		return false
	}
	i := b.at - 1
	for i >= 0 && b.at-i < 200 && (m.live[i] == ' ' || m.live[i] == '>' || m.live[i] == '\t') {
		i--
	}
	return i < 0 || m.live[i] == '\n' || m.live[i] == '\r'
}

// define reads the definition whose destination follows at i; the first of a
// label counts.
func (m *mdInline) define(name string, i int) (end int, ok bool) {
	limit := min(len(m.live), i+maxDestination)
	if i = m.skipSpace(i, limit); i >= limit {
		return 0, false
	}
	d, end, ok := m.target(i, limit)
	if !ok {
		return 0, false
	}
	if _, known := m.definitions[name]; !known {
		m.definitions[name] = d
	}
	return end, true
}

// resolve keeps the links by reference, at their definitions.
func (m *mdInline) resolve() {
	for _, u := range m.uses {
		d, known := m.definitions[u.label]
		if !known {
			if u.inline.end > 0 {
				m.inline(mdBracket{at: u.textAt}, u.textEnd, u.inline)
			}
			continue
		}
		text, loose := readText(u.text)
		m.add(record{
			offset: d.start, end: d.end, raw: unescape(m.src[d.start:d.end]), order: u.at + 1,
			text: text, loose: loose, role: roleOfBracket(u.image),
		})
	}
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

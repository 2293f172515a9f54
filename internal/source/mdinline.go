package source

import (
	"bytes"
	"strings"
)

// mdInline goes over the text of Markdown once, and finds its links.
type mdInline struct {
	*sheet
	live []byte
	// unclosed is where no ">" stands: it ends a destination in angle brackets.
	unclosed mdSpan
	mdx      bool
	// open are the brackets that are not closed yet.
	open []mdBracket
	// linked is how many of them have a link behind them, and so begin none.
	linked int
	// ticks are the runs of backticks of the paragraph at hand.
	ticks ticks
	// ahead remembers what was looked for and is not there.
	ahead absences
	// vain is that of the last tag.
	vain vain
	// layout is that of the document, and blockEnd where the block at hand ends, which
	// is the first of its breaks.
	layout   mdLayout
	blockEnd int
	// definitions are the destinations of labels, and skip has the end of each
	// definition under its beginning.
	definitions map[string]mdSpan
	skip        map[int]int
	// kept is how many records there were before the ones of this text.
	kept int
}

// mdBracket is an open "[" at a place; image when a "!" stands before it.
type mdBracket struct {
	at    int
	image bool
}

// mdSpan is a byte range.
type mdSpan struct{ start, end int }

// mdUse is a link by reference: what it reads, and the label of its definition.
type mdUse struct {
	at          int
	text, label string
}

// mostBrackets bounds how many brackets are open at once.
const mostBrackets = 1000

// readMarkdown reads the Markdown between two offsets.
func readMarkdown(h *sheet, from, to int, mdx bool) {
	live := bytes.Clone(h.src[:to])
	blocks := mdBlocks{sheet: h, live: live, mdx: mdx, ahead: absences{}}
	blocks.cover(from)
	readInline(h, live, from, mdx, blocks.layout)
}

// plainLayout is the layout of a text in which only empty lines end a block.
func plainLayout(live []byte, from int) mdLayout {
	var l mdLayout
	for at := from; at < len(live); {
		end := len(live)
		if i := bytes.IndexByte(live[at:], '\n'); i >= 0 {
			end = at + i
		}
		text := bytes.TrimLeft(live[at:end], "> \t\r")
		switch {
		case len(text) == 0:
			l.addBreak(at)
		case text[0] == '[':
			l.brackets = append(l.brackets, end-len(text))
		}
		at = end + 1
	}
	return l
}

// readInline reads the links of a text in which code is covered.
func readInline(h *sheet, live []byte, from int, mdx bool, layout mdLayout) {
	m := &mdInline{
		sheet: h, live: live, mdx: mdx, definitions: map[string]mdSpan{}, skip: map[int]int{},
		ahead: absences{}, kept: len(h.records), layout: layout,
	}
	m.define()
	m.layout, m.blockEnd = layout, from
	for i := from; i < len(live) && !h.ended(); {
		m.enter(i)
		i = m.step(i)
	}
}

// enter makes the block around i the current one, and forgets the brackets that the
// one before leaves open.
func (m *mdInline) enter(i int) {
	if i < m.blockEnd {
		return
	}
	m.open, m.linked = m.open[:0], 0
	breaks := m.layout.breaks
	for len(breaks) > 0 && breaks[0] <= i {
		breaks = breaks[1:]
	}
	m.layout.breaks, m.blockEnd = breaks, len(m.live)
	if len(breaks) > 0 {
		m.blockEnd = breaks[0]
	}
}

// step reads what begins at i, and returns the offset behind it.
func (m *mdInline) step(i int) int {
	switch c := m.live[i]; c {
	case '\\':
		if i+1 < len(m.live) && m.live[i+1] == '\n' {
			return i + 1
		}
		return i + 2
	case '`':
		return m.code(i)
	case '<':
		return m.angle(i)
	case '{':
		return m.brace(i)
	case '!':
		if i+1 < len(m.live) && m.live[i+1] == '[' {
			m.push(mdBracket{at: i + 1, image: true})
			return i + 2
		}
	case '[':
		if end, ok := m.skip[i]; ok {
			return end
		}
		m.push(mdBracket{at: i})
	case ']':
		return m.close(i)
	case 'h', 'w', 'H', 'W':
		return m.bare(i)
	}
	return i + 1
}

func (m *mdInline) push(b mdBracket) {
	if len(m.open) < mostBrackets {
		m.open = append(m.open, b)
	}
}

// code passes over a code span: it ends with as many backticks as it begins
// with, in the same paragraph.
func (m *mdInline) code(i int) int {
	n := 0
	for i+n < len(m.live) && m.live[i+n] == '`' {
		n++
	}
	if i+n >= m.ticks.end || m.ticks.end > m.blockEnd {
		m.ticks = ticksOf(m.live, i+n, m.blockEnd)
	}
	if at, ok := m.ticks.next(n, i+n); ok {
		return at + n
	}
	return i + n
}

// brace passes over what is code or a comment to a generator; links in the
// arguments of shortcodes and expressions are read.
func (m *mdInline) brace(i int) int {
	rest := m.live[i:]
	for _, c := range [...]struct{ open, close string }{
		{"{/*", "*/}"},
		{"{{/*", "*/}}"},
		{"{{</*", "*/>}}"},
		{"{{%/*", "*/%}}"},
		{"{#-", "-#}"},
		{"{# ", "#}"},
		{"{{< comment >}}", "{{< /comment >}}"},
		{"{{% comment %}}", "{{% /comment %}}"},
		{"{% highlight ", "{% endhighlight %}"},
		{"{{< highlight ", "{{< /highlight >}}"},
		{"{{<highlight ", "{{</highlight>}}"},
	} {
		if bytes.HasPrefix(rest, []byte(c.open)) {
			if end := m.ahead.behind(m.live, i, c.close); end > 0 {
				return end
			}
		}
	}
	if end := behindComment(m.live, i, m.ahead); end > 0 {
		return end
	}
	if bytes.HasPrefix(rest, []byte("{{")) || bytes.HasPrefix(rest, []byte("{%")) {
		if _, end, ok := expressionAt(window(m.live, i), 0); ok {
			m.shortcode(i, i+end)
			return i + end
		}
	}
	return i + 1
}

// window is the text from i as far as an expression may reach.
func window(live []byte, i int) string {
	return string(live[i:min(len(live), i+maxExpression)])
}

// angle reads what begins with "<": an autolink, a comment or an element.
func (m *mdInline) angle(i int) int {
	rest := m.live[i:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		if end := m.ahead.behind(m.live, i, "-->"); end > 0 {
			return end
		}
		return i + 4
	}
	if j := bytes.IndexAny(rest[1:min(len(rest), 2048)], "<> \n\t"); j > 0 && rest[1+j] == '>' {
		inner := string(rest[1 : 1+j])
		if isAbsolute(inner) && !strings.HasPrefix(inner, "//") {
			m.add(record{offset: i + 1, end: i + 1 + j, text: foldText(inner), role: linkRole})
			return i + j + 2
		}
	}
	t := tagReader{sheet: m.sheet, src: m.live, ahead: m.ahead, vain: m.vain}
	end := t.tag(i)
	m.vain = t.vain
	if end > i {
		return m.preformatted(&t, i, end)
	}
	return i + 1
}

// preformatted reads what is preformatted, whose tag stands at i to end, for elements
// alone: to Markdown it is HTML up to its end.
func (m *mdInline) preformatted(t *tagReader, i, end int) int {
	if len(m.live) < i+5 || !bytes.EqualFold(m.live[i:i+4], []byte("<pre")) || m.live[i+4] != '>' && m.live[i+4] != ' ' || m.mdx {
		return end
	}
	behind := m.ahead.behind(m.live, end, "</pre>")
	for end < behind {
		j := bytes.IndexByte(m.live[end:behind], '<')
		if j < 0 {
			break
		}
		end = max(t.tag(end+j), end+j+1)
	}
	return max(end, behind)
}

// bare reads a URL without marks, as GitHub's extension finds them.
func (m *mdInline) bare(i int) int {
	if i > 0 && (isWordByte(m.live[i-1]) || m.live[i-1] == '/') {
		return i + 1
	}
	rest := m.live[i:min(len(m.live), i+2048)]
	head := strings.ToLower(string(rest[:min(len(rest), 8)]))
	if !strings.HasPrefix(head, "http://") && !strings.HasPrefix(head, "https://") && !strings.HasPrefix(head, "www.") {
		return i + 1
	}
	end := i + bareLength(rest)
	if end > i+len("www.") {
		m.add(record{offset: i, end: end, text: foldText(string(m.live[i:end])), role: linkRole, bare: true})
	}
	return max(end, i+1)
}

func isWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// bareLength is how much of a text is a bare URL: up to white space, without the
// punctuation of the sentence around it.
func bareLength(s []byte) int {
	end := bytes.IndexAny(s, " \t\r\n<>\"`|\x01")
	if end < 0 {
		end = len(s)
	}
	for end > 0 {
		switch s[end-1] {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '_', '~', ']', '}', '\\':
			end--
			continue
		case ')':
			if bytes.Count(s[:end], []byte{'('}) < bytes.Count(s[:end], []byte{')'}) {
				end--
				continue
			}
		}
		// A bracket within ends it: the URL is the text of a link.
		if i := bytes.Index(s[:end], []byte("](")); i > 0 {
			end = i
		}
		return end
	}
	return 0
}

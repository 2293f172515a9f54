package markdown

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/bareurl"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// inline reads the text of Markdown from one end to the other.
type inline struct {
	doc *document.Document
	// text is that of doc, in which code is masked.
	text []byte
	mdx  bool
	// open are the brackets that are not closed yet. The first linked ones contain a
	// link, and so begin none.
	open   []bracket
	linked int
	// layout is that of the rest of the text, and blockEnd where the current block ends.
	layout   layout
	blockEnd int
	// definitions are the destinations of labels. skip has the end of each definition
	// by its beginning.
	definitions map[string]lexical.Span
	skip        map[int]int
	// unclosed holds no ">", which would close a destination.
	unclosed lexical.Span
	ticks    ticks
	tags     *html.Reader
	closers  lexical.Closers
	// before is how many links the document had before.
	before int
}

// bracket is an open "[". image is true when a "!" is before it.
type bracket struct {
	at    int
	image bool
}

// maxBrackets bounds how many brackets are open at once.
const maxBrackets = 1000

// readInline adds the links of a text, in which code is masked, from an offset on.
func readInline(doc *document.Document, text []byte, from int, mdx bool, l layout) {
	closers := lexical.Closers{}
	m := &inline{
		doc: doc, text: text, mdx: mdx, layout: l, definitions: map[string]lexical.Span{}, skip: map[int]int{},
		tags: html.NewReader(doc, text, closers), closers: closers, before: len(doc.Links),
	}
	m.define()
	m.layout, m.blockEnd = l, from
	for i := from; i < len(text); {
		if !marks[text[i]] {
			i++
			continue
		}
		if doc.Ended() {
			return
		}
		m.enter(i)
		i = m.step(i)
	}
}

// marks are the bytes at which step does more than to pass on to the next.
var marks = [256]bool{
	'\\': true, '`': true, '<': true, '{': true, ':': true, '!': true, '[': true, ']': true, 'h': true, 'w': true, 'H': true, 'W': true,
}

// enter makes the block around i the current one. The brackets that the block before
// leaves open are text.
func (m *inline) enter(i int) {
	if i < m.blockEnd {
		return
	}
	m.open, m.linked = m.open[:0], 0
	breaks := m.layout.breaks
	for len(breaks) > 0 && breaks[0] <= i {
		breaks = breaks[1:]
	}
	m.layout.breaks, m.blockEnd = breaks, len(m.text)
	if len(breaks) > 0 {
		m.blockEnd = breaks[0]
	}
}

// step reads what begins at i, and returns the offset after it.
func (m *inline) step(i int) int {
	switch c := m.text[i]; c {
	case '\\':
		if i+1 < len(m.text) && m.text[i+1] == '\n' {
			return i + 1
		}
		return i + 2
	case '`':
		return m.code(i)
	case '<':
		return m.angle(i)
	case '{':
		return m.brace(i)
	case ':':
		return m.component(i)
	case '!':
		if i+1 < len(m.text) && m.text[i+1] == '[' {
			m.push(bracket{at: i + 1, image: true})
			return i + 2
		}
	case '[':
		if end, ok := m.skip[i]; ok {
			return end
		}
		m.push(bracket{at: i})
	case ']':
		return m.closeBracket(i)
	case 'h', 'w', 'H', 'W':
		return bareurl.Read(m.doc, m.text, i)
	}
	return i + 1
}

func (m *inline) push(b bracket) {
	if len(m.open) < maxBrackets {
		m.open = append(m.open, b)
	}
}

// code skips a code span: it ends with as many backticks as it begins with, in the same
// block.
func (m *inline) code(i int) int {
	n := 0
	for i+n < len(m.text) && m.text[i+n] == '`' {
		n++
	}
	if i+n >= m.ticks.end || m.ticks.end > m.blockEnd {
		m.ticks = findTicks(m.text, i+n, m.blockEnd)
	}
	if at, ok := m.ticks.next(n, i+n); ok {
		return at + n
	}
	return i + n
}

// angle reads what begins with "<": an autolink, a comment or an element.
func (m *inline) angle(i int) int {
	rest := m.text[i:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		if end := m.closers.After(m.text, i, "-->"); end > 0 {
			return end
		}
		return i + 4
	}
	if j := bytes.IndexAny(rest[1:min(len(rest), 2048)], "<> \n\t"); j > 0 && rest[1+j] == '>' {
		inner := string(rest[1 : 1+j])
		if destination.IsAbsolute(inner) && !strings.HasPrefix(inner, "//") {
			m.doc.Add(document.Link{Offset: i + 1, End: i + 1 + j, Text: plaintext.Fold(inner), Role: document.LinkRole})
			return i + j + 2
		}
	}
	// Elements that open a region often are in other files than those that close it.
	m.tags.ForgetRegions()
	if end := m.tags.Tag(i); end > i {
		return m.preformatted(i, end)
	}
	return i + 1
}

// preformatted reads the element whose tag is at i to end. The contents of <pre> are
// HTML, and no Markdown.
func (m *inline) preformatted(i, end int) int {
	if len(m.text) < i+5 || !bytes.EqualFold(m.text[i:i+4], []byte("<pre")) || m.text[i+4] != '>' && m.text[i+4] != ' ' || m.mdx {
		return end
	}
	after := m.closers.After(m.text, end, "</pre>")
	for end < after {
		j := bytes.IndexByte(m.text[end:after], '<')
		if j < 0 {
			break
		}
		end = max(m.tags.Tag(end+j), end+j+1)
	}
	return max(end, after)
}

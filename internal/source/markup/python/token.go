package python

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// token is one string.
type token struct {
	// Span is the text between the quotes. open is where the token begins, with its prefix,
	// and after where it ends.
	lexical.Span
	open, after int
	// raw is true for a string without escapes, and triple for one in three quotes.
	raw, triple bool
	// docstring is true when nothing but the string is on its lines.
	docstring bool
}

// scanner finds the strings and comments of a program.
type scanner struct {
	doc     *document.Document
	closers lexical.Closers
	// depth is how many brackets are open.
	depth    int
	tokens   []token
	comments []lexical.Span
}

// scan reads the whole program.
func (s *scanner) scan() {
	src := s.doc.Source
	for i := 0; i < len(src) && !s.doc.Ended(); {
		switch src[i] {
		case '"', '\'':
			i = s.text(i)
			continue
		case '#':
			end := lexical.LineEnd(src, i)
			s.comments = append(s.comments, lexical.Span{Start: i, End: end})
			i = end
			continue
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(s.depth-1, 0)
		case '\n':
			s.newLine(i + 1)
		}
		i++
	}
}

// outermost are the words that begin statements, which are in no brackets.
var outermost = [...]string{"def ", "class ", "async ", "import ", "from ", "@"}

// newLine forgets brackets without an end where the line at i begins a statement.
func (s *scanner) newLine(i int) {
	for _, word := range outermost {
		if s.depth > 0 && bytes.HasPrefix(s.doc.Source[i:], []byte(word)) {
			s.depth = 0
		}
	}
}

// text reads the string whose quote is at i, and returns the offset after it.
func (s *scanner) text(i int) int {
	src := s.doc.Source
	t := token{open: i}
	for t.open > 0 && i-t.open < 2 && bytes.IndexByte([]byte("rRbBfFuU"), src[t.open-1]) >= 0 {
		t.open--
		t.raw = t.raw || src[t.open]|0x20 == 'r'
	}
	if t.open > 0 && lexical.IsWord(src[t.open-1]) {
		t.open, t.raw = i, false
	}
	if quotes := bytes.Repeat(src[i:i+1], 3); bytes.HasPrefix(src[i:], quotes) {
		after := s.closers.After(src, i+3, string(quotes))
		if after == 0 {
			return i + 3
		}
		t.Span, t.after, t.triple = lexical.Span{Start: i + 3, End: after - 3}, after, true
	} else {
		j := i + 1
		for j < len(src) && src[j] != src[i] && src[j] != '\n' {
			if src[j] == '\\' {
				j++
			}
			j++
		}
		if j >= len(src) || src[j] == '\n' {
			return min(j, len(src))
		}
		t.Span, t.after = lexical.Span{Start: i + 1, End: j}, j+1
	}
	t.docstring = s.depth == 0 && s.isDocstring(&t)
	s.tokens = append(s.tokens, t)
	return t.after
}

// isDocstring reports whether nothing but a string is on its lines.
func (s *scanner) isDocstring(t *token) bool {
	before := bytes.TrimRight(s.doc.Source[:t.open], " \t")
	if len(before) > 0 && before[len(before)-1] != '\n' {
		return false
	}
	if before = bytes.TrimSuffix(before, []byte("\n")); bytes.HasSuffix(bytes.TrimSuffix(before, []byte("\r")), []byte("\\")) {
		return false
	}
	after := bytes.TrimLeft(s.doc.Source[t.after:lexical.LineEnd(s.doc.Source, t.after)], " \t\r;")
	return len(after) == 0 || after[0] == '#'
}

package doccomment

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// reader reads one file.
type reader struct {
	doc      *document.Document
	language *language
	closers  lexical.Closers
	// block are the lines of the open comment without their marks, all of which began
	// with mark. end is where its last line ends.
	block []line
	mark  *mark
	end   int
	part  document.Part
}

// line is one line of a comment. escaped is true for a string with escapes.
type line struct {
	lexical.Span
	escaped bool
}

// Read reads the comments of a file.
func Read(doc *document.Document) {
	r := &reader{doc: doc, language: languageOf(doc.Name), closers: lexical.Closers{}}
	if r.language == nil {
		return
	}
	for i := 0; i < len(doc.Source) && !doc.Ended(); {
		j := bytes.IndexAny(doc.Source[i:], "/\"'`#")
		if j < 0 {
			break
		}
		i = r.step(i + j)
	}
	r.flush()
}

// step reads what begins at i, and returns the offset after it.
func (r *reader) step(i int) int {
	src := r.doc.Source
	switch src[i] {
	case '/':
		switch {
		case bytes.HasPrefix(src[i:], []byte("//")):
			return r.lineComment(i)
		case bytes.HasPrefix(src[i:], []byte("/*")):
			return r.blockComment(i)
		}
	case '"':
		return r.text(i).after
	case '\'':
		if r.language.single {
			return singleQuoted(src, i)
		}
		return character(src, i)
	case '`':
		if r.language.backquote {
			return max(r.closers.After(src, i+1, "`"), i+1)
		}
	case '#':
		if r.language.attributes {
			return r.attribute(i)
		}
	}
	return i + 1
}

// markOf returns the mark of the comment at i; nil when the comment is no documentation. A
// row of marks is a line across the file.
func markOf(src []byte, marks []mark, i int) *mark {
	for k := range marks {
		m := &marks[k]
		if !bytes.HasPrefix(src[i:], []byte(m.text)) {
			continue
		}
		last, after := m.text[len(m.text)-1], i+len(m.text)
		if len(m.text) > 2 && after < len(src) && (src[after] == last && last != '!' || last == '*' && src[after] == '/') {
			return nil
		}
		return m
	}
	return nil
}

// lineComment reads the comment at i, which ends with its line.
func (r *reader) lineComment(i int) int {
	end := lexical.LineEnd(r.doc.Source, i)
	if m := markOf(r.doc.Source, r.language.lines, i); m != nil {
		r.join(m, i)
		r.block, r.end = append(r.block, line{Span: lexical.Span{Start: i + len(m.text), End: end}}), end
	}
	return end
}

// join makes the next line, which begins at i, part of the open comment, or opens another
// one. Only white space within two lines is between the lines of one comment.
func (r *reader) join(m *mark, i int) {
	if r.mark == m && i >= r.end {
		if between := r.doc.Source[r.end:i]; len(bytes.TrimSpace(between)) == 0 && bytes.Count(between, []byte("\n")) <= 1 {
			return
		}
	}
	r.flush()
	r.mark = m
}

// blockComment reads the comment at i, which may have several lines. The stars that begin
// its lines are no text, unless they are those of a list.
func (r *reader) blockComment(i int) int {
	src := r.doc.Source
	after := r.closers.After(src, i+2, "*/")
	if after == 0 {
		return i + 2
	}
	m := markOf(src, r.language.blocks, i)
	if m == nil {
		return after
	}
	r.flush()
	r.mark = m
	end := after - len("*/")
	at := min(i+len(m.text), end)
	starred := true
	for next := lexical.LineEnd(src[:end], at) + 1; next < end; next = lexical.LineEnd(src[:end], next) + 1 {
		if body := bytes.TrimSpace(src[next:lexical.LineEnd(src[:end], next)]); len(body) > 0 && body[0] != '*' {
			starred = false
			break
		}
	}
	for first := true; at <= end; first = false {
		stop := lexical.LineEnd(src[:end], at)
		from := at
		if !first && starred {
			for from < stop && (src[from] == ' ' || src[from] == '\t') {
				from++
			}
			if from < stop && src[from] == '*' {
				from++
			}
		}
		r.block = append(r.block, line{Span: lexical.Span{Start: from, End: stop}})
		at = stop + 1
	}
	r.flush()
	return after
}

// flush reads the open comment.
func (r *reader) flush() {
	if len(r.block) > 0 {
		r.part.Reset()
		r.collect()
		if mayLink(r.part.Text) {
			if r.language.commands {
				r.readCommands()
			}
			r.doc.ReadComment(&r.part, r.mark.read)
		}
	}
	r.block, r.mark = r.block[:0], nil
}

// collect joins the lines of the open comment, without their common indentation. The first
// line of a block comment has no indentation.
func (r *reader) collect() {
	src := r.doc.Source
	indent := -1
	for _, l := range r.block {
		text := src[l.Start:l.End]
		if n := len(text) - len(bytes.TrimLeft(text, " \t")); len(bytes.TrimSpace(text)) > 0 && (indent < 0 || n < indent) {
			indent = n
		}
	}
	for _, l := range r.block {
		from := l.Start
		for n := 0; n < indent && from < l.End && (src[from] == ' ' || src[from] == '\t'); n++ {
			from++
		}
		if l.escaped {
			r.part.AddUnescaped(r.doc, from, l.End)
		} else {
			r.part.Add(r.doc, from, l.End)
		}
		r.part.AddText("\n", l.End, min(l.End+1, len(src)))
	}
}

// mayLink reports whether a comment may hold a link.
func mayLink(text []byte) bool {
	return bytes.ContainsAny(text, "[<\\@") || bytes.Contains(text, []byte("://")) || bytes.Contains(text, []byte("www."))
}

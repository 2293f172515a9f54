// Package org reads the links of Org as its manual describes it: links in double brackets
// and bare URLs, outside of source blocks.
package org

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/bareurl"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// Read reads the body of a file.
func Read(doc *document.Document) {
	text := bytes.Clone(doc.Source)
	readLines(doc, text)
	closers := lexical.Closers{}
	bracket := 0 // the offset of the next closing bracket, unless it is passed
	for i := doc.Body; i < len(text) && !doc.Ended(); {
		switch {
		case text[i] == '[' && bytes.HasPrefix(text[i:], []byte("[[")):
			i, bracket = readLink(doc, text, i, bracket)
		case text[i] == '@' && bytes.HasPrefix(text[i:], []byte("@@html:")):
			end := closers.After(text, i+len("@@html:"), "@@")
			if end > 0 {
				html.Read(doc, i, end)
			}
			i = max(end, i+1)
		case text[i] == 'h' || text[i] == 'w':
			i = bareurl.Read(doc, text, i)
		default:
			i++
		}
	}
}

// reader masks what holds no links, line by line.
type reader struct {
	doc  *document.Document
	text []byte
	// block is the name of the open block. body is where its contents begin when they
	// are HTML.
	block string
	body  int
	// hidden is the level of the heading whose section is not exported; 0 for none.
	hidden int
}

// readLines masks blocks that hold no links, comments and what is not exported. It reads
// headings, HTML, and the keywords that say where the page will be.
func readLines(doc *document.Document, text []byte) {
	o := reader{doc: doc, text: text}
	for at := doc.Body; at < len(text); {
		end := lexical.LineEnd(text, at)
		if o.line(at, end) {
			lexical.Mask(text, at, end)
		}
		at = end + 1
	}
}

// line reads one line, and reports whether it holds no Org.
func (o *reader) line(at, end int) (masked bool) {
	line := strings.TrimSpace(string(o.text[at:end]))
	lower := strings.ToLower(line[:min(len(line), 64)])
	switch {
	case o.block != "":
		if strings.HasPrefix(lower, "#+end_"+o.block) {
			if o.body > 0 {
				html.Read(o.doc, o.body, at)
			}
			o.block, o.body = "", 0
		}
		return true
	case o.text[at] == '*' && strings.HasPrefix(strings.TrimLeft(line, "*"), " "):
		return o.headline(at, line)
	case o.hidden > 0:
		return true
	case strings.HasPrefix(lower, "#+html:"):
		html.Read(o.doc, at, end)
		return true
	case strings.HasPrefix(lower, "#+begin_"):
		return o.begin(lower, end)
	case strings.HasPrefix(lower, "#+"):
		key, value, _ := strings.Cut(line[2:], ":")
		o.doc.Front.ReadKeys([]byte(key + ": " + value))
	}
	return line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, ": ")
}

// begin opens the block whose first line ends at end, and reports whether its contents
// are no Org.
func (o *reader) begin(lower string, end int) bool {
	words := strings.Fields(lower[len("#+begin_"):])
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "export":
		if len(words) > 1 && words[1] == "html" {
			o.body = end
		}
	case "src", "example", "comment":
	default:
		return false
	}
	o.block = words[0]
	return true
}

// headline reads a heading, and reports whether its section is not exported.
func (o *reader) headline(at int, line string) bool {
	text := strings.TrimLeft(line, "*")
	if level := len(line) - len(text); o.hidden == 0 || level <= o.hidden {
		o.hidden = 0
		if strings.HasPrefix(text, " COMMENT ") || strings.HasSuffix(text, ":noexport:") {
			o.hidden = level
		}
	}
	if o.hidden == 0 {
		o.doc.AddHeading(at, []byte(text))
	}
	return o.hidden > 0
}

// readLink reads [[destination][text]] at i. It returns the offset after it and that of the
// first closing bracket, which may be known from the link before. An image without a text
// is shown as an image.
func readLink(doc *document.Document, text []byte, i, bracket int) (after, end int) {
	limit := min(len(text), i+document.MaxText)
	if end = bracket; end < i+2 {
		end = len(text)
		if j := bytes.IndexByte(text[i+2:], ']'); j >= 0 {
			end = i + 2 + j
		}
	}
	if end == i+2 || end >= limit {
		return i + 2, end
	}
	r := document.Link{Offset: i + 2, End: end, Order: i + 1, Loose: true}
	after = end + 1
	if after < limit && text[after] == '[' {
		if k := bytes.Index(text[after:limit], []byte("]]")); k > 0 {
			r.Text, r.Loose = plaintext.Read(string(doc.Source[after+1 : after+k]))
			r.Role = document.LinkRole
			after += k + 2
		}
	}
	doc.Add(r)
	return after, end
}

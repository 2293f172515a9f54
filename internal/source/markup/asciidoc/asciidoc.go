// Package asciidoc reads the links of AsciiDoc as the AsciiDoc Language Documentation
// describes it.
package asciidoc

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/bareurl"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// reader reads one file.
type reader struct {
	doc *document.Document
	// text is that of doc, in which listings are masked.
	text []byte
	// attributes are the values of names in braces.
	attributes map[string]string
	// places are where the values are that hold no other names.
	places  map[string]lexical.Span
	closers lexical.Closers
	// fence is the line that closes the open block. passed is where the contents of a
	// passthrough begin.
	fence   string
	passed  int
	comment commentPart
}

// commentPart is the part of a comment that a style begins, without a fence.
type commentPart uint8

const (
	noComment commentPart = iota
	nextBlock
	paragraph
)

// Read reads the body of a file.
func Read(doc *document.Document) {
	a := &reader{doc: doc, text: bytes.Clone(doc.Source), attributes: map[string]string{}, places: map[string]lexical.Span{}, closers: lexical.Closers{}}
	a.readLines()
	for i := doc.Body; i < len(a.text) && !doc.Ended(); {
		i = a.step(i)
	}
}

// readLines masks listings and comments, and reads passthroughs, headings and attributes.
func (a *reader) readLines() {
	for at := a.doc.Body; at < len(a.text); {
		end := lexical.LineEnd(a.text, at)
		line := string(bytes.TrimRight(a.text[at:end], " \t\r"))
		if a.isOther(at, line) {
			lexical.Mask(a.text, at, at+len(line))
		} else {
			a.readLine(at, line)
		}
		at = end + 1
	}
}

// isOther reports whether the line at the offset at holds no AsciiDoc: it is a comment, or
// in a block of something else. Passthroughs are HTML.
func (a *reader) isOther(at int, line string) bool {
	switch {
	case a.fence != "":
		if line == a.fence {
			if line[0] == '+' {
				html.Read(a.doc, a.passed, at)
			}
			a.fence = ""
		}
		return true
	case a.comment == nextBlock && line != "":
		a.comment = noComment
		if len(line) >= 2 && lexical.IsPunctuation(line[0]) && lexical.IsRunOf([]byte(line), line[0]) {
			a.fence = line
		} else {
			a.comment = paragraph
		}
		return true
	case a.comment == paragraph:
		if line == "" {
			a.comment = noComment
		}
		return true
	case line == "[comment]":
		a.comment = nextBlock
		return true
	case isFence(line):
		if a.fence = line; strings.HasPrefix(line, "```") {
			a.fence = "```"
		}
		a.passed = at + len(line)
		return true
	}
	return strings.HasPrefix(line, "//")
}

// readLine reads a heading or an attribute.
func (a *reader) readLine(at int, line string) {
	if strings.HasPrefix(line, "=") {
		if text := strings.TrimLeft(line, "="); strings.HasPrefix(text, " ") {
			a.doc.AddHeading(at, []byte(text))
		}
	} else if strings.HasPrefix(line, ":") {
		if name, value, ok := strings.Cut(line[1:], ":"); ok && !strings.ContainsAny(name, " <>[]") {
			a.define(at+len(":")+len(name)+len(":"), name, value)
		}
	}
}

// isFence reports whether a line opens a block that holds no AsciiDoc.
func isFence(line string) bool {
	if strings.HasPrefix(line, "```") {
		return true
	}
	return len(line) >= 4 && strings.ContainsRune("-./+", rune(line[0])) && lexical.IsRunOf([]byte(line), line[0])
}

// step reads what begins at i, and returns the offset after it.
func (a *reader) step(i int) int {
	rest := a.text[i:]
	switch {
	case rest[0] == '\\':
		return i + 2
	case rest[0] == '<' && bytes.HasPrefix(rest, []byte("<<")):
		return a.cross(i)
	case bytes.HasPrefix(rest, []byte("+++")):
		return a.pass(i+len("+++"), "+++")
	case bytes.HasPrefix(rest, []byte("pass:[")) && (i == 0 || !lexical.IsWord(a.text[i-1])):
		return a.pass(i+len("pass:["), "]")
	case rest[0] == '<' || rest[0] == '`' || rest[0] == ':':
		return i + 1
	case i > 0 && lexical.IsWord(a.text[i-1]):
		return i + 1
	}
	for _, macro := range [...]string{"link:", "xref:", "image::", "image:", "video::", "audio::", "icon:"} {
		if bytes.HasPrefix(rest, []byte(macro)) {
			return a.macro(i, macro)
		}
	}
	if bytes.HasPrefix(rest, []byte("http://")) || bytes.HasPrefix(rest, []byte("https://")) || rest[0] == '{' {
		return a.url(i)
	}
	return i + 1
}

// pass reads the passthrough at start, which is HTML, and returns the offset after it;
// start when it does not end.
func (a *reader) pass(start int, mark string) int {
	end := a.closers.After(a.text, start, mark)
	if end == 0 {
		return start
	}
	html.Read(a.doc, start, end-len(mark))
	return end
}

// macro reads name:destination[text].
func (a *reader) macro(i int, name string) int {
	start := i + len(name)
	if from, end := a.unquoted(start); end > 0 {
		text, loose := a.brackets(end + len("++"))
		a.doc.Add(document.Link{Offset: from, End: end, Order: i + 1, Text: text, Loose: loose, Role: document.LinkRole})
		return end
	}
	limit := min(len(a.text), start+2048)
	j := bytes.IndexAny(a.text[start:limit], "[ \t\r\n\x01")
	if j <= 0 || a.text[start+j] != '[' {
		return start
	}
	role := document.LinkRole
	if !strings.HasPrefix(name, "link") && !strings.HasPrefix(name, "xref") {
		role = document.EmbedRole
		defer a.pictureLink(i, start+j)
	}
	if name == "icon:" {
		// What is before the brackets is no file.
		return start + j
	}
	return a.keep(i, start, start+j, role, name == "xref:")
}

// keep adds a link whose text in brackets follows its destination, and returns the offset
// of that text.
func (a *reader) keep(at, start, end int, role document.Role, names bool) int {
	text, loose := a.brackets(end)
	raw := a.fill(string(a.doc.Source[start:end]))
	if place, ok := a.placeOf(string(a.doc.Source[start:end])); ok && !names {
		a.doc.Add(document.Link{Offset: place.Start, End: place.End, Order: at + 1, Text: text, Loose: loose, Role: role})
		return end
	}
	if names {
		raw = xref(raw)
	}
	if raw == string(a.doc.Source[start:end]) {
		raw = ""
	}
	place := a.place(start, end)
	a.doc.Add(document.Link{Offset: place.Start, End: place.End, Order: at + 1, Raw: raw, Text: text, Loose: loose, Role: role})
	return end
}

// place returns where the destination between two offsets is written: at the attribute whose
// value is all of it, as a definition is that of a reference.
func (a *reader) place(start, end int) lexical.Span {
	name, ok := strings.CutPrefix(string(a.doc.Source[start:end]), "{")
	name, closed := strings.CutSuffix(name, "}")
	if place, known := a.places[name]; ok && closed && known && place.Start < place.End {
		return place
	}
	return lexical.Span{Start: start, End: end}
}

// xref returns a cross reference as a destination: "install.adoc#linux", "#linux", or
// the identifier alone.
func xref(id string) string {
	if !strings.ContainsAny(id, "#./") {
		return "#" + id
	}
	// The name of a component's version or module is before a colon.
	if i := strings.LastIndexByte(id, ':'); i >= 0 {
		id = id[i+1:]
	}
	return `{{ref "` + id + `"}}`
}

// brackets reads the text in the brackets that begin at i.
func (a *reader) brackets(i int) (text string, loose bool) {
	j := bytes.IndexByte(a.text[i:min(len(a.text), i+document.MaxText)], ']')
	if j < 0 {
		return "", true
	}
	inner := string(a.doc.Source[i+1 : i+j])
	if quoted, rest, found := strings.Cut(strings.TrimPrefix(inner, `"`), `"`); found && strings.HasPrefix(inner, `"`) && !strings.Contains(rest, `"`) {
		inner = quoted
	} else if before, _, found := strings.Cut(inner, ","); found && strings.Contains(inner, "=") {
		inner = before
	}
	return plaintext.Read(strings.TrimSuffix(inner, "^"))
}

// fill replaces the names in braces by their values. Names without a value stay.
func (a *reader) fill(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{")
		name, after, closed := strings.Cut(rest, "}")
		value, known := a.attributes[name]
		if !found || !closed || b.Len()+len(value) > maxFilled {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(before)
		if !known {
			b.WriteByte('{')
			s = rest
			continue
		}
		b.WriteString(value)
		s = after
	}
}

// maxFilled bounds a filled text in bytes: attributes may refer to each other, and so grow
// exponentially.
const maxFilled = 4096

// cross reads <<id,text>>.
func (a *reader) cross(i int) int {
	limit := min(len(a.text), i+1024)
	j := bytes.Index(a.text[i+2:limit], []byte(">>"))
	if j <= 0 || bytes.IndexByte(a.text[i+2:i+2+j], '\n') >= 0 && bytes.Contains(a.text[i+2:i+2+j], []byte("\n\n")) {
		return i + 2
	}
	inner := string(a.doc.Source[i+2 : i+2+j])
	id, text, _ := strings.Cut(inner, ",")
	folded, loose := plaintext.Read(text)
	a.doc.Add(document.Link{Offset: i + 2, End: i + 2 + len(id), Order: i + 1, Raw: xref(id), Text: folded, Loose: loose || text == "", Role: document.LinkRole})
	return i + j + 4
}

// url reads a URL, with or without a text in brackets; it may begin with a name
// in braces.
func (a *reader) url(i int) int {
	limit := min(len(a.text), i+2048)
	j := bytes.IndexAny(a.text[i:limit], "[] \t\r\n<>\x01")
	if j < 0 {
		j = limit - i
	}
	end := i + j
	if end < len(a.text) && a.text[end] == '[' && end > i {
		return max(a.keep(i, i, end, document.LinkRole, false), i+1)
	}
	if a.text[i] == '{' {
		return i + 1
	}
	n := bareurl.Length(a.text[i:end])
	bareurl.Add(a.doc, a.text, i, i+n)
	return i + max(n, 1)
}

// Package rst reads the links of reStructuredText: its rules are in docutils'
// "reStructuredText Markup Specification".
package rst

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
	// text is that of doc, in which literal blocks are masked.
	text []byte
	// targets are the destinations of names.
	targets   map[string]lexical.Span
	uses      []use
	anonymous anonymous
}

// use is a link by reference: where it is, its text, and the label of its target.
type use struct {
	at          int
	text, label string
}

// Read reads the body of a file.
func Read(doc *document.Document) {
	r := &reader{doc: doc, text: bytes.Clone(doc.Source), targets: map[string]lexical.Span{}}
	r.readLines()
	r.readInline()
	for _, u := range r.uses {
		if d, known := r.targets[u.label]; known {
			text, loose := plaintext.Read(u.text)
			r.doc.Add(document.Link{Offset: d.Start, End: d.End, Order: u.at + 1, Text: text, Loose: loose, Role: document.LinkRole})
		}
	}
	r.anonymous.add(r.doc)
}

// readLines masks literal blocks, and reads directives, targets and headings.
func (r *reader) readLines() {
	literal := -1
	last := lexical.Span{}
	for at := r.doc.Body; at < len(r.text); {
		end := lexical.LineEnd(r.text, at)
		line := bytes.TrimRight(r.text[at:end], " \t\r")
		column := len(line) - len(bytes.TrimLeft(line, " \t"))
		blank := len(line) == 0
		if !blank && literal >= 0 && column <= literal {
			literal = -1
		}
		switch {
		case blank:
		case literal >= 0:
			lexical.Mask(r.text, at, at+len(line))
		case r.isComment(line[column:], end):
			lexical.Mask(r.text, at, at+len(line))
			literal = column
		case isUnderline(line) && last.End > last.Start && len(line) >= 2:
			r.doc.AddHeading(last.Start, r.text[last.Start:last.End])
		default:
			if r.line(at, line, column) {
				literal = column
			}
		}
		last = lexical.Span{Start: at, End: at + len(line)}
		at = end + 1
	}
}

// isUnderline reports whether a line consists of one mark of punctuation.
func isUnderline(line []byte) bool {
	return len(line) > 0 && lexical.IsPunctuation(line[0]) && lexical.IsRunOf(line, line[0])
}

// isComment reports whether a line that ends at end begins a comment: explicit markup
// that is nothing else. Two dots alone begin one when the next line is not empty.
func (r *reader) isComment(body []byte, end int) bool {
	if string(body) == ".." {
		next, _, _ := bytes.Cut(r.text[min(end+1, len(r.text)):], []byte("\n"))
		return len(bytes.TrimSpace(next)) > 0
	}
	rest, found := bytes.CutPrefix(body, []byte(".. "))
	rest = bytes.TrimLeft(rest, " ")
	if !found || len(rest) == 0 || bytes.IndexByte([]byte("_[|"), rest[0]) >= 0 {
		return false
	}
	name, _, found := bytes.Cut(rest, []byte("::"))
	return !found || bytes.IndexByte(bytes.TrimRight(name, " "), ' ') >= 0
}

// line reads the line at the offset at, and reports whether a literal block follows.
func (r *reader) line(at int, line []byte, column int) (literal bool) {
	body := line[column:]
	at += column
	directive, found := bytes.CutPrefix(body, []byte(".. "))
	if !found {
		if rest, is := bytes.CutPrefix(body, []byte(":target: ")); is {
			r.whole(at+len(body)-len(rest), rest, document.LinkRole)
		} else if rest, is := bytes.CutPrefix(body, []byte("__ ")); is {
			r.anonymousTarget(at+len("__ "), rest)
		}
		return bytes.HasSuffix(body, []byte("::"))
	}
	trimmed := bytes.TrimLeft(directive, " ")
	at += len(body) - len(trimmed)
	if i := bytes.Index(trimmed, []byte("| ")); len(trimmed) > 0 && trimmed[0] == '|' && i > 0 {
		// A substitution: .. |logo| image:: logo.png
		at += i + 2
		trimmed = trimmed[i+2:]
	}
	if len(trimmed) > 1 && trimmed[0] == '_' {
		r.target(at+1, trimmed[1:])
		return false
	}
	name, argument, found := bytes.Cut(trimmed, []byte("::"))
	if !found {
		return false
	}
	argument = bytes.TrimLeft(argument, " ")
	switch string(name) {
	case "image", "figure", "thumbnail", "video":
		r.whole(at+len(trimmed)-len(argument), argument, document.EmbedRole)
	case "code-block", "code", "sourcecode", "literalinclude", "math", "highlight", "doctest", "comment":
		return true
	}
	return false
}

// whole adds a destination that is all of a text.
func (r *reader) whole(at int, text []byte, role document.Role) {
	r.doc.Add(document.Link{Offset: at, End: at + len(text), Loose: true, Role: role})
}

// target notes ".. _name: url". The name may be in backquotes.
func (r *reader) target(at int, s []byte) {
	i := bytes.Index(s, []byte(": "))
	var url []byte
	start := 0
	if name, below := bytes.CutSuffix(s, []byte(":")); i < 0 && below {
		i = len(name)
		start, url = r.nextLine(at)
	}
	switch {
	case i <= 0:
		return
	case string(s[:i]) == "_":
		r.anonymousTarget(at+i+1, s[i+1:])
		return
	case start == 0:
		url = bytes.TrimLeft(s[i+2:], " ")
		start = at + len(s) - len(url)
	}
	if len(url) == 0 || bytes.HasSuffix(url, []byte("_")) {
		return
	}
	name := document.Label(bytes.Trim(s[:i], "`"))
	if _, known := r.targets[name]; !known {
		r.targets[name] = lexical.Span{Start: start, End: start + len(url)}
	}
}

// readInline reads the inline markup, and the HTML of raw blocks.
func (r *reader) readInline() {
	tags := html.NewReader(r.doc, r.text, lexical.Closers{})
	for i := r.doc.Body; i < len(r.text) && !r.doc.Ended(); {
		switch r.text[i] {
		case '\\':
			i += 2
		case '`':
			i = r.quoted(i)
		case '<':
			i = max(tags.Tag(i), i+1)
		case 'h', 'w':
			i = bareurl.Read(r.doc, r.text, i)
		case '_':
			r.word(i)
			i++
		default:
			i++
		}
	}
}

// quoted reads the text in backquotes at i: a literal, a role or a link.
func (r *reader) quoted(i int) int {
	limit := min(len(r.text), i+document.MaxText)
	if bytes.HasPrefix(r.text[i:], []byte("``")) {
		if j := bytes.Index(r.text[i+2:limit], []byte("``")); j >= 0 {
			return i + j + 4
		}
		return i + 2
	}
	j := bytes.IndexByte(r.text[i+1:limit], '`')
	if j < 0 || bytes.Contains(r.text[i:i+1+j], []byte("\n\n")) {
		return i + 1
	}
	end := i + 1 + j
	role := roleBefore(r.text[:i])
	isLink := end+1 < len(r.text) && r.text[end+1] == '_'
	if role == "" && !isLink {
		return end + 1
	}
	text, d := r.doc.Source[i+1:end], lexical.Span{Start: i + 1, End: end}
	if open := bytes.LastIndexByte(text, '<'); open >= 0 && bytes.HasSuffix(text, []byte(">")) {
		d = lexical.Span{Start: i + 1 + open + 1, End: end - 1}
		text = text[:open]
	} else if role == "" && bytes.HasPrefix(r.text[end+1:], []byte("__")) {
		r.anonymous.uses = append(r.anonymous.uses, use{at: i, text: string(text)})
		return end + 3
	} else if role == "" {
		r.uses = append(r.uses, use{at: i, text: string(text), label: document.Label(text)})
		return end + 1
	}
	r.reference(role, i, d, text)
	return end + 1
}

// reference adds a link that contains its destination.
func (r *reader) reference(role string, i int, d lexical.Span, text []byte) {
	folded, loose := plaintext.Read(string(text))
	rec := document.Link{Offset: d.Start, End: d.End, Order: i + 1, Text: folded, Loose: loose, Role: document.LinkRole}
	switch role {
	case "":
		if raw := r.doc.Source[d.Start:d.End]; bytes.HasSuffix(raw, []byte("_")) && !bytes.HasSuffix(raw, []byte(`\_`)) {
			r.uses = append(r.uses, use{at: i, text: string(text), label: document.Label(bytes.Trim(raw[:len(raw)-1], "`"))})
			return
		}
	case "doc", "download":
		rec.Loose = true
		rec.Raw = `{{ref "` + string(r.doc.Source[d.Start:d.End]) + `.rst"}}`
		if role == "download" {
			rec.Raw = ""
		}
	case "ref":
		rec.Loose = true
		rec.Raw = "#" + strings.ReplaceAll(strings.ToLower(string(r.doc.Source[d.Start:d.End])), "_", "-")
	default:
		return
	}
	r.doc.Add(rec)
}

// roleBefore returns the name of the role whose ":" ends s, without its domain.
func roleBefore(s []byte) string {
	if len(s) < 3 || s[len(s)-1] != ':' {
		return ""
	}
	s = s[max(0, len(s)-40) : len(s)-1]
	i := len(s)
	for i > 0 && (lexical.IsWord(s[i-1]) || s[i-1] == '-') {
		i--
	}
	if i == 0 || s[i-1] != ':' {
		return ""
	}
	return string(s[i:])
}

// word reads a reference of one word whose "_" is at i.
func (r *reader) word(i int) {
	if i+1 < len(r.text) && lexical.IsWord(r.text[i+1]) {
		return
	}
	start, last := i, i
	if i > 0 && r.text[i-1] == '_' {
		start, last = i-1, i-1
	}
	for start > 0 && i-start < 200 && (lexical.IsWord(r.text[start-1]) && r.text[start-1] != '_' || r.text[start-1] == '-' || r.text[start-1] == '.') {
		start--
	}
	text := r.doc.Source[start:last]
	switch {
	case start == last:
	case last < i && start > 0 && r.text[start-1] == '_':
		// Such as __init__.
	case last < i:
		r.anonymous.uses = append(r.anonymous.uses, use{at: start, text: string(text)})
	default:
		r.uses = append(r.uses, use{at: start, text: string(text), label: document.Label(text)})
	}
}

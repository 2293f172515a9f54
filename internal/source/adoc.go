package source

import (
	"bytes"
	"strings"
)

// adocReader reads AsciiDoc as the AsciiDoc Language Documentation describes it.
type adocReader struct {
	*sheet
	// live is the text in which listings are covered.
	live []byte
	// attributes are the values that names in braces stand for.
	attributes map[string]string
	ahead      absences
	// fence is the line that ends the block that is open, and passed where the
	// contents of one begin that is passed through.
	fence   string
	passed  int
	comment commentPart
}

// commentPart is the part of a comment that has the style of one, and no fence.
type commentPart uint8

const (
	noComment commentPart = iota
	nextBlock
	paragraph
)

// readAdoc reads the body of a file.
func readAdoc(h *sheet) {
	a := &adocReader{sheet: h, live: bytes.Clone(h.src), attributes: map[string]string{}, ahead: absences{}}
	a.cover()
	for i := a.from; i < len(a.live) && !h.ended(); {
		i = a.step(i)
	}
}

// cover covers listings and comments, and reads passthroughs, headings and
// attributes.
func (a *adocReader) cover() {
	for at := a.from; at < len(a.live); {
		end := len(a.live)
		if i := bytes.IndexByte(a.live[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := string(bytes.TrimRight(a.live[at:end], " \t\r"))
		if a.covers(at, line) {
			blotRange(a.live, at, at+len(line))
		} else {
			a.readLine(at, line)
		}
		at = end + 1
	}
}

// covers tells whether a line at the offset at holds no AsciiDoc: it is of a block
// that does not, or a comment. What is passed through is HTML.
func (a *adocReader) covers(at int, line string) bool {
	switch {
	case a.fence != "":
		if line == a.fence {
			if line[0] == '+' {
				readMarkup(a.sheet, a.passed, at)
			}
			a.fence = ""
		}
		return true
	case a.comment == nextBlock && line != "":
		a.comment = noComment
		if len(line) >= 2 && isPunctuation(line[0]) && isAll([]byte(line), line[0]) {
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
	case isAdocFence(line):
		if a.fence = line; strings.HasPrefix(line, "```") {
			a.fence = "```"
		}
		a.passed = at + len(line)
		return true
	}
	return strings.HasPrefix(line, "//")
}

// readLine reads a heading or an attribute.
func (a *adocReader) readLine(at int, line string) {
	if strings.HasPrefix(line, "=") {
		if text := strings.TrimLeft(line, "="); strings.HasPrefix(text, " ") {
			a.addHeading(at, []byte(text))
		}
	} else if strings.HasPrefix(line, ":") {
		if name, value, ok := strings.Cut(line[1:], ":"); ok && !strings.ContainsAny(name, " <>[]") {
			a.attributes[name] = a.fill(strings.TrimSpace(value))
		}
	}
}

// isAdocFence tells whether a line opens a block that holds no AsciiDoc.
func isAdocFence(line string) bool {
	if strings.HasPrefix(line, "```") {
		return true
	}
	return len(line) >= 4 && strings.ContainsRune("-./+", rune(line[0])) && isAll([]byte(line), line[0])
}

// step reads what begins at i, and returns the offset behind it.
func (a *adocReader) step(i int) int {
	rest := a.live[i:]
	switch {
	case rest[0] == '\\':
		return i + 2
	case rest[0] == '<' && bytes.HasPrefix(rest, []byte("<<")):
		return a.cross(i)
	case bytes.HasPrefix(rest, []byte("+++")):
		return a.pass(i+len("+++"), "+++")
	case bytes.HasPrefix(rest, []byte("pass:[")) && (i == 0 || !isWordByte(a.live[i-1])):
		return a.pass(i+len("pass:["), "]")
	case rest[0] == '<' || rest[0] == '`' || rest[0] == ':':
		return i + 1
	case i > 0 && isWordByte(a.live[i-1]):
		return i + 1
	}
	for _, macro := range [...]string{"link:", "xref:", "image::", "image:", "video::", "audio::"} {
		if bytes.HasPrefix(rest, []byte(macro)) {
			return a.macro(i, macro)
		}
	}
	if bytes.HasPrefix(rest, []byte("http://")) || bytes.HasPrefix(rest, []byte("https://")) || rest[0] == '{' {
		return a.url(i)
	}
	return i + 1
}

// pass reads what is passed through from start on, which is HTML, and returns the
// offset behind it; start when there is no end.
func (a *adocReader) pass(start int, mark string) int {
	end := a.ahead.behind(a.live, start, mark)
	if end == 0 {
		return start
	}
	readMarkup(a.sheet, start, end-len(mark))
	return end
}

// macro reads name:destination[text].
func (a *adocReader) macro(i int, name string) int {
	start := i + len(name)
	limit := min(len(a.live), start+2048)
	j := bytes.IndexAny(a.live[start:limit], "[ \t\r\n\x01")
	if j <= 0 || a.live[start+j] != '[' {
		return start
	}
	is := linkRole
	if !strings.HasPrefix(name, "link") && !strings.HasPrefix(name, "xref") {
		is = embedRole
	}
	return a.keep(i, start, start+j, is, name == "xref:")
}

// keep keeps a link whose destination is followed by its text in brackets, and
// returns the offset of that text.
func (a *adocReader) keep(at, start, end int, is role, names bool) int {
	text, loose := a.brackets(end)
	raw := a.fill(string(a.src[start:end]))
	if names {
		raw = xref(raw)
	}
	if raw == string(a.src[start:end]) {
		raw = ""
	}
	a.add(record{offset: start, end: end, order: at + 1, raw: raw, text: text, loose: loose, role: is})
	return end
}

// xref is a cross reference as a destination: "install.adoc#linux", "#linux", or
// the identifier alone.
func xref(id string) string {
	if !strings.ContainsAny(id, "#./") {
		return "#" + id
	}
	// The name of a component's version or module stands before a colon.
	if i := strings.LastIndexByte(id, ':'); i >= 0 {
		id = id[i+1:]
	}
	return `{{ref "` + id + `"}}`
}

// brackets reads the text in the brackets that begin at i.
func (a *adocReader) brackets(i int) (text string, loose bool) {
	j := bytes.IndexByte(a.live[i:min(len(a.live), i+maxText)], ']')
	if j < 0 {
		return "", true
	}
	inner := string(a.src[i+1 : i+j])
	if quoted, rest, found := strings.Cut(strings.TrimPrefix(inner, `"`), `"`); found && strings.HasPrefix(inner, `"`) && !strings.Contains(rest, `"`) {
		inner = quoted
	} else if before, _, found := strings.Cut(inner, ","); found && strings.Contains(inner, "=") {
		inner = before
	}
	return readText(strings.TrimSuffix(inner, "^"))
}

// fill puts values in the place of the names in braces; one that is not known may
// be anything.
func (a *adocReader) fill(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{")
		name, behind, closed := strings.Cut(rest, "}")
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
		s = behind
	}
}

// maxFilled bounds in bytes what values make of a text: they may stand for one
// another, each for several times the next.
const maxFilled = 4096

// cross reads <<id,text>>.
func (a *adocReader) cross(i int) int {
	limit := min(len(a.live), i+1024)
	j := bytes.Index(a.live[i+2:limit], []byte(">>"))
	if j <= 0 || bytes.IndexByte(a.live[i+2:i+2+j], '\n') >= 0 && bytes.Contains(a.live[i+2:i+2+j], []byte("\n\n")) {
		return i + 2
	}
	inner := string(a.src[i+2 : i+2+j])
	id, text, _ := strings.Cut(inner, ",")
	folded, loose := readText(text)
	a.add(record{offset: i + 2, end: i + 2 + len(id), order: i + 1, raw: xref(id), text: folded, loose: loose || text == "", role: linkRole})
	return i + j + 4
}

// url reads a URL, with or without a text in brackets; it may begin with a name
// in braces.
func (a *adocReader) url(i int) int {
	limit := min(len(a.live), i+2048)
	j := bytes.IndexAny(a.live[i:limit], "[] \t\r\n<>\x01")
	if j < 0 {
		j = limit - i
	}
	end := i + j
	if end < len(a.live) && a.live[end] == '[' && end > i {
		return max(a.keep(i, i, end, linkRole, false), i+1)
	}
	if a.live[i] == '{' {
		return i + 1
	}
	n := bareLength(a.live[i:end])
	a.add(record{offset: i, end: i + n, text: foldText(string(a.live[i : i+n])), role: linkRole, bare: true})
	return i + max(n, 1)
}

package source

import (
	"bytes"
	"strings"
)

// rstReader reads reStructuredText: its rules are in docutils' "reStructuredText
// Markup Specification".
type rstReader struct {
	*sheet
	// live is the text in which literal blocks are covered.
	live    []byte
	targets map[string]mdSpan
	uses    []mdUse
}

// readRST reads the body of a file.
func readRST(h *sheet) {
	r := &rstReader{sheet: h, live: bytes.Clone(h.src), targets: map[string]mdSpan{}}
	r.cover()
	r.text()
	for _, u := range r.uses {
		if d, known := r.targets[u.label]; known {
			text, loose := readText(u.text)
			r.add(record{offset: d.start, end: d.end, order: u.at + 1, text: text, loose: loose, role: linkRole})
		}
	}
}

// cover covers literal blocks, and reads directives, targets and headings.
func (r *rstReader) cover() {
	literal := -1
	last := mdSpan{}
	for at := r.from; at < len(r.live); {
		end := len(r.live)
		if i := bytes.IndexByte(r.live[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimRight(r.live[at:end], " \t\r")
		column := len(line) - len(bytes.TrimLeft(line, " \t"))
		blank := len(line) == 0
		if !blank && literal >= 0 && column <= literal {
			literal = -1
		}
		switch {
		case blank:
		case literal >= 0:
			blotRange(r.live, at, at+len(line))
		case r.isComment(line[column:], end):
			blotRange(r.live, at, at+len(line))
			literal = column
		case isUnderline(line) && last.end > last.start && len(line) >= 2:
			r.addHeading(last.start, r.live[last.start:last.end])
		default:
			if r.line(at, line, column) {
				literal = column
			}
		}
		last = mdSpan{at, at + len(line)}
		at = end + 1
	}
}

// isUnderline tells whether a line is made of one mark of punctuation.
func isUnderline(line []byte) bool {
	return len(line) > 0 && isPunctuation(line[0]) && isAll(line, line[0])
}

// isComment tells whether a line that ends at end begins a comment: explicit markup
// that is nothing else. Two dots alone are one only of what stands right below.
func (r *rstReader) isComment(body []byte, end int) bool {
	if string(body) == ".." {
		next, _, _ := bytes.Cut(r.live[min(end+1, len(r.live)):], []byte("\n"))
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

// line reads what stands on one line at the offset at, and tells whether a
// literal block follows.
func (r *rstReader) line(at int, line []byte, column int) (literal bool) {
	body := line[column:]
	at += column
	directive, found := bytes.CutPrefix(body, []byte(".. "))
	if !found {
		if rest, is := bytes.CutPrefix(body, []byte(":target: ")); is {
			r.whole(at+len(body)-len(rest), rest, linkRole)
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
		r.whole(at+len(trimmed)-len(argument), argument, embedRole)
	case "code-block", "code", "sourcecode", "literalinclude", "parsed-literal", "math", "highlight", "doctest", "comment":
		return true
	}
	return false
}

// whole keeps a destination that is all of a text.
func (r *rstReader) whole(at int, text []byte, is role) {
	r.add(record{offset: at, end: at + len(text), loose: true, role: is})
}

// target notes ".. _name: url"; the name may stand in backquotes.
func (r *rstReader) target(at int, s []byte) {
	i := bytes.Index(s, []byte(": "))
	if i <= 0 {
		return
	}
	url := bytes.TrimLeft(s[i+2:], " ")
	start := at + len(s) - len(url)
	if bytes.HasSuffix(url, []byte("_")) {
		return
	}
	name := label(bytes.Trim(s[:i], "`"))
	if _, known := r.targets[name]; !known {
		r.targets[name] = mdSpan{start, start + len(url)}
	}
}

// text goes over the text for inline markup.
func (r *rstReader) text() {
	in := &mdInline{sheet: r.sheet, live: r.live, ahead: absences{}}
	// Raw blocks hold HTML.
	tags := &tagReader{sheet: r.sheet, src: r.live, ahead: in.ahead}
	for i := r.from; i < len(r.live) && !r.ended(); {
		switch r.live[i] {
		case '\\':
			i += 2
		case '`':
			i = r.quoted(i)
		case '<':
			i = max(tags.tag(i), i+1)
		case 'h', 'w':
			i = in.bare(i)
		case '_':
			r.word(i)
			i++
		default:
			i++
		}
	}
}

// quoted reads what stands in backquotes at i: a literal, a role or a link.
func (r *rstReader) quoted(i int) int {
	limit := min(len(r.live), i+maxText)
	if bytes.HasPrefix(r.live[i:], []byte("``")) {
		if j := bytes.Index(r.live[i+2:limit], []byte("``")); j >= 0 {
			return i + j + 4
		}
		return i + 2
	}
	j := bytes.IndexByte(r.live[i+1:limit], '`')
	if j < 0 || bytes.Contains(r.live[i:i+1+j], []byte("\n\n")) {
		return i + 1
	}
	end := i + 1 + j
	role := roleBefore(r.live[:i])
	isLink := end+1 < len(r.live) && r.live[end+1] == '_'
	if role == "" && !isLink {
		return end + 1
	}
	text, d := r.src[i+1:end], mdSpan{i + 1, end}
	if open := bytes.LastIndexByte(text, '<'); open >= 0 && bytes.HasSuffix(text, []byte(">")) {
		d = mdSpan{i + 1 + open + 1, end - 1}
		text = text[:open]
	} else if role == "" {
		r.uses = append(r.uses, mdUse{at: i, text: string(text), label: label(text)})
		return end + 1
	}
	r.reference(role, i, d, text)
	return end + 1
}

// reference keeps a link whose destination stands in it.
func (r *rstReader) reference(role string, i int, d mdSpan, text []byte) {
	folded, loose := readText(string(text))
	rec := record{offset: d.start, end: d.end, order: i + 1, text: folded, loose: loose, role: linkRole}
	switch role {
	case "":
		if raw := r.src[d.start:d.end]; bytes.HasSuffix(raw, []byte("_")) && !bytes.HasSuffix(raw, []byte(`\_`)) {
			r.uses = append(r.uses, mdUse{at: i, text: string(text), label: label(bytes.Trim(raw[:len(raw)-1], "`"))})
			return
		}
	case "doc", "download":
		rec.loose = true
		rec.raw = `{{ref "` + string(r.src[d.start:d.end]) + `.rst"}}`
		if role == "download" {
			rec.raw = ""
		}
	case "ref":
		rec.loose = true
		rec.raw = "#" + strings.ReplaceAll(strings.ToLower(string(r.src[d.start:d.end])), "_", "-")
	default:
		return
	}
	r.add(rec)
}

// roleBefore is the name of the role whose ":" ends s, without its domain.
func roleBefore(s []byte) string {
	if len(s) < 3 || s[len(s)-1] != ':' {
		return ""
	}
	s = s[max(0, len(s)-40) : len(s)-1]
	i := len(s)
	for i > 0 && (isWordByte(s[i-1]) || s[i-1] == '-') {
		i--
	}
	if i == 0 || s[i-1] != ':' {
		return ""
	}
	return string(s[i:])
}

// word reads a reference of one word whose "_" stands at i.
func (r *rstReader) word(i int) {
	if i+1 < len(r.live) && isWordByte(r.live[i+1]) {
		return
	}
	start := i
	for start > 0 && i-start < 200 && (isWordByte(r.live[start-1]) && r.live[start-1] != '_' || r.live[start-1] == '-' || r.live[start-1] == '.') {
		start--
	}
	if start < i {
		text := r.src[start:i]
		r.uses = append(r.uses, mdUse{at: start, text: string(text), label: label(text)})
	}
}

package source

import "bytes"

// readMarkup reads the HTML between two offsets, and the template languages that
// are written around it.
func readMarkup(h *sheet, from, to int) {
	t := &tagReader{sheet: h, src: h.src[:to], ahead: absences{}}
	for i := from; i < to && !h.ended(); {
		j := bytes.IndexAny(t.src[i:], "<{")
		if j < 0 {
			return
		}
		i = t.step(i + j)
	}
}

// comments are passed over, whatever they hold.
var comments = [...]struct{ open, close string }{
	{"<!--", "-->"},
	{"{{/*", "*/}}"},
	{"{{- /*", "*/"},
	{"{{!--", "--}}"},
	{"{#", "#}"},
	{"{/*", "*/}"},
	{"<%#", "%>"},
}

// behindComment is the offset behind the comment in Liquid at i, whose tags may trim
// the space around them, or 0.
func behindComment(src []byte, i int, ahead absences) int {
	if !bytes.HasPrefix(src[i:], []byte("{%")) {
		return 0
	}
	word := bytes.TrimLeft(src[i+2:min(len(src), i+64)], "- \t")
	if !bytes.HasPrefix(word, []byte("comment")) || len(word) == len("comment") || isWordByte(word[len("comment")]) {
		return 0
	}
	end := ahead.behind(src, i+2, "endcomment")
	if end == 0 {
		return 0
	}
	return ahead.behind(src, end, "%}")
}

// step reads what begins at i, and returns the offset behind it.
func (t *tagReader) step(i int) int {
	for _, c := range comments {
		if bytes.HasPrefix(t.src[i:], []byte(c.open)) {
			if end := t.ahead.behind(t.src, i+len(c.open), c.close); end > 0 {
				return end
			}
		}
	}
	if t.src[i] == '{' {
		return max(behindComment(t.src, i, t.ahead), i+1)
	}
	if end := t.tag(i); end > i {
		return end
	}
	return i + 1
}

// readPage reads a built page, in which braces mean nothing.
func readPage(h *sheet) {
	t := &tagReader{sheet: h, src: h.src, ahead: absences{}}
	for i := 0; i < len(t.src) && !h.ended(); {
		j := bytes.IndexByte(t.src[i:], '<')
		if j < 0 {
			return
		}
		i = t.step(i + j)
	}
}

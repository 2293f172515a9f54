package source

import "bytes"

// readMarkup reads the HTML between two offsets, and the template languages that
// are written around it.
func readMarkup(h *sheet, from, to int) {
	t := &tagReader{sheet: h, src: h.src[:to], ahead: absences{}}
	for i := from; i < to; {
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
	{"{% comment %}", "{% endcomment %}"},
	{"{%- comment -%}", "endcomment"},
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
		return i + 1
	}
	if end := t.tag(i); end > i {
		return end
	}
	return i + 1
}

// readPage reads a built page, in which braces mean nothing.
func readPage(h *sheet) {
	t := &tagReader{sheet: h, src: h.src, ahead: absences{}}
	for i := 0; i < len(t.src); {
		j := bytes.IndexByte(t.src[i:], '<')
		if j < 0 {
			return
		}
		i = t.step(i + j)
	}
}

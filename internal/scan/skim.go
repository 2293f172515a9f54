package scan

import (
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// skims reports whether the next pieces may be skimmed: they are outside of templates, of
// foreign content and of every element whose text matters.
func (s *scanner) skims(m *markup.Reader) bool {
	return m.Raw == "" && s.embedded == noLinks && !s.text.open && s.inert == 0 && len(s.foreign.open) == 0
}

// skim reads src from i on as long as it is ordinary: text that is not collected, end tags
// without a meaning, and start tags where only the attributes matter. It returns the offset
// of the first piece that may be something else. When that is a start tag, tagged is true,
// the scanner's tag is that one, and the offset is the one behind it. At -1 the end of src
// cuts off a tag.
func (s *scanner) skim(src []byte, i int) (at int, tagged bool) {
	t := &s.tag
	t.src = src
	for {
		if i = indexFrom(src, i, '<'); i < 0 {
			return len(src), false
		}
		if i+2 >= len(src) {
			return i, false
		}
		if src[i+1] == '/' {
			end := skimEnd(src, i+2)
			if end < 0 {
				return i, false
			}
			i = end
			continue
		}
		start := i + 1
		if !ascii.IsLetter(src[start]) {
			return i, false
		}
		end := t.parseName(start)
		if i = t.parseAttrs(end); i < 0 {
			return -1, false
		}
		if len(t.attrs) == 0 && t.element.simple {
			continue
		}
		t.named(start, end)
		if !t.element.simple || t.isMarked() || t.element.isTablePart && s.tables == 0 {
			return i, true
		}
		s.isIgnored = false
		s.collect(inHTML)
		if s.text.open {
			return i, false
		}
	}
}

// skimEnd returns the offset behind the end tag whose name begins at i, or -1
// when it may mean something or is not as most are. Where a document may be
// skimmed only the end of a form or of a table means something.
func skimEnd(src []byte, i int) int {
	if i+wordSize > len(src) || !ascii.IsLetter(src[i]) {
		return -1
	}
	w := word(src, i)
	name := w | eachByte*0x20
	rest := notLetters(w)
	for rest != 0 {
		bit := firstOf(rest)
		switch c := byte(w >> bit); {
		case c == '>':
			if name &= 1<<bit - 1; name == formKey || name == tableKey {
				return -1
			}
			return i + int(bit/8) + len(">")
		case c < '0' || c > '9':
			return -1
		}
		rest &= rest - 1
	}
	return -1
}

var formKey, tableKey = keyOf([]byte("form")), keyOf([]byte("table"))

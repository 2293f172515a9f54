package position

// Lines finds the positions of many offsets in one document, in time linear in
// the document when the offsets mostly grow, as those of its links do.
type Lines struct {
	src []byte
	// from is where the last search ended, which is at line and column.
	from, line, column int
}

// NewLines returns the positions in src, which must not change while they are used.
func NewLines(src []byte) *Lines {
	return &Lines{src: src, line: 1, column: 1}
}

// Position is Of for an offset in the document.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.src))
	if offset < l.from || l.splitsLineEnd() {
		*l = Lines{src: l.src, line: 1, column: 1}
	}
	line, column = Of(l.src[l.from:], offset-l.from)
	if line == 1 {
		column += l.column - 1
	}
	*l = Lines{src: l.src, from: offset, line: l.line + line - 1, column: column}
	return l.line, l.column
}

// splitsLineEnd reports whether the last search ended between CR and LF: a search
// from there would count the end of the line twice.
func (l *Lines) splitsLineEnd() bool {
	return l.from > 0 && l.from < len(l.src) && l.src[l.from-1] == '\r' && l.src[l.from] == '\n'
}

package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// layout says where inline content may begin and end.
type layout struct {
	// breaks are the offsets at which one block ends and the next one begins. Inline
	// elements do not cross them.
	breaks []int
	// brackets are the "[" that begin lines: they may begin definitions.
	brackets []int
}

// addBreak notes that a block ends at an offset. Offsets only grow.
func (l *layout) addBreak(at int) {
	if n := len(l.breaks); n == 0 || l.breaks[n-1] < at {
		l.breaks = append(l.breaks, at)
	}
}

// plainLayout is the layout of a text in which only empty lines end a block.
func plainLayout(text []byte, from int) layout {
	var l layout
	for at := from; at < len(text); {
		end := lexical.LineEnd(text, at)
		line := bytes.TrimLeft(text[at:end], "> \t\r")
		switch {
		case len(line) == 0:
			l.addBreak(at)
		case line[0] == '[':
			l.brackets = append(l.brackets, end-len(line))
		}
		at = end + 1
	}
	return l
}

package report

import (
	"bufio"
	"io"
	"strings"
)

// lines is the only way by which the text report reaches its writer, so that
// no line of it can be taken for a workflow command.
// The first write error sticks.
type lines struct {
	w *bufio.Writer
	n int // the lines written
}

func newLines(w io.Writer) *lines { return &lines{w: bufio.NewWriter(w)} }

// breaks are the characters at which a reader may see a new line begin.
var breaks = strings.NewReplacer("\n", `\n`, "\r", `\r`)

// add writes the parts as one line. A line break within them is shown as an
// escape: two lines are two calls.
func (l *lines) add(parts ...string) {
	line := breaks.Replace(strings.Join(parts, ""))
	_, _ = l.w.WriteString(Inert(strings.TrimRight(line, " ")))
	_ = l.w.WriteByte('\n')
	l.n++
}

// flush writes what is buffered and returns the first error of all writes.
func (l *lines) flush() error { return l.w.Flush() }

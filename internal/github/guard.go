package github

import (
	"bytes"
	"io"
	"sync"

	"github.com/linkvet/linkvet/internal/report"
)

// Guarded is a writer that lets no line through that a workflow runner would
// obey. It holds a line back until it is whole, so Close must be called at the
// end. It may be used from several goroutines.
type Guarded struct {
	mu   sync.Mutex
	w    io.Writer
	line []byte
	err  error
}

// Guard returns a writer to w for all that is printed in a workflow, but for
// the commands that are meant.
func Guard(w io.Writer) *Guarded { return &Guarded{w: w} }

// Write takes p, and writes the lines that are whole by then. The first error
// of the underlying writer is returned from then on.
func (g *Guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []byte
	for rest := p; len(rest) > 0; {
		// The runner's reader ends a line at a carriage return too.
		end := bytes.IndexAny(rest, "\r\n")
		if end < 0 {
			g.line = append(g.line, rest...)
			break
		}
		g.line = append(g.line, rest[:end]...)
		out = append(append(out, report.Inert(string(g.line))...), rest[end])
		g.line = g.line[:0]
		rest = rest[end+1:]
	}
	if err := g.send(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the line that is not whole, ended with a line break: what follows
// it could make a command of it.
func (g *Guarded) Flush() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.line) == 0 {
		return g.err
	}
	out := append([]byte(report.Inert(string(g.line))), '\n')
	g.line = g.line[:0]
	return g.send(out)
}

// Close flushes. It does not close the underlying writer.
func (g *Guarded) Close() error { return g.Flush() }

func (g *Guarded) send(out []byte) error {
	if g.err == nil && len(out) > 0 {
		_, g.err = g.w.Write(out)
	}
	return g.err
}

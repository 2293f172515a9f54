package cli

import (
	"io"

	"github.com/linkvet/linkvet/internal/facts"
)

// factsFile is the file of facts that a run writes.
type factsFile struct {
	*facts.Writer
	// out is set once the file is to be written.
	out io.Writer
}

// Write is that of io.Writer.
func (f *factsFile) Write(p []byte) (int, error) { return f.out.Write(p) }

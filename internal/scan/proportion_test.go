package scan

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// takesTimeInProportion holds what reads a document against one that is made to
// take long. It is written with fill, which repeats a piece as often as the size
// of the document allows.
func takesTimeInProportion(t *testing.T, write func(fill func(string) string) string, read func(src []byte)) {
	t.Helper()
	const size = 1 << 18
	proportion.Check(t, size, func(size int) func() {
		src := []byte(write(func(piece string) string { return strings.Repeat(piece, size/len(piece)) }))
		return func() { read(src) }
	})
}

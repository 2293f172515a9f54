package markdown

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// TestAnglesWithoutEnd reads destinations in angle brackets that have none.
func TestAnglesWithoutEnd(t *testing.T) {
	t.Parallel()
	proportion.Check(t, 1<<15, func(size int) func() {
		text := []byte(strings.Repeat("[a](<", size/5))
		return func() {
			m := inline{text: text}
			for i := 4; i < len(text); i += 5 {
				if _, _, ok := m.target(i, len(text)); ok {
					t.Fatalf("a destination at %d", i)
				}
			}
		}
	})
}

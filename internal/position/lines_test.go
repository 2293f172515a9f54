package position

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLinesAgreeWithOf(t *testing.T) {
	t.Parallel()
	pieces := []string{"a", "bc", "ü", "\n", "\r\n", "\r", "日本", "\r\r\n\n", " "}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		src := []byte(b.String())
		lines := NewLines(src)
		offset := 0
		for range 30 {
			offset = max(-1, offset+random.IntN(7)-2)
			for offset > 0 && offset < len(src) && !utf8.RuneStart(src[offset]) {
				offset-- // links begin at characters
			}
			line, column := lines.Position(offset)
			wantLine, wantColumn := Of(src, offset)
			if line != wantLine || column != wantColumn {
				t.Fatalf("%q at %d: %d:%d, want %d:%d", src, offset, line, column, wantLine, wantColumn)
			}
		}
	}
}

package position

import (
	"testing"
	"unicode/utf8"
)

func TestOffsets(t *testing.T) {
	t.Parallel()
	src := []byte("é\r\nb\rc\n\nlast")
	for _, tt := range []struct {
		name         string
		line, column int
		want         int
	}{
		{name: "the first character", line: 1, column: 1, want: 0},
		{name: "after a character of two bytes", line: 1, column: 2, want: 2},
		{name: "past the end of a line", line: 1, column: 3, want: -1},
		{name: "after CR LF", line: 2, column: 1, want: 4},
		{name: "after a lone CR", line: 3, column: 1, want: 6},
		{name: "the end", line: 5, column: 5, want: 13},
		{name: "no line", line: 0, column: 1, want: -1},
		{name: "no such line", line: 6, column: 1, want: -1},
	} {
		if got := NewOffsets(src).Offset(tt.line, tt.column); got != tt.want {
			t.Errorf("%s: Offset(%d, %d) = %d, want %d", tt.name, tt.line, tt.column, got, tt.want)
		}
	}
}

// FuzzOffset holds Offsets to Of, whose inverse it is, in any order of the places.
func FuzzOffset(f *testing.F) {
	f.Add([]byte("a\r\nü\rb\n\nc"), 3, 0)
	f.Add([]byte("\xff\r"), 2, 1)
	f.Fuzz(func(t *testing.T, src []byte, first, second int) {
		offsets := NewOffsets(src)
		for _, at := range []int{first, second} {
			if at < 0 || at > len(src) || at < len(src) && !utf8.RuneStart(src[at]) && utf8.Valid(src) {
				return
			}
			if at > 0 && at < len(src) && src[at-1] == '\r' && src[at] == '\n' {
				return // within the end of a line
			}
			line, column := Of(src, at)
			got := offsets.Offset(line, column)
			if !utf8.Valid(src) {
				continue // an offset within a character has no place of its own
			}
			if got != at {
				t.Fatalf("Offset(%d, %d) = %d in %q, want %d", line, column, got, src, at)
			}
		}
	})
}

package position

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		src          string // the mark is the offset
		line, column int
	}{
		{name: "start", src: "¦a", line: 1, column: 1},
		{name: "end", src: "abc¦", line: 1, column: 4},
		{name: "second line", src: "a\nb¦c", line: 2, column: 2},
		{name: "CRLF", src: "a\r\n\r\nb¦", line: 3, column: 2},
		{name: "between CR and LF", src: "a\r¦\nb", line: 1, column: 3},
		{name: "lone CR", src: "a\rb\r¦c", line: 3, column: 1},
		{name: "CR at the end", src: "a\r¦", line: 2, column: 1},
		{name: "multibyte", src: "é\n日本\U0001F600¦x", line: 2, column: 4},
		{name: "invalid UTF-8", src: "\xff\xfe¦x", line: 1, column: 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			before, after, _ := strings.Cut(test.src, "¦")
			src := before + after
			if line, column := Of([]byte(src), len(before)); line != test.line || column != test.column {
				t.Errorf("Of(%q, %d) = %d, %d, want %d, %d", src, len(before), line, column, test.line, test.column)
			}
		})
	}
	t.Run("outside", func(t *testing.T) {
		t.Parallel()
		if line, column := Of([]byte("a\nb"), 99); line != 2 || column != 2 {
			t.Errorf("behind the end is %d, %d, want 2, 2", line, column)
		}
		if line, column := Of([]byte("a\nb"), -1); line != 1 || column != 1 {
			t.Errorf("before the start is %d, %d, want 1, 1", line, column)
		}
	})
}

func FuzzPosition(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb", "\r\r\n\n", "é\n日", "\xff\n\xfe"} {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, src []byte, offset int) {
		line, column := Of(src, offset)
		if line < 1 || column < 1 || line+column > len(src)+2 {
			t.Errorf("Of(%q, %d) = %d, %d", src, offset, line, column)
		}
	})
}

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
		{"start", "¦a", 1, 1},
		{"empty", "¦", 1, 1},
		{"end", "abc¦", 1, 4},
		{"tabs count one", "\t\t¦x", 1, 3},
		{"second line", "a\nb¦c", 2, 2},
		{"behind a line feed", "a\n¦b", 2, 1},
		{"before a line feed", "a¦\nb", 1, 2},
		{"CRLF", "a\r\n\r\nb¦", 3, 2},
		{"between CR and LF", "a\r¦\nb", 1, 3},
		{"lone CR", "a\rb\r¦c", 3, 1},
		{"CR behind LF", "a\n\r¦b", 3, 1},
		{"CR at the end", "a\r¦", 2, 1},
		{"multibyte", "é\n日本\U0001F600¦x", 2, 4},
		{"combining", "e\u0301¦", 1, 3},
		{"invalid UTF-8", "\xff\xfe¦x", 1, 3},
		{"other separators", "a\u2028b\u0085c\fd¦", 1, 8},
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

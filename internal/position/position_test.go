package position

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		src          string // the mark is the offset
		line, column int
	}{
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
		{name: "after CR LF", line: 2, column: 1, want: 4},
		{name: "after a lone CR", line: 3, column: 1, want: 6},
		{name: "the end", line: 5, column: 5, want: 13},
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

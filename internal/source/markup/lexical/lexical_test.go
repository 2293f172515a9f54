package lexical_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

func TestClasses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		char                     byte
		word, punctuation, digit bool
	}{
		{char: 'a', word: true},
		{char: 'Z', word: true},
		{char: '0', word: true, digit: true},
		{char: '9', word: true, digit: true},
		{char: '_', word: true, punctuation: true},
		{char: 0xC3, word: true},
		{char: '-', punctuation: true},
		{char: '~', punctuation: true},
		{char: '[', punctuation: true},
		{char: '@', punctuation: true},
		{char: ' '},
		{char: '\n'},
		{char: 0x7f},
		{char: lexical.Masked},
	} {
		if got := lexical.IsWord(tt.char); got != tt.word {
			t.Errorf("IsWord(%q) = %v", tt.char, got)
		}
		if got := lexical.IsPunctuation(tt.char); got != tt.punctuation {
			t.Errorf("IsPunctuation(%q) = %v", tt.char, got)
		}
		if got := lexical.IsDigit(tt.char); got != tt.digit {
			t.Errorf("IsDigit(%q) = %v", tt.char, got)
		}
	}
}

func TestIsRunOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line string
		want bool
	}{
		{line: "", want: false},
		{line: "  ", want: false},
		{line: "-", want: true},
		{line: "----", want: true},
		{line: "--- \t\r", want: true},
		{line: " ---", want: false},
		{line: "--x", want: false},
		{line: "- -", want: false},
	} {
		if got := lexical.IsRunOf([]byte(tt.line), '-'); got != tt.want {
			t.Errorf("IsRunOf(%q) = %v", tt.line, got)
		}
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	text := []byte("one two three")
	lexical.Mask(text, 4, 7)
	if want := "one \x01\x01\x01 three"; string(text) != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

func TestLineEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text     string
		at, want int
	}{
		{text: "", at: 0, want: 0},
		{text: "a\nb", at: 0, want: 1},
		{text: "a\nb", at: 1, want: 1},
		{text: "a\nb", at: 2, want: 3},
	} {
		if got := lexical.LineEnd([]byte(tt.text), tt.at); got != tt.want {
			t.Errorf("LineEnd(%q, %d) = %d, want %d", tt.text, tt.at, got, tt.want)
		}
	}
}

// TestClosers finds closing marks, and does not search for one again that is gone.
func TestClosers(t *testing.T) {
	t.Parallel()
	closers := lexical.Closers{}
	src := []byte("<!-- a --> <!-- b")
	for _, tt := range []struct {
		name, mark string
		from, want int
	}{
		{name: "the next one", mark: "-->", from: 0, want: 10},
		{name: "none after it", mark: "-->", from: 11, want: 0},
		{name: "none further on", mark: "-->", from: 15, want: 0},
		{name: "one before", mark: "-->", from: 3, want: 10},
		{name: "another mark", mark: "b", from: 11, want: 17},
	} {
		if got := closers.After(src, tt.from, tt.mark); got != tt.want {
			t.Errorf("%s: After(%d, %q) = %d, want %d", tt.name, tt.from, tt.mark, got, tt.want)
		}
	}
	if from := closers["-->"]; from != 11 {
		t.Errorf("the mark is gone from %d on, want 11", from)
	}
}

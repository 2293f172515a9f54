package lexical_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

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

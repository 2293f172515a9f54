package contain_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/contain"
)

func TestPanic(t *testing.T) {
	t.Parallel()
	if got := contain.Panic("read the page", "a.html", func() {}); got != "" {
		t.Errorf("without a panic the problem is %q", got)
	}
	tests := []struct {
		name string
		do   func()
		want string
	}{
		{name: "an error of the runtime", do: func() { _ = make([]int, len(t.Name()))[1<<20] }, want: "index out of range"},
		{name: "an error", do: func() { panic(errors.New("no\nsecond line")) }, want: "(no at contain/contain_test.go:"},
		{name: "nil", do: func() { panic(nil) }, want: "panic called with nil"},
		{name: "a long text", do: func() { panic(strings.Repeat("é", 1000)) }, want: "éé at contain/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := contain.Panic("read the page", "a\x1b.html", tt.do)
			if !strings.HasPrefix(got, `could not read the page "a\x1b.html": internal error (`) || !strings.Contains(got, tt.want) ||
				!strings.Contains(got, "contain/contain_test.go:") || strings.Contains(got, "second line") || len(got) > 600 {
				t.Errorf("the problem is %q, want %q in it", got, tt.want)
			}
		})
	}
}

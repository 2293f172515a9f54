package actions

import (
	"io"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearGuard(b *testing.B) {
	for name, step := range map[string]int{"at once": 1 << 30, "byte by byte": 1} {
		b.Run(name, func(b *testing.B) {
			lineartest.Texts(b, 1<<14, func(text string) {
				g := Guard(io.Discard)
				for at := 0; at < len(text); at += step {
					_, _ = g.Write([]byte(text[at:min(at+step, len(text))]))
				}
				_ = g.Close()
			}, "::", "\n::error::a", "##[a]", "##[", "::\n", "a", "\n", ":", "a: b%d\n", "\r")
		})
	}
}

package github

import (
	"io"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearGuard(b *testing.B) {
	for _, shape := range []string{"::", "##[", "\n::error::a", " ", "a\n", "\u202e"} {
		b.Run(shape, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				text := []byte(strings.Repeat(shape, n/len(shape)))
				return func() {
					g := Guard(io.Discard)
					_, _ = g.Write(text)
					for i := range text {
						_, _ = g.Write(text[i : i+1])
					}
					_ = g.Flush()
				}
			})
		})
	}
}

func BenchmarkLinearAnnotate(b *testing.B) {
	lineartest.Time(b, 1<<12, func(n int) func() {
		r := manyBroken(n)
		return func() { _ = NewWorkflow(env(), io.Discard).Annotate(r, Files{}, true) }
	})
}

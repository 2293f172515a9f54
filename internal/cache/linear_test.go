package cache

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearDecode reads the content of caches, which anyone may have written.
func BenchmarkLinearDecode(b *testing.B) {
	const line = "https://a.example/\t2026-11-21T12:00:00Z\t200"
	for name, piece := range map[string]string{
		"entries": "\n" + line, "fragments": "\t#0123456789abcdef", "redirects": "\t302=https://b.example/", "tabs": "\t", "lines": "\n",
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<20, func(n int) func() {
				src := []byte(formatLine + "\n" + line + strings.Repeat(piece, n/len(piece)) + "\n")
				return func() { _, _ = decode(src, &ending{ctx: context.Background()}) }
			})
		})
	}
}

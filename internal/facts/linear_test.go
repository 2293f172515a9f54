package facts_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearRead(b *testing.B) {
	lineartest.Time(b, 1<<14, func(n int) func() {
		f := opened(b, written(b, header(1, 1), some(n)))
		return func() { _, _ = all(f) }
	})
}

func BenchmarkLinearIndex(b *testing.B) {
	lineartest.Time(b, 1<<15, func(n int) func() {
		path := saved(b, "a.facts", facts.Forge(forgedHeader, many(n)...))
		return func() {
			f, err := facts.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			_ = f.Close()
		}
	})
}

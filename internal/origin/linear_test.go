package origin

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func BenchmarkLinearInfer(b *testing.B) {
	for _, format := range []string{"a%d/b", "a/b%d", "../a%d", "a%d/index.html", "a/a/a/a/a%d/a/a"} {
		b.Run(format, func(b *testing.B) {
			lineartest.Time(b, 1<<13, func(n int) func() {
				var e Evidence
				for i := range n {
					path := fmt.Sprintf(format, i)
					if u, err := weburl.Parse("https://a.example/" + path); err == nil {
						e.Signals = append(e.Signals, Signal{Kind: Sitemap, File: "index.html", URL: u})
					}
					e.Rooted = append(e.Rooted, "/"+path)
				}
				e.Exists = func(path string) bool { return strings.HasSuffix(path, "7") }
				e.Linked = func() [][]string { return [][]string{e.Rooted} }
				return func() { Infer(e) }
			})
		})
	}
}

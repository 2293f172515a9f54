package report

import (
	"io"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearWriters writes a report with long texts of strangers, and one of many findings.
func BenchmarkLinearWriters(b *testing.B) {
	formats := everyFormat()
	formats["json"] = as(FormatJSON)
	for name, write := range formats {
		for _, shape := range []string{"\x1b[", "\n::error::a", "##[a]", "<!--", "|", "`", "\u202e", "[a](b)", "&amp;"} {
			b.Run(name+" "+shape, func(b *testing.B) {
				lineartest.Time(b, 1<<15, func(n int) func() {
					text := strings.Repeat(shape, n/len(shape))
					r := hostileWith(text, text, text)
					return func() { _ = write(io.Discard, r) }
				})
			})
		}
		b.Run(name+" of many findings", func(b *testing.B) {
			lineartest.Time(b, 1<<11, func(n int) func() {
				r := much(n)
				return func() { _ = write(io.Discard, r) }
			})
		})
	}
}

func BenchmarkLinearQuote(b *testing.B) {
	for _, shape := range []string{"<", ">", "<a href=", "a ", "&amp;", "語"} {
		b.Run(shape, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				line := strings.Repeat(shape, n/len(shape))
				page := spot{first: &link.Occurrence{Link: "/a"}, line: 1, column: len(line)/2 + 1}
				source := spot{first: &link.Occurrence{Link: "/a", Source: &link.Source{}}, line: 1, column: len(line)/2 + 1, end: len(line)/2 + 3}
				return func() {
					quoteLine(&page, line)
					quoteLine(&source, line)
					Clean(line, 1<<20)
					Inert(line)
				}
			})
		})
	}
}

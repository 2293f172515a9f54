package markup_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/markuptest"
)

// TestCodeIsLinear reads code whose parts would each have all of the file read again.
func TestCodeIsLinear(t *testing.T) {
	t.Parallel()
	repeat := func(unit string) func(size int) string {
		return func(size int) string { return strings.Repeat(unit, size/len(unit)) }
	}
	for _, tt := range []struct {
		name, file string
		size       int
		source     func(size int) string
	}{
		{"strings with marks of their own", "a.cpp", 1 << 20, func(size int) string {
			var b strings.Builder
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, "R\"%d(", i)
			}
			return b.String()
		}},
		{"quotes on one line of MDX", "a.mdx", 1 << 20, func(size int) string { return "export const a = [" + repeat("'a',")(size) + "]\n" }},
		{"exports of MDX", "a.mdx", 1 << 17, repeat("export const a = ['/x']\n")},
		{"links before scripts", "a.md", 1 << 16, func(size int) string { return repeat("[a](/x)\n")(size/2) + repeat("<script></script>\n")(size/2) }},
		{"marks of mkdocstrings on one line", "a.md", 1 << 20, repeat("::: ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			proportion.Check(t, tt.size, func(size int) func() {
				src := []byte(tt.source(size))
				return func() { markup.Read(context.Background(), tt.file, src, markuptest.All) }
			})
		})
	}
}

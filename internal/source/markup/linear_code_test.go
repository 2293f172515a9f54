package markup_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
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
		{name: "strings with marks of their own", file: "a.cpp", size: 1 << 20, source: func(size int) string {
			var b strings.Builder
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, "R\"%d(", i)
			}
			return b.String()
		}},
		{name: "quotes on one line of MDX", file: "a.mdx", size: 1 << 20, source: func(size int) string { return "export const a = [" + repeat("'a',")(size) + "]\n" }},
		{name: "exports of MDX", file: "a.mdx", size: 1 << 17, source: repeat("export const a = ['/x']\n")},
		{name: "links before scripts", file: "a.md", size: 1 << 16, source: func(size int) string { return repeat("[a](/x)\n")(size/2) + repeat("<script></script>\n")(size/2) }},
		{name: "marks of mkdocstrings on one line", file: "a.md", size: 1 << 20, source: repeat("::: ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			proportion.Check(t, tt.size, func(size int) func() {
				src := []byte(tt.source(size))
				return func() { markup.Read(context.Background(), tt.file, src, markuptest.All) }
			})
		})
	}
}

package baseline

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearParse(b *testing.B) {
	for name, shape := range map[string][3]string{
		"findings":    {strings.TrimSuffix(reportOf("["), "}"), `{"target":"/x","occurrences":[{"page":"/y"}]},`, "{}]}"},
		"occurrences": {strings.TrimSuffix(reportOf(`[{"occurrences":[`), "}"), `{"page":"/"},`, "{}]}]}"},
		"nesting":     {strings.TrimSuffix(reportOf(""), "}"), `{"a":[`, ""},
		"lines":       {Header + "\n", "gone /a /\n", ""},
		"escapes":     {Header + "\n", `\x20\\`, " / /\n"},
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(n int) func() {
				text := shape[0] + strings.Repeat(shape[1], n/len(shape[1])) + shape[2]
				return func() { _, _ = Parse(context.Background(), strings.NewReader(text)) }
			})
		})
	}
}

package target

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearQueue(b *testing.B) {
	lineartest.Texts(b, 1<<18, func(text string) {
		var kept packedQueue
		for line := range strings.Lines(text) {
			kept.Add(WaitingLink{Page: 1, Fragment: line, Seen: SeenLink{Line: 1, Column: 1, Raw: line, Text: line}})
		}
		kept.each(func(WaitingLink) {})
	}, "a", "a\n", "a%d\n", "\n")
}

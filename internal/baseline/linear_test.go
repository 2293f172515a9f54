package baseline

import (
	"context"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearParse(b *testing.B) {
	parse := func(begin, end string) func(string) {
		return func(text string) { _, _ = Parse(context.Background(), strings.NewReader(begin+text+end)) }
	}
	pieces := []string{"[", "{\"a\":", "\"", "[…]", "{\"id\":\"a%d\"},", "{\"target\":\"/%d\",\"occurrences\":[{\"page\":\"/%d\"}]},", "{\"page\":\"/%d\"},", "\"\\"}
	b.Run("findings", func(b *testing.B) {
		lineartest.Texts(b, 1<<16, parse(`{"schema":"`+link.Schema+`","findings":[`, "]}"), pieces...)
	})
	b.Run("occurrences", func(b *testing.B) {
		lineartest.Texts(b, 1<<16, parse(`{"schema":"`+link.Schema+`","findings":[{"occurrences":[`, "]}]}"), pieces...)
	})
	b.Run("lines", func(b *testing.B) {
		lineartest.Texts(b, 1<<16, parse(Header+"\n", ""), "gone /%d /\n", "gone /a /%d\n", `\\`, `\x20`, `\#`, "# %d\n", "a", "\n")
	})
}

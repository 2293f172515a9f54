package weburl

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearResolve resolves references that are made to take long.
func BenchmarkLinearResolve(b *testing.B) {
	base := mustParse(b, "https://ex.com/"+strings.Repeat("a/", 1<<10))
	for before, pieces := range map[string][]string{
		"":         {"/", `\`, "a/../", "a/…../", "%2e%2e/", ".", "ü", "\ta", "a", "{{", "%C3%BC", "?"},
		"//":       {"@", ":", ":@", "[", "[]", "0:", "a.", "1.", "f", "xn--a.", "ü", "%C3%BC", "xn--a%d."},
		"//[":      {"0:", ":"},
		"//0x":     {"f"},
		"https://": {"@", "a:@", "/"},
		"?":        {"ü", "a=%d&", "f[%d]=a&"},
		"a:":       {"<"},
		"file:":    {"/", "a/../", "C|"},
		"#":        {"`", "%"},
	} {
		b.Run(before, func(b *testing.B) {
			lineartest.Texts(b, 1<<16, func(text string) {
				for _, encoding := range []string{"utf-8", "windows-1252", "iso-2022-jp"} {
					u, err := base.ResolveIn(before+text, encoding)
					if err != nil {
						_ = err.Error()
					} else {
						u.Request()
						_ = u.Redacted()
					}
				}
			}, pieces...)
		})
	}
}

func BenchmarkLinearTexts(b *testing.B) {
	pieces := []string{"//", "[", "%", "?", "@", "https://a@", "%C3%BC", "L1-", "1-", ":~:", "\n"}
	lineartest.Texts(b, 1<<16, func(text string) {
		Redact("https://" + text)
		RedactText(text + "@")
		Unescape(text)
		EscapeFragment(text)
		Indicated(text, func(string) bool { return false })
	}, pieces...)
}

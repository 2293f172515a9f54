package weburl

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkParse(b *testing.B) {
	urls := map[string]string{
		"plain":      "https://example.com/docs/guide/install/index.html?v=2#linux",
		"mended":     "HTTPS://EXAMPLE.com:443/a/../b c/é",
		"world-wide": "https://bücher.example/straße",
		"address":    "http://[2001:db8::1]:8080/a",
	}
	for name, raw := range urls {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkResolve(b *testing.B) {
	base := mustParse(b, "https://example.com/docs/guide/install/")
	refs := map[string]string{
		"relative": "../start/index.html#linux",
		"rooted":   "/docs/css/site.css",
		"absolute": "https://other.example.com/a/b",
		"mended":   "../Über uns/",
	}
	for name, ref := range refs {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.Resolve(ref); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

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
		IsLines(text)
	}, pieces...)
}

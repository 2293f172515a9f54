package weburl

import (
	"testing"
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

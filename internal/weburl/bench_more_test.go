package weburl

import "testing"

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

func BenchmarkUnescape(b *testing.B) {
	values := map[string]string{
		"nothing to do": "/docs/guide/install/index.html",
		"some":          "/docs/%C3%BCber%20uns/100%25",
	}
	for name, value := range values {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			b.ReportAllocs()
			for b.Loop() {
				Unescape(value)
			}
		})
	}
}

func BenchmarkIndicated(b *testing.B) {
	ids := map[string]bool{"part": true, "über": true}
	has := func(id string) bool { return ids[id] }
	for name, fragment := range map[string]string{"exact": "part", "escaped": "%C3%BCber", "missing": "no-such-part"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Indicated(fragment, has)
			}
		})
	}
}

package weburl

import "testing"

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

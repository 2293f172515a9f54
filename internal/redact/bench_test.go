package redact

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkText(b *testing.B) {
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("Bearer eyJhbGciOiJIUzI1NiJ9.%016x", i*7919))
	}
	for name, text := range map[string]string{
		"plain":    strings.Repeat("https://example.com/guide/install/index.html?page=1#top ", 2000),
		"escaped":  strings.Repeat("%41%2f&amp;\\u0041", 6000),
		"prefixes": strings.Repeat("Bearer eyJhbGciOiJIUzI1NiJ9.", 4000),
	} {
		r := New(many...)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r.Text(text)
			}
		})
	}
	b.Run("short texts", func(b *testing.B) {
		r := New(many...)
		const text = "https://example.com/guide/install/index.html?page=1#top"
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			r.Text(text)
		}
	})
	b.Run("New of 200", func(b *testing.B) {
		for b.Loop() {
			New(many...)
		}
	})
}

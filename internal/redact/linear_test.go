package redact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearText redacts texts of other sites, which may be made to be slow to read.
func BenchmarkLinearText(b *testing.B) {
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("Bearer eyJhbGciOiJIUzI1NiJ9.%016x", i*7919))
	}
	r := secretsOf(many...)
	for name, text := range map[string]string{
		"plain":    "https://example.com/guide/install/index.html?page=1#top ",
		"escaped":  "%41%2f&amp;\\u0041",
		"prefixes": "Bearer eyJhbGciOiJIUzI1NiJ9.",
		"percents": "%25",
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<19, func(n int) func() {
				text := strings.Repeat(text, n/len(text))
				return func() { r.Mask(text) }
			})
		})
	}
}

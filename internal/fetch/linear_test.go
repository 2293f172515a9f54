package fetch

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinearHeader reads header fields that are made to be slow to read.
func BenchmarkLinearHeader(b *testing.B) {
	for name, piece := range map[string]string{
		"media types": "a/b, ", "parameters": ";a=b", "quotes": `"`, "spaces": " ", "digits": "9", "limits": `"a";r=0;t=9, `,
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(n int) func() {
				value := strings.Repeat(piece, n/len(piece))
				header := http.Header{}
				for _, field := range []string{"Content-Type", "Retry-After", "Ratelimit", "Ratelimit-Reset", "X-Ratelimit-Reset", "X-Ratelimit-Remaining", "Server"} {
					header[field] = []string{value}
				}
				return func() {
					mediaType(header)
					host.AskedWait(header, time.Unix(1e9, 0))
					host.IsRateLimited(http.StatusForbidden, header, time.Unix(1e9, 0))
					protection.Bot(http.StatusForbidden, header)
				}
			})
		})
	}
}

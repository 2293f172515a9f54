package series

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func BenchmarkLinearShapes(b *testing.B) {
	for _, piece := range []string{"a/", "1/", "a1b2-", "a=1&", "a[1]=b&", ";jsessionid=x/", "sid=x&", "%5B", "?", "&"} {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(size int) func() {
				text := strings.Repeat(piece, size/len(piece))
				return func() {
					for _, u := range [][2]string{{"/" + text, ""}, {"/a1", "?" + text}} {
						if s, ok := shapeOf(u[0], u[1]); ok {
							s.id()
							_ = s.String()
							s.pattern()
						}
						withoutSession(u[0], u[1])
					}
				}
			})
		})
	}
}

func BenchmarkLinearWords(b *testing.B) {
	for _, piece := range []string{"word ", "<p>", "a", "%", "&amp;", "<"} {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(size int) func() {
				text := []byte(strings.Repeat(piece, size/len(piece)))
				return func() { WordHashes(text, weburl.URL{Path: "/" + piece}) }
			})
		})
	}
}

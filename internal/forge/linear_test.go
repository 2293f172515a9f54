package forge

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func BenchmarkLinearPage(b *testing.B) {
	repository, _ := ParseRemote("https://github.com/a/b")
	for _, shape := range []string{"/", "a/", "../", "%2e", "a@b:", "[", "ssh://"} {
		b.Run(shape, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				text := strings.Repeat(shape, n/len(shape))
				return func() {
					ParseRemote(text)
					if p, ok := repository.page(weburl.URL{Scheme: "https", Host: "github.com", Path: "/a/b/blob/" + text}); ok {
						Branches{}.cut(p.rest)
					}
				}
			})
		})
	}
}

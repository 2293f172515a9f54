package forge

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func BenchmarkLinear(b *testing.B) {
	repository, _ := ParseRemote("https://github.com/a/b")
	lineartest.Texts(b, 1<<18, func(text string) {
		ParseRemote(text)
		ParseRemote("git@" + text)
		if p, ok := repository.page(weburl.URL{Scheme: "https", Host: "github.com", Path: "/a/b/blob/" + text}); ok {
			Branches{}.cut(p.rest)
		}
	}, "//", "[", "%", "a/", "a%d/", "@", ":", "a:", "a/…../", "?", "%C3%BC")
}

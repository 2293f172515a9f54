package cloudflare

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func FuzzRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* https://example.com/:splat 301\n/s/:id.html /x/:id?y=:id#z 200\n", "/news/1?id=2")
	f.Add("/* /index.html 200\n/:a:b /:a-:b\n/a*b/:c /:splat:c # z\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä?b#c /%zz\r\n// //:a 308\n", "/ü ä/index")
	f.Fuzz(func(t *testing.T, rules, url string) {
		hostingtest.CheckRedirects(t, rules, url, New)
	})
}

func FuzzRoutes(f *testing.F) {
	f.Add(`{"version":1,"include":["/api/*"],"exclude":["/api/a*b%20c"]}`, "x/[id]/[[rest]].ts", "/x/1/2")
	f.Add(`{"include":[1]}`, "_middleware.js", "/")
	f.Fuzz(func(t *testing.T, routes, name, url string) {
		files := hostingtest.SiteWith("")
		files[routesName] = routes
		p := New(files.Deployment(hostingtest.Tree{"functions/" + name: ""}))
		hostingtest.CheckAnswer(t, p, url)
	})
}

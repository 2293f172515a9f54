package netlify

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func FuzzRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* /blog/:splat 301!\n/s id=:id /x/:id 200 Country=us\n", "/news/1?id=2")
	f.Add("/*/x/:y/* https://example.com/:splat/:y 200\n/x/* 200 # own\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä /%zz\r\n// //:a 404\n/:a-b/c* /:a-b:splat#x?y\n", "/ü ä")
	f.Fuzz(func(t *testing.T, rules, url string) {
		hostingtest.CheckRedirects(t, rules, url, New)
	})
}

func FuzzConfig(f *testing.F) {
	f.Add("[[redirects]]\nfrom = \"/a/*\"\nto = '/b/:splat'\nstatus = 200\nforce = true\nquery = {id = \":id\"}\n[redirects.conditions]\nCountry = [\"us\"]\n", "/a/b?id=1")
	f.Add("redirects = [{from='/a', to=\"\"\"\n/b\"\"\"}]\n[[edge_functions]]\npath=['/x*']\n[build.processing.html]\npretty_urls=false", "/both/")
	f.Fuzz(func(t *testing.T, config, url string) {
		p := New(hostingtest.SiteWith("").Deployment(hostingtest.Tree{"netlify.toml": config}))
		hostingtest.CheckLines(t, p, config)
		hostingtest.CheckAnswer(t, p, url)
	})
}

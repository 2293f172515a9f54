package detect

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestUndecided expects the answers of either host, except what one answers at every path.
func TestUndecided(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{"index.html": "", "about.html": "", "guide/index.html": "", "404.html": ""}
	for name, test := range map[string]struct {
		public, repository hostingtest.Tree
		answers            map[string]string
	}{
		"Netlify and Vercel": {public: site, repository: hostingtest.Tree{"netlify.toml": "[[redirects]]\nfrom = \"/old\"\nto = \"/guide/\"\n", "vercel.json": `{"rewrites": [{"source": "/app", "destination": "/about.html"}]}`}, answers: map[string]string{
			"/about": "200 about.html", "/about.html": "200 about.html", "/about/": "301 /about", "/guide": "200 guide/index.html",
			"/old": "301 /guide/", "/app": "200 about.html", "/missing": "404", "/.netlify/functions/x": "unknown",
		}},
		"one that answers everything": {public: site, repository: hostingtest.Tree{"netlify.toml": "[[redirects]]\nfrom = \"/*\"\nto = \"/index.html\"\nstatus = 200\n", "vercel.json": `{}`}, answers: map[string]string{
			"/about": "200 about.html", "/missing": "404", "/a/b": "404",
		}},
		"code that may": {public: site, repository: hostingtest.Tree{"wrangler.toml": "pages_build_output_dir = \"public\"\n", "vercel.json": `{}`, "functions/_middleware.js": ""}, answers: map[string]string{
			"/about": "200 about.html", "/missing": "404",
		}},
		"an application of one page": {public: hostingtest.Tree{"index.html": ""}, repository: hostingtest.Tree{"wrangler.toml": "pages_build_output_dir = \"public\"\n", "vercel.json": `{}`}, answers: map[string]string{
			"/": "200 index.html", "/missing": "404",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			choice := Choose(Auto, test.public.Deployment(test.repository))
			if p := choice.Profile; p.Name() != "plain" || !choice.Assumed || !p.Plainly() || len(p.Rules())+len(p.Faults()) > 0 {
				t.Errorf("got %s, assumed %t: %v %v", p.Name(), choice.Assumed, p.Rules(), p.Faults())
			}
			for url, want := range test.answers {
				if got := hostingtest.Ask(choice.Profile, url); got != want {
					t.Errorf("%s: got %q, want %q", url, got, want)
				}
			}
		})
	}
}

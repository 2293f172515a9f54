package detect

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestExported expects pages without their ".html" where a framework needs them and no
// file names the host.
func TestExported(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{
		"index.html": "", "about.html": "", "blog.html": "", "blog/first.html": "", "team.html": "", "team/index.html": "", "file.html": "", "file": "",
		"_next/static/x.js": "",
	}
	choice := Choose(Auto, site.Deployment(nil))
	if choice.Framework != "Next.js" || !choice.Assumed || choice.Profile.Name() != "plain" || !choice.Profile.Plainly() {
		t.Errorf("got %+v", choice)
	}
	for path, want := range map[string]string{
		"/": "200 index.html", "/about": "200 about.html", "/about.html": "200 about.html", "/about/": "404", "/blog": "200 blog.html",
		"/blog/first": "200 blog/first.html", "/team": "301 /team/", "/file": "200 file", "/missing": "404", "/_next/static/x": "404",
	} {
		if got := hostingtest.Ask(choice.Profile, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	for file, want := range map[string]string{
		"index.html": "", "about.html": "about", "blog/first.html": "blog/first", "team.html": "team.html", "team/index.html": "team/", "file.html": "file.html",
		"_next/static/x.js": "_next/static/x.js",
	} {
		if got := choice.Profile.URLPath(file); got != want {
			t.Errorf("the URL path of %s is %q, want %q", file, got, want)
		}
	}
	for _, name := range []string{"plain", "netlify"} {
		if choice := Choose(name, site.Deployment(nil)); choice.Framework != "" || choice.Assumed {
			t.Errorf("%s: got %+v", name, choice)
		}
	}
	vitePress := hostingtest.Tree{"guide/start.html": "", "hashmap.json": "", "assets/chunks/theme.x.js": ""}
	if choice := Choose(Auto, vitePress.Deployment(nil)); choice.Framework != "VitePress" || hostingtest.Ask(choice.Profile, "/guide/start") != "200 guide/start.html" {
		t.Errorf("VitePress: got %+v", choice)
	}
	if choice := Choose(Auto, hostingtest.Tree{"about.html": ""}.Deployment(nil)); choice.Framework != "" {
		t.Errorf("another build: got %+v", choice)
	}
}

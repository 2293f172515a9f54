package hosting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestCloudflareLimits expects the rules beyond a limit to be left out with one
// fault for each limit.
func TestCloudflareLimits(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range 2002 {
		fmt.Fprintf(&file, "/s%d /x\n", i+1)
	}
	for i := range 99 {
		fmt.Fprintf(&file, "/d%d/* /x\n", i+1)
	}
	file.WriteString("/late /x\n/d100/* /x\n/d101/* /x\n")
	p := hosting.New(hosting.CloudflarePages, hostingtest.Tree{"_redirects": file.String(), "404.html": ""}.Deployment(nil))
	want := []string{
		"public/_redirects:2001: Cloudflare Pages reads at most 2000 static rules: it ignores this one and all later ones",
		"public/_redirects:2103: Cloudflare Pages reads at most 100 rules from the first wildcard or placeholder on: " +
			"it ignores this one and all later ones; move static rules to the top",
	}
	if diff := cmp.Diff(want, hostingtest.Faults(p)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	hostingtest.CheckAnswers(t, p, map[string]string{
		"/s2000": "302 /x", "/s2001": "404", "/s2002": "404", "/d1/a": "302 /x", "/d99/a": "302 /x", "/late": "302 /x", "/d100/a": "404", "/d101/a": "404",
	})
}

// TestStartPageForAll expects a fault when no link can be broken.
func TestStartPageForAll(t *testing.T) {
	t.Parallel()
	want := []string{"public/index.html:0: Cloudflare Pages shows this page for every path that does not exist, because there is no 404.html; " +
		"links to missing pages are not reported as broken; add a 404.html unless the site is a single-page application"}
	if diff := cmp.Diff(want, hostingtest.Faults(hosting.New(hosting.CloudflarePages, hostingtest.Tree{"index.html": "", "docs/404.html": ""}.Deployment(nil)))); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	for name, files := range map[string]hostingtest.Tree{"a page": {"index.html": "", "404.html": ""}, "no start page": {"a.html": ""}} {
		if faults := hostingtest.Faults(hosting.New(hosting.CloudflarePages, files.Deployment(nil))); len(faults) > 0 {
			t.Errorf("%s: %q", name, faults)
		}
	}
}

func TestCloudflareRules(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.CloudflarePages, hostingtest.Tree{"_redirects": "/ä  /b#c\n/s/* https://example.com/:splat 301\n/u/:x /v/:y 200 # later\n"}.Deployment(nil))
	want := []string{
		"public/_redirects:1:5 /b#c literal",
		"public/_redirects:2:6 https://example.com/:splat",
		"public/_redirects:3:7 /v/:y literal",
	}
	if diff := cmp.Diff(want, hostingtest.Rules(p)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if rule := p.Answer(hosting.Request{Path: "/u/1"}).Rule; rule == nil || rule.Line != 3 {
		t.Errorf("a rewrite was made by %v", rule)
	}
}

func TestCloudflareURLPath(t *testing.T) {
	t.Parallel()
	paths := map[string]string{
		"index.html": "", "a.html": "a", "a/index.html": "a/", "b/c.html": "b/c", "d": "d", "d.html": "d.html", "e.htm": "e.htm", "404.html": "404",
	}
	files := hostingtest.Tree{}
	for file := range paths {
		files[file] = ""
	}
	hostingtest.CheckURLPaths(t, hosting.New(hosting.CloudflarePages, files.Deployment(nil)), paths)
}

func TestCloudflareFunctionsAsked(t *testing.T) {
	t.Parallel()
	files := hostingtest.Tree{"index.html": "", "404.html": ""}
	for name, test := range map[string]struct {
		files, repository hostingtest.Tree
		want              string
	}{
		"none":                {files: nil, repository: nil, want: "404"},
		"a worker":            {files: hostingtest.Tree{"_worker.js": ""}, repository: nil, want: "unknown"},
		"a worker in pieces":  {files: hostingtest.Tree{"_worker.js/index.js": ""}, repository: nil, want: "unknown"},
		"a function":          {files: nil, repository: hostingtest.Tree{"functions/x/y.ts": ""}, want: "unknown"},
		"another function":    {files: nil, repository: hostingtest.Tree{"functions/x/z.ts": ""}, want: "404"},
		"a middleware":        {files: nil, repository: hostingtest.Tree{"functions/_middleware.ts": ""}, want: "unknown"},
		"routes only":         {files: hostingtest.Tree{"_routes.json": `{"include":["/x/*"]}`}, repository: nil, want: "unknown"},
		"other routes":        {files: hostingtest.Tree{"_routes.json": `{"include":["/z/*"]}`}, repository: nil, want: "404"},
		"routes and function": {files: hostingtest.Tree{"_routes.json": `{"include":["/*"]}`}, repository: hostingtest.Tree{"functions/z.ts": ""}, want: "404"},
		"excluded":            {files: hostingtest.Tree{"_worker.js": "", "_routes.json": `{"include":["/*"],"exclude":["/x/y"]}`}, repository: nil, want: "404"},
		"broken routes":       {files: hostingtest.Tree{"_worker.js": "", "_routes.json": `{`}, repository: nil, want: "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := hostingtest.Tree{}
			for _, some := range []hostingtest.Tree{files, test.files} {
				for file, content := range some {
					all[file] = content
				}
			}
			p := hosting.New(hosting.CloudflarePages, all.Deployment(test.repository))
			if got := hostingtest.Ask(p, "/x/y"); got != test.want {
				t.Errorf("/x/y => %s, want %s", got, test.want)
			}
			if faults := hostingtest.Faults(p); (len(faults) > 0) != (name == "broken routes") {
				t.Errorf("faults %q", faults)
			}
		})
	}
}

// A Worker with static assets has the paths of Pages, but its own status, and no
// start page for what is missing unless it is told so.
func TestStaticWorkers(t *testing.T) {
	t.Parallel()
	public := hostingtest.Tree{"index.html": "", "page.html": "", "guide/index.html": ""}
	for name, test := range map[string]struct {
		settings, missing, page string
	}{
		"a Worker":                          {settings: "[assets]\ndirectory = \"public\"\n", missing: "404", page: "307 /page"},
		"a Worker of one page":              {settings: "[assets]\nnot_found_handling = \"single-page-application\"\n", missing: "200 index.html", page: "307 /page"},
		"Pages":                             {settings: "pages_build_output_dir = \"public\"\n", missing: "200 index.html", page: "308 /page"},
		"Pages with a binding of its files": {settings: "pages_build_output_dir = \"assets\"\n", missing: "200 index.html", page: "308 /page"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hosting.New(hosting.CloudflarePages, public.Deployment(hostingtest.Tree{"wrangler.toml": test.settings}))
			hostingtest.CheckAnswers(t, p, map[string]string{"/nothing": test.missing, "/page.html": test.page, "/guide": test.page[:3] + " /guide/"})
		})
	}
}

// askedTree counts the bytes of the names that it is asked for.
type askedTree struct {
	hostingtest.Tree
	asked *int
}

func (a askedTree) IsFile(name string) bool {
	*a.asked += len(name)
	return a.Tree.IsFile(name)
}

func (a askedTree) IsDir(name string) bool {
	*a.asked += len(name)
	return a.Tree.IsDir(name)
}

// TestCloudflareLongPaths asks for a path of many directories that are not there.
func TestCloudflareLongPaths(t *testing.T) {
	t.Parallel()
	asked := 0
	d := hostingtest.Tree{"a/404.html": "", "index.html": ""}.Deployment(nil)
	d.Files = askedTree{Tree: hostingtest.Tree{"a/404.html": "", "index.html": ""}, asked: &asked}
	p := hosting.New(hosting.CloudflarePages, d)
	for _, first := range []string{"/a", "/b"} {
		ask := func(directories int) int {
			asked = 0
			p.Answer(hosting.Request{Path: first + strings.Repeat("/c", directories), Effort: hosting.NewEffort()})
			return asked
		}
		if small, large := ask(100), ask(1000); large > 12*small {
			t.Errorf("100 directories ask for %d bytes of names, and 1000 for %d", small, large)
		}
	}
}

func FuzzCloudflareRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* https://example.com/:splat 301\n/s/:id.html /x/:id?y=:id#z 200\n", "/news/1?id=2")
	f.Add("/* /index.html 200\n/:a:b /:a-:b\n/a*b/:c /:splat:c # z\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä?b#c /%zz\r\n// //:a 308\n", "/ü ä/index")
	f.Fuzz(func(t *testing.T, rules, url string) {
		hostingtest.CheckRedirects(t, rules, url, hosting.CloudflarePages)
	})
}

func FuzzCloudflareRoutes(f *testing.F) {
	f.Add(`{"version":1,"include":["/api/*"],"exclude":["/api/a*b%20c"]}`, "x/[id]/[[rest]].ts", "/x/1/2")
	f.Add(`{"include":[1]}`, "_middleware.js", "/")
	f.Fuzz(func(t *testing.T, routes, name, url string) {
		files := hostingtest.SiteWith("")
		files["_routes.json"] = routes
		p := hosting.New(hosting.CloudflarePages, files.Deployment(hostingtest.Tree{"functions/" + name: ""}))
		hostingtest.CheckAnswer(t, p, url)
	})
}

func BenchmarkLinearCloudflare(b *testing.B) {
	hostingtest.BenchmarkFiles(b, hostingtest.HostFile{Host: hosting.CloudflarePages, Name: "_redirects", Deployed: true},
		hostingtest.HostFile{Host: hosting.CloudflarePages, Name: "_routes.json", Deployed: true},
		hostingtest.HostFile{Host: hosting.CloudflarePages, Name: "wrangler.toml"}, hostingtest.HostFile{Host: hosting.CloudflarePages, Name: "wrangler.json"})
}

// TestCloudflareFaults expects a fault for what linkvet cannot read and for a limit of the host,
// and none for a rule that it leaves out.
func TestCloudflareFaults(t *testing.T) {
	t.Parallel()
	left := "/b\n/c id=:id /b/:id 301\nhttps://example.com/a /b\n/d b\n/e http://example.com/\n/f https:///\n/g /b 404\n/h /b 301!\n/i https://example.com/ 200\n" +
		"/* /index.html 200\n/ /index\n/ok /c\n/*/b/* /c\n/:a/:a /c\n"
	p := hosting.New(hosting.CloudflarePages, hostingtest.Tree{
		"_redirects": "/ok /fine\n" + left + "/a\xff /b\n/next /fine\n", "404.html": "",
	}.Deployment(nil))
	want := []string{
		"public/_redirects:16: the line is not UTF-8: save the file as UTF-8",
	}
	if diff := cmp.Diff(want, hostingtest.Faults(p)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	large := hostingtest.Tree{"_redirects": strings.Repeat("/a /b\n", 1<<20), "404.html": ""}
	if faults := hosting.New(hosting.CloudflarePages, large.Deployment(nil)).Faults(); len(faults) != 1 || !faults[0].Unread {
		t.Errorf("a large file: %v", faults)
	}
	if diff := cmp.Diff([]string{"public/_redirects:1:5 /fine literal", "public/_redirects:17:7 /fine literal"}, hostingtest.Rules(p)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

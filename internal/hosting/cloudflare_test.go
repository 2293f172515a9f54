package hosting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/proportion"
)

func TestCloudflareFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ line, want string }{
		"no destination":  {"/a", "the rule has no destination: write one behind the source"},
		"only a comment":  {"/a #/b", "the rule has no destination: write one behind the source"},
		"parameters":      {"/a id=:id /b/:id 301", "the rule has more than source, destination and status: Cloudflare Pages knows no parameters and conditions"},
		"source of host":  {"https://example.com/a /b", "the source must be a path: Cloudflare Pages knows no rules for a host"},
		"source of other": {"http://example.com/a /b", "the source must be a path: Cloudflare Pages knows no rules for a host"},
		"no path":         {"/a b", `the destination must begin with "/" or "https://"`},
		"insecure":        {"/a http://example.com/", `the destination must begin with "/" or "https://"`},
		"no host":         {"/a https:///", `the destination must begin with "/" or "https://"`},
		"other status":    {"/a /b 404", `Cloudflare Pages knows no status "404": write 200, 301, 302, 303, 307 or 308`},
		"forced":          {"/a /b 301!", `Cloudflare Pages knows no status "301!": write 200, 301, 302, 303, 307 or 308`},
		"proxy":           {"/a https://example.com/ 200", "Cloudflare Pages does not answer for other hosts: write a redirect such as 302, or a path"},
		"single page": {"/* /index.html 200", "the destination would be redirected to the source again: write / for the start page, or leave the rule out, " +
			"as a site without 404.html answers every path with it"},
		"start page": {"/ /index", "the destination would be redirected to the source again: write / for the start page, or leave the rule out, " +
			"as a site without 404.html answers every path with it"},
		"twice":            {"/ok /c", "line 1 has a rule for /ok already: remove one of them"},
		"twice, otherwise": {"/%C3%A4 /c", "line 2 has a rule for /%C3%A4 already: remove one of them"},
		"two wildcards":    {"/*/b/* /c", "the source has two wildcards, or a placeholder twice: write each once"},
		"placeholder":      {"/:a/:a /c", "the source has two wildcards, or a placeholder twice: write each once"},
		"too long":         {"/a /" + strings.Repeat("b", 997), "the rule has 1001 characters, of 1000 that Cloudflare Pages reads: shorten it"},
		"no text":          {"/a\xff /b", "the line is not UTF-8: save the file as UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := NewCloudflarePages(tree{redirectsName: "/ok /fine\n/ä /c\n" + test.line + "\r\n/next /fine\n", "404.html": ""}.deployment(nil))
			if diff := cmp.Diff([]string{"public/_redirects:3: " + test.want}, told(p)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if got := ask(p, "/next"); got != "302 /fine" {
				t.Errorf("the next rule answers %s", got)
			}
		})
	}
}

// TestCloudflareLimits expects the rules beyond a limit to be left out with one
// fault for each limit.
func TestCloudflareLimits(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range maxCloudflareStatic + 2 {
		fmt.Fprintf(&file, "/s%d /x\n", i+1)
	}
	for i := range maxCloudflareDynamic - 1 {
		fmt.Fprintf(&file, "/d%d/* /x\n", i+1)
	}
	file.WriteString("/late /x\n/d100/* /x\n/d101/* /x\n")
	p := NewCloudflarePages(tree{redirectsName: file.String(), "404.html": ""}.deployment(nil))
	want := []string{
		"public/_redirects:2001: Cloudflare Pages reads 2000 static rules: this one and all further ones are left out",
		"public/_redirects:2103: Cloudflare Pages reads 100 rules from the first with a wildcard or placeholder on: " +
			"this one and all further ones are left out; move static rules before that one",
	}
	if diff := cmp.Diff(want, told(p)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	for url, want := range map[string]string{
		"/s2000": "302 /x", "/s2001": "404", "/s2002": "404", "/d1/a": "302 /x", "/d99/a": "302 /x", "/late": "302 /x", "/d100/a": "404", "/d101/a": "404",
	} {
		if got := ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}

// TestCloudflareSwallows expects to be told when no link can be broken.
func TestCloudflareSwallows(t *testing.T) {
	t.Parallel()
	want := []string{"public/index.html:0: Cloudflare Pages sends this page for every path that does not exist, as there is no 404.html: " +
		"no link to such a path is broken; add a 404.html unless the site is a single-page application"}
	if diff := cmp.Diff(want, told(NewCloudflarePages(tree{IndexFile: "", "docs/404.html": ""}.deployment(nil)))); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	for name, files := range map[string]tree{"a page": {IndexFile: "", "404.html": ""}, "no start page": {"a.html": ""}} {
		if faults := told(NewCloudflarePages(files.deployment(nil))); len(faults) > 0 {
			t.Errorf("%s: %q", name, faults)
		}
	}
}

func TestCloudflareRules(t *testing.T) {
	t.Parallel()
	p := NewCloudflarePages(tree{redirectsName: "/ä  /b#c\n/s/* https://example.com/:splat 301\n/u/:x /v/:y 200 # later\n"}.deployment(nil))
	want := []string{
		"public/_redirects:1:5 /b#c literal",
		"public/_redirects:2:6 https://example.com/:splat",
		"public/_redirects:3:7 /v/:y literal",
	}
	if diff := cmp.Diff(want, listed(p)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if rule := p.Answer(Request{Path: "/u/1"}).Rule; rule == nil || rule.Line != 3 {
		t.Errorf("a rewrite was made by %v", rule)
	}
}

func TestCloudflareURLPath(t *testing.T) {
	t.Parallel()
	p := NewCloudflarePages(tree{"index.html": "", "a.html": "", "b/index.html": "", "d": "", "d.html": "", ".html": "", "e.htm": ""}.deployment(nil))
	for file, want := range map[string]string{
		"index.html": "", "a.html": "a", "b/index.html": "b/", "d.html": "d.html", ".html": ".html", "e.htm": "e.htm",
	} {
		if got := p.URLPath(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestCloudflareAnswersAtURLPath expects each file to answer where URLPath says.
func TestCloudflareAnswersAtURLPath(t *testing.T) {
	t.Parallel()
	files := tree{
		"index.html": "", "a.html": "", "a/index.html": "", "b/c.html": "", "d": "", "d.html": "", "e.txt": "", "f/index.html": "", "404.html": "",
	}
	for _, p := range []Profile{NewCloudflarePages(files.deployment(nil)), NewNetlify(files.deployment(nil))} {
		for file := range files {
			if got, want := ask(p, "/"+p.URLPath(file)), "200 "+file; got != want {
				t.Errorf("%s: /%s => %s, want %s", p.Name(), p.URLPath(file), got, want)
			}
		}
	}
}

func TestCloudflareFunctionsAsked(t *testing.T) {
	t.Parallel()
	files := tree{"index.html": "", "404.html": ""}
	for name, test := range map[string]struct {
		files, beside tree
		want          string
	}{
		"none":                {nil, nil, "404"},
		"a worker":            {tree{"_worker.js": ""}, nil, "unknown"},
		"a worker in pieces":  {tree{"_worker.js/index.js": ""}, nil, "unknown"},
		"a function":          {nil, tree{"functions/x/y.ts": ""}, "unknown"},
		"another function":    {nil, tree{"functions/x/z.ts": ""}, "404"},
		"a middleware":        {nil, tree{"functions/_middleware.ts": ""}, "unknown"},
		"routes only":         {tree{routesName: `{"include":["/x/*"]}`}, nil, "unknown"},
		"other routes":        {tree{routesName: `{"include":["/z/*"]}`}, nil, "404"},
		"routes and function": {tree{routesName: `{"include":["/*"]}`}, tree{"functions/z.ts": ""}, "404"},
		"excluded":            {tree{"_worker.js": "", routesName: `{"include":["/*"],"exclude":["/x/y"]}`}, nil, "404"},
		"broken routes":       {tree{"_worker.js": "", routesName: `{`}, nil, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := tree{}
			for _, some := range []tree{files, test.files} {
				for file, content := range some {
					all[file] = content
				}
			}
			p := NewCloudflarePages(all.deployment(test.beside))
			if got := ask(p, "/x/y"); got != test.want {
				t.Errorf("/x/y => %s, want %s", got, test.want)
			}
			if faults := told(p); (len(faults) > 0) != (name == "broken routes") {
				t.Errorf("faults %q", faults)
			}
		})
	}
}

// A Worker with static assets has the paths of Pages, but its own status, and no
// start page for what is missing unless it is told so.
func TestStaticWorkers(t *testing.T) {
	t.Parallel()
	public := tree{"index.html": "", "page.html": "", "guide/index.html": ""}
	for name, test := range map[string]struct {
		settings, missing, page string
	}{
		"a Worker":                          {"[assets]\ndirectory = \"public\"\n", "404", "307 /page"},
		"a Worker of one page":              {"[assets]\nnot_found_handling = \"single-page-application\"\n", "200 index.html", "307 /page"},
		"Pages":                             {"pages_build_output_dir = \"public\"\n", "200 index.html", "308 /page"},
		"Pages with a binding of its files": {"pages_build_output_dir = \"assets\"\n", "200 index.html", "308 /page"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := NewCloudflarePages(public.deployment(tree{"wrangler.toml": test.settings}))
			if got := ask(p, "/nothing"); got != test.missing {
				t.Errorf("/nothing => %s, want %s", got, test.missing)
			}
			if got := ask(p, "/page.html"); got != test.page {
				t.Errorf("/page.html => %s, want %s", got, test.page)
			}
			if got := ask(p, "/guide"); got != test.page[:3]+" /guide/" {
				t.Errorf("/guide => %s", got)
			}
		})
	}
}

// askedTree counts the bytes of the names that it is asked for.
type askedTree struct {
	tree
	asked *int
}

func (a askedTree) IsFile(name string) bool {
	*a.asked += len(name)
	return a.tree.IsFile(name)
}

func (a askedTree) IsDir(name string) bool {
	*a.asked += len(name)
	return a.tree.IsDir(name)
}

// TestCloudflareLongPaths asks for a path of many directories that are not there.
func TestCloudflareLongPaths(t *testing.T) {
	t.Parallel()
	asked := 0
	d := tree{"a/404.html": "", IndexFile: ""}.deployment(nil)
	d.Files = askedTree{tree{"a/404.html": "", IndexFile: ""}, &asked}
	p := NewCloudflarePages(d)
	for _, first := range []string{"/a", "/b"} {
		proportion.Steps(t, 1<<10, func(size int) int {
			asked = 0
			p.Answer(Request{Path: first + strings.Repeat("/c", size/2), Effort: NewEffort()})
			return asked
		})
	}
}

package cloudflare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestCloudflareFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ line, want string }{
		"no destination":  {line: "/a", want: "the rule has no destination: write one after the source"},
		"only a comment":  {line: "/a #/b", want: "the rule has no destination: write one after the source"},
		"parameters":      {line: "/a id=:id /b/:id 301", want: "the rule has too many parts: Cloudflare Pages supports only source, destination and status"},
		"source of host":  {line: "https://example.com/a /b", want: "the source must be a path: Cloudflare Pages does not support rules for a host"},
		"source of other": {line: "http://example.com/a /b", want: "the source must be a path: Cloudflare Pages does not support rules for a host"},
		"no path":         {line: "/a b", want: `the destination must begin with "/" or "https://"`},
		"insecure":        {line: "/a http://example.com/", want: `the destination must begin with "/" or "https://"`},
		"no host":         {line: "/a https:///", want: `the destination must begin with "/" or "https://"`},
		"other status":    {line: "/a /b 404", want: `Cloudflare Pages does not support the status "404": write 200, 301, 302, 303, 307 or 308`},
		"forced":          {line: "/a /b 301!", want: `Cloudflare Pages does not support the status "301!": write 200, 301, 302, 303, 307 or 308`},
		"proxy":           {line: "/a https://example.com/ 200", want: "Cloudflare Pages cannot show pages of other hosts: write a redirect status such as 302, or a path"},
		"single page": {line: "/* /index.html 200", want: "the destination redirects back to the source: write / for the start page, or remove the rule, " +
			"because a site without 404.html shows the start page for every path"},
		"start page": {line: "/ /index", want: "the destination redirects back to the source: write / for the start page, or remove the rule, " +
			"because a site without 404.html shows the start page for every path"},
		"twice":            {line: "/ok /c", want: "line 1 already has a rule for /ok: remove one of them"},
		"twice, otherwise": {line: "/%C3%A4 /c", want: "line 2 already has a rule for /%C3%A4: remove one of them"},
		"two wildcards":    {line: "/*/b/* /c", want: "the source has two wildcards, or a placeholder twice: use each only once"},
		"placeholder":      {line: "/:a/:a /c", want: "the source has two wildcards, or a placeholder twice: use each only once"},
		"too long":         {line: "/a /" + strings.Repeat("b", 997), want: "the rule has 1001 characters, but Cloudflare Pages reads at most 1000: shorten it"},
		"no text":          {line: "/a\xff /b", want: "the line is not UTF-8: save the file as UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := New(hostingtest.Tree{redirects.FileName: "/ok /fine\n/ä /c\n" + test.line + "\r\n/next /fine\n", "404.html": ""}.Deployment(nil))
			if diff := cmp.Diff([]string{"public/_redirects:3: " + test.want}, hostingtest.Faults(p)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if got := hostingtest.Ask(p, "/next"); got != "302 /fine" {
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
	for i := range maxStatic + 2 {
		fmt.Fprintf(&file, "/s%d /x\n", i+1)
	}
	for i := range maxDynamic - 1 {
		fmt.Fprintf(&file, "/d%d/* /x\n", i+1)
	}
	file.WriteString("/late /x\n/d100/* /x\n/d101/* /x\n")
	p := New(hostingtest.Tree{redirects.FileName: file.String(), "404.html": ""}.Deployment(nil))
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
	if diff := cmp.Diff(want, hostingtest.Faults(New(hostingtest.Tree{hosting.IndexFile: "", "docs/404.html": ""}.Deployment(nil)))); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	for name, files := range map[string]hostingtest.Tree{"a page": {hosting.IndexFile: "", "404.html": ""}, "no start page": {"a.html": ""}} {
		if faults := hostingtest.Faults(New(files.Deployment(nil))); len(faults) > 0 {
			t.Errorf("%s: %q", name, faults)
		}
	}
}

func TestCloudflareRules(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{redirects.FileName: "/ä  /b#c\n/s/* https://example.com/:splat 301\n/u/:x /v/:y 200 # later\n"}.Deployment(nil))
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
	hostingtest.CheckURLPaths(t, New(files.Deployment(nil)), paths)
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
		"routes only":         {files: hostingtest.Tree{routesName: `{"include":["/x/*"]}`}, repository: nil, want: "unknown"},
		"other routes":        {files: hostingtest.Tree{routesName: `{"include":["/z/*"]}`}, repository: nil, want: "404"},
		"routes and function": {files: hostingtest.Tree{routesName: `{"include":["/*"]}`}, repository: hostingtest.Tree{"functions/z.ts": ""}, want: "404"},
		"excluded":            {files: hostingtest.Tree{"_worker.js": "", routesName: `{"include":["/*"],"exclude":["/x/y"]}`}, repository: nil, want: "404"},
		"broken routes":       {files: hostingtest.Tree{"_worker.js": "", routesName: `{`}, repository: nil, want: "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := hostingtest.Tree{}
			for _, some := range []hostingtest.Tree{files, test.files} {
				for file, content := range some {
					all[file] = content
				}
			}
			p := New(all.Deployment(test.repository))
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
			p := New(public.Deployment(hostingtest.Tree{"wrangler.toml": test.settings}))
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
	d := hostingtest.Tree{"a/404.html": "", hosting.IndexFile: ""}.Deployment(nil)
	d.Files = askedTree{Tree: hostingtest.Tree{"a/404.html": "", hosting.IndexFile: ""}, asked: &asked}
	p := New(d)
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

// TestShapes expects a fault for each value that is of another type than it must be, or has
// a name that nothing reads.
func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"{\"version\": \"1\",\n\"include\": \"/x\",\n\"exclude\": [1]}": {
			`1 "version" must be a number`, `2 "include" must be a list`, `3 a value of "exclude" must be a string`, `1 no path in "include"`,
		},
		"{\n": {"2 not valid JSON"},
	} {
		hostingtest.CheckShapes(t, New(hostingtest.Tree{"index.html": "", "404.html": "", routesName: text}.Deployment(nil)), want...)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

// TestRoutesOfFiles compares which paths a file of code below functions answers.
func TestRoutesOfFiles(t *testing.T) {
	t.Parallel()
	for file, test := range map[string]struct{ match, other string }{
		"a.js":             {match: "/a /a/", other: "/ /a/b /ab"},
		"index.ts":         {match: "/", other: "/index /a"},
		"a/index.jsx":      {match: "/a /a/", other: "/ /a/index"},
		"a/[id].mts":       {match: "/a/x /a/x/", other: "/a /a/x/y"},
		"[id]/b.js":        {match: "/x/b", other: "/b /x/y/b"},
		"a/[[rest]].tsx":   {match: "/a /a/x /a/x/y", other: "/ /ab"},
		"_middleware.js":   {match: "/ /a /a/b"},
		"a/_middleware.js": {match: "/a /a/b", other: "/ /b"},
		"a.b.js":           {match: "/a.b", other: "/axb"},
		"a.json":           {other: "/a /"},
	} {
		var f functions
		f.addRoute(strings.Split(file, "/"))
		compare(t, file, f.mayAnswer, test.match, test.other)
	}
}

// compare expects some paths to match, and others not.
func compare(t *testing.T, name string, match func(path string) bool, matching, other string) {
	t.Helper()
	for want, paths := range map[bool]string{true: matching, false: other} {
		for path := range strings.FieldsSeq(paths) {
			if match(path) != want {
				t.Errorf("%s matches %s: %t", name, path, !want)
			}
		}
	}
}

func TestRouteExpressions(t *testing.T) {
	t.Parallel()
	for route, test := range map[string]struct{ match, other string }{
		"/a":       {match: "/a", other: "/a/ /ab"},
		"/a/*":     {match: "/a/ /a/b /a/b/c", other: "/a /b"},
		"/a*b":     {match: "/ab /a/x/b", other: "/a /abc"},
		"/%C3%A4":  {match: "/ä", other: "/%C3%A4"},
		"/a.b(c)?": {match: "/a.b(c)?", other: "/axb"},
	} {
		compare(t, route, routeExpression(route).MatchString, test.match, test.other)
	}
}

// TestReadWrangler compares what the settings of Cloudflare's tool say, also where they
// cannot be read.
func TestReadWrangler(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file, text string
		want       wrangler
	}{
		"Pages":                {file: "wrangler.toml", text: "pages_build_output_dir = \"x\"\n", want: wrangler{pages: true}},
		"Pages in JSON":        {file: "wrangler.json", text: `{"pages_build_output_dir": "x"}`, want: wrangler{pages: true}},
		"assets":               {file: "wrangler.toml", text: "[assets]\nnot_found_handling = \"404-page\"\n", want: wrangler{assets: true, fallback: "404-page"}},
		"assets in JSON":       {file: "wrangler.jsonc", text: "{\"assets\": {\"not_found_handling\": \"none\"}, // x\n}", want: wrangler{assets: true, fallback: "none"}},
		"a program alone":      {file: "wrangler.toml", text: "main = \"x.ts\"\n"},
		"broken TOML":          {file: "wrangler.toml", text: "= assets", want: wrangler{assets: true}},
		"broken JSON":          {file: "wrangler.json", text: `{pages_build_output_dir`, want: wrangler{pages: true}},
		"broken, and no site":  {file: "wrangler.json", text: `{`},
		"words in other words": {file: "wrangler.toml", text: "main = \"assets/pages_build_output_dir\"\n"},
	} {
		if got := readWrangler(&hosting.Source{Name: test.file, Data: []byte(test.text)}); got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

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

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: routesName, Deployed: true, New: New},
	{Name: "wrangler.toml", New: New},
	{Name: "wrangler.json", New: New},
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFiles...) }

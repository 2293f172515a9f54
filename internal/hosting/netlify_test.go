package hosting_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestNetlifyRules(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Netlify, hostingtest.Tree{"_redirects": "\ufeff/a /b\n" +
		"\t/ä  id=:id   /c/:id  301 # for now\n" +
		"/s/* /t/:splat\n" +
		"/u/* /v/:slug\n" +
		"/own/* 200\n" +
		"https://old.example.com/* https://example.com/:splat 301!\n" +
		"https://old.example.com/x /y\n"}.Deployment(hostingtest.Tree{"netlify.toml": "[[redirects]]\nfrom = \"/z\" # ä\n  to = \"/y\"\n"}))
	want := []string{
		"netlify.toml:3:9 /y literal",
		"public/_redirects:1:5 /b literal",
		"public/_redirects:2:15 /c/:id",
		"public/_redirects:3:6 /t/:splat",
		"public/_redirects:4:6 /v/:slug literal",
		"public/_redirects:6:27 https://example.com/:splat",
		"public/_redirects:7:27 /y literal",
	}
	if diff := cmp.Diff(want, hostingtest.Rules(p)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string(nil), hostingtest.Faults(p)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// TestNetlifyTellsTheRule expects an answer to name the rule that made it, and
// what is wrong with it.
func TestNetlifyTellsTheRule(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Netlify, hostingtest.Tree{"_redirects": "/gone /x 410\n/lost /nowhere 200\n", ".env": ""}.Deployment(nil))
	for path, want := range map[string]string{
		"/gone": "1 ",
		"/lost": "2 a rule rewrites the path to /nowhere, which does not exist",
		"/.env": "0 Netlify does not publish .env",
		"/else": "0 ",
	} {
		answer := p.Answer(hosting.Request{Path: path})
		line := 0
		if answer.Rule != nil {
			line = answer.Rule.Line
		}
		if got := fmt.Sprint(line, " ", answer.Why); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestNetlifyURLPath(t *testing.T) {
	t.Parallel()
	files := hostingtest.Tree{
		"index.html": "", "a.html": "", "b/index.html": "", "c.html": "", "c/index.html": "", "d": "", "d.html": "", "e.txt": "",
		"f/.html": "",
	}
	pretty := hosting.New(hosting.Netlify, files.Deployment(nil))
	plain := hosting.New(hosting.Netlify, files.Deployment(hostingtest.Tree{"netlify.toml": "build.processing.html.pretty_urls = false"}))
	for file, want := range map[string][2]string{
		"index.html":   {"", ""},
		"a.html":       {"a", "a"},
		"b/index.html": {"b/", "b/"},
		"c.html":       {"c", "c"},
		"c/index.html": {"c/index.html", "c/index.html"},
		"d.html":       {"d.html", "d.html"},
		"e.txt":        {"e.txt", "e.txt"},
		"f/.html":      {"f/.html", "f/.html"},
	} {
		if diff := cmp.Diff(want, [2]string{pretty.URLPath(file), plain.URLPath(file)}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestNetlifyFunctions expects nothing to be missing where functions may answer.
func TestNetlifyFunctions(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Netlify, hostingtest.Tree{"index.html": "", "page.html": "", "_redirects": "/rewritten /hello 200\n"}.Deployment(hostingtest.Tree{
		"netlify/functions/a.mjs":           `export const config = { path: "/hello" }`,
		"netlify/functions/b/b.ts":          "export const config: Config = {\n  path: ['/v1/:id', \"/v2/*\"],\n}",
		"netlify/edge-functions/geo.js":     "export const config = { path: `/page` };",
		"netlify/functions/c.mjs":           `const path = require("node:path"); // path: "relative"`,
		"other/functions/not-a-function.js": `export const config = { path: "/nothing" }`,
	}))
	hostingtest.CheckAnswers(t, p, map[string]string{
		"/hello":     "unknown",
		"/hello/":    "unknown",
		"/hello/you": "404",
		"/v1/7":      "unknown",
		"/v2":        "unknown",
		"/v2/a/b":    "unknown",
		"/page":      "200 page.html or unknown",
		"/rewritten": "unknown",
		"/relative":  "404",
		"/nothing":   "404",
	})
}

// TestNetlifyManyRules finds the last of many rules.
func TestNetlifyManyRules(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&file, "/old/%d /new/%d 301!\n/part%d/:x/* /whole/:x\n", i, i, i)
	}
	p := hosting.New(hosting.Netlify, hostingtest.Tree{"_redirects": file.String()}.Deployment(nil))
	if got := hostingtest.Ask(p, "/old/1999"); got != "301 /new/1999" {
		t.Error(got)
	}
	if got := hostingtest.Ask(p, "/part1999/a/b"); got != "301 /whole/a" {
		t.Error(got)
	}
	if got := len(p.Rules()); got != 4000 {
		t.Errorf("%d rules", got)
	}
}

// TestNetlifyOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestNetlifyOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	netlifyFiles[0].CheckEffort(t, hostingtest.Number("/x%d/* /y/:splat\n"), 0)
	netlifyFiles[1].CheckEffort(t, hostingtest.Number("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"), 0)
	netlifyFiles[0].CheckEffort(t, hostingtest.Number("/:a/x%d/* /y/:splat\n"), 10)
}

// TestNetlifyAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestNetlifyAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	netlifyFiles[0].CheckSpent(t, strings.Repeat("/:a/:b/:c /y\n", 3000))
}

func FuzzNetlifyRedirects(f *testing.F) {
	f.Add("/a /b\n/news/* /blog/:splat 301!\n/s id=:id /x/:id 200 Country=us\n", "/news/1?id=2")
	f.Add("/*/x/:y/* https://example.com/:splat/:y 200\n/x/* 200 # own\n", "/q/x/1/2/")
	f.Add("\ufeff/ü%20ä /%zz\r\n// //:a 404\n/:a-b/c* /:a-b:splat#x?y\n", "/ü ä")
	f.Fuzz(func(t *testing.T, rules, url string) {
		hostingtest.CheckRedirects(t, rules, url, hosting.Netlify)
	})
}

func FuzzNetlifyConfig(f *testing.F) {
	f.Add("[[redirects]]\nfrom = \"/a/*\"\nto = '/b/:splat'\nstatus = 200\nforce = true\nquery = {id = \":id\"}\n[redirects.conditions]\nCountry = [\"us\"]\n", "/a/b?id=1")
	f.Add("redirects = [{from='/a', to=\"\"\"\n/b\"\"\"}]\n[[edge_functions]]\npath=['/x*']\n[build.processing.html]\npretty_urls=false", "/both/")
	f.Fuzz(func(t *testing.T, config, url string) {
		p := hosting.New(hosting.Netlify, hostingtest.SiteWith("").Deployment(hostingtest.Tree{"netlify.toml": config}))
		hostingtest.CheckLines(t, p, config)
		hostingtest.CheckAnswer(t, p, url)
	})
}

func BenchmarkLinearNetlify(b *testing.B) { hostingtest.BenchmarkFiles(b, netlifyFiles...) }

// netlifyFiles are the files that the profile reads.
var netlifyFiles = []hostingtest.HostFile{
	{Host: hosting.Netlify, Name: "_redirects", Deployed: true},
	{Host: hosting.Netlify, Name: "netlify.toml"},
}

// TestNetlifyFaults expects a fault for what linkvet cannot read, and none for a rule that
// Netlify leaves out.
func TestNetlifyFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ lines, toml, want string }{
		"no text":        {lines: "/a\xff /b\n", want: "public/_redirects:1: the line is not UTF-8: save the file as UTF-8"},
		"large":          {lines: strings.Repeat("/a /b\n", 1<<20), want: "public/_redirects:0: the file is too large (2 MiB or more), so linkvet ignores its rules"},
		"no TOML":        {toml: "[build]\npublish = \"public\n", want: "netlify.toml:2: Netlify cannot read the file: "},
		"twice":          {toml: "[build]\na = 1\na = 2\n", want: "netlify.toml:3: Netlify cannot read the file: a is set twice"},
		"large TOML":     {toml: strings.Repeat("#\n", 1<<20), want: "netlify.toml:0: the file is too large (2 MiB or more), so linkvet ignores its rules"},
		"of no use":      {toml: "redirects = [\"/a /b\", {to = \"/b\"}, {from = \"/a\"}, {from = \"/a\", to = \"b\"}, {from = \"/a\", to = \"/b\", status = \"x\"}]"},
		"left out":       {lines: "/a\n/b moved\n/c /b moved\n/d /b 99\n/.netlify/x /b\n/e?id=1 /b\n/f#g /b\n/*.html /b\n/g /g/\n/" + strings.Repeat("h", 1<<14) + " /b\n"},
		"a list of none": {toml: "redirects = 1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hosting.New(hosting.Netlify, hostingtest.Tree{"_redirects": test.lines}.Deployment(hostingtest.Tree{"netlify.toml": test.toml}))
			got := strings.Join(hostingtest.Faults(p), "\n")
			if !strings.HasPrefix(got, test.want) || test.want == "" && got+strings.Join(hostingtest.Rules(p), "\n") != "" {
				t.Errorf("faults %q, want %q; rules %q", got, test.want, hostingtest.Rules(p))
			}
		})
	}
}

// TestNetlifyQueries expects a rule that asks for parameters to apply perhaps, where there are
// any.
// TestNetlifyFilledOnce expects what was captured not to be filled in again, as it could double with each name.
func TestNetlifyFilledOnce(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Netlify, hostingtest.SiteWith("/:a/:b/:c /x/:a 301\n").Deployment(nil))
	if got := hostingtest.Ask(p, "/:b:b/:c:c/y"); got != "301 /x/:b:b" {
		t.Errorf("got %s", got)
	}
}

func TestNetlifyQueries(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Netlify, hostingtest.Tree{"_redirects": "/a id=:x /b/:x 301\n/c lang=en /en 301\n"}.Deployment(nil))
	hostingtest.CheckAnswers(t, p, map[string]string{"/a": "404", "/a?id=7": "404 or unknown", "/c": "404", "/c?lang=en": "404 or 301 /en?lang=en"})
}

// TestNetlifyIgnoresCase expects a file in any letter case before a rule that is not forced.
func TestNetlifyIgnoresCase(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{"index.html": "", "Guide/Start.html": "", "docs/index.html": "", "_redirects": "/old /index.html 200!\n/* /index.html 200\n", "Old.html": "", "file.txt": ""}
	d := site.Deployment(nil)
	d.InAnyCase = func(name string) (string, bool) {
		for file := range site {
			for _, actual := range []string{file, path.Dir(file)} {
				if strings.EqualFold(actual, name) {
					return actual, true
				}
			}
		}
		return "", false
	}
	p := hosting.New(hosting.Netlify, d)
	for url, want := range map[string]struct {
		answer    string
		otherCase bool
	}{
		"/guide/start":      {answer: "200 Guide/Start.html", otherCase: true},
		"/guide/start.HTML": {answer: "200 Guide/Start.html", otherCase: true},
		"/Guide/Start":      {answer: "200 Guide/Start.html"},
		"/docs/":            {answer: "200 docs/index.html"},
		"/GUIDE/START/":     {answer: "200 Guide/Start.html", otherCase: true},
		"/file.txt/":        {answer: "200 index.html"}, // by the rule
		"/FILE.txt/":        {answer: "200 index.html"},
		"/DOCS":             {answer: "200 docs/index.html", otherCase: true},
		"/old":              {answer: "200 index.html"},
		"/other":            {answer: "200 index.html"},
	} {
		answer := p.Answer(hosting.Request{Path: url})
		if got := hostingtest.Describe(answer); got != want.answer || answer.OtherCase != want.otherCase {
			t.Errorf("%s: got %q, in another case %t", url, got, answer.OtherCase)
		}
	}
}

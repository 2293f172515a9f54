package netlify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/hostingtest"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

func TestNetlifyFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ line, want string }{
		"no destination":        {"/a", "the rule has no destination: write one behind the source"},
		"only a comment":        {"/a # /b", "the rule has no destination: write one behind the source"},
		"no path":               {"/a b", `the rule has no destination: it must begin with "/", "http://" or "https://"`},
		"other scheme":          {"/a mailto:x@example.com", `the rule has no destination: it must begin with "/", "http://" or "https://"`},
		"no status":             {"/a /b moved", `"moved" is no status: write one such as 301, 302, 200 or 404`},
		"impossible status":     {"/a /b 99", `"99" is no status: write one such as 301, 302, 200 or 404`},
		"huge status":           {"/a /b 30199999999999999999999", `"30199999999999999999999" is no status: write one such as 301, 302, 200 or 404`},
		"condition as status":   {"/a /b Language=en", "a status must stand before conditions: write 301 or 302 there"},
		"redirect to itself":    {"/a 301", "the rule has no destination: write one behind the source"},
		"own without splat":     {"/a 200", "the rule has no destination: write one behind the source"},
		"of the host":           {"/.netlify/x /b", "paths below /.netlify belong to Netlify: remove the rule"},
		"of the host, with it":  {"https://example.com/.netlify/x /b", "paths below /.netlify belong to Netlify: remove the rule"},
		"query in the source":   {"/a?id=1 /b", `a source with "?" matches nothing: write parameters behind it, such as id=:id`},
		"fragment in it":        {"/a#b /b", `a source with "#" matches nothing, as browsers do not send it: remove that part`},
		"asterisk in a segment": {"/*.html /b", "an asterisk is only a wildcard at the end of a path segment: use a placeholder such as :name"},
		"only a slash":          {"/a /a/", "source and destination are the same to Netlify, which takes no notice of a slash at the end: remove the rule"},
		"same, encoded":         {"/%C3%A4/ /ä 200", "source and destination are the same to Netlify, which takes no notice of a slash at the end: remove the rule"},
		"too long":              {"/" + strings.Repeat("a", maxRule) + " /b", "the rule is too long: shorten it"},
		"no text":               {"/a\xff /b", "the line is not UTF-8: save the file as UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := New(hostingtest.Tree{redirects.FileName: "# A comment.\r\n\r\n" + test.line + "\r\n/ok /fine\n", "a.html": ""}.Deployment(nil))
			if diff := cmp.Diff([]string{"public/_redirects:3: " + test.want}, hostingtest.Faults(p)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if got := hostingtest.Ask(p, "/ok"); got != "301 /fine" {
				t.Errorf("the next rule answers %s", got)
			}
		})
	}
}

func TestNetlifyRules(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{redirects.FileName: "\ufeff/a /b\n" +
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
	p := New(hostingtest.Tree{redirects.FileName: "/gone /x 410\n/lost /nowhere 200\n", ".env": ""}.Deployment(nil))
	for path, want := range map[string]string{
		"/gone": "1 ",
		"/lost": "2 a rule rewrites the path to /nowhere, where nothing is",
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
	pretty := New(files.Deployment(nil))
	plain := New(files.Deployment(hostingtest.Tree{"netlify.toml": "build.processing.html.pretty_urls = false"}))
	for file, want := range map[string][2]string{
		"index.html":   {"", ""},
		"a.html":       {"a", "a"},
		"b/index.html": {"b/", "b/"},
		"c.html":       {"c", "c"},
		"c/index.html": {"c/index.html", "c/"},
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
	p := New(hostingtest.Tree{"index.html": "", "page.html": "", redirects.FileName: "/rewritten /hello 200\n"}.Deployment(hostingtest.Tree{
		"netlify/functions/a.mjs":           `export const config = { path: "/hello" }`,
		"netlify/functions/b/b.ts":          "export const config: Config = {\n  path: ['/v1/:id', \"/v2/*\"],\n}",
		"netlify/edge-functions/geo.js":     "export const config = { path: `/page` };",
		"netlify/functions/c.mjs":           `const path = require("node:path"); // path: "relative"`,
		"other/functions/not-a-function.js": `export const config = { path: "/nothing" }`,
	}))
	for url, want := range map[string]string{
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
	} {
		if got := hostingtest.Ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}

func TestNetlifyConfigFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"no TOML":        {"[build]\npublish = \"public\n", "2: Netlify cannot read the file: "},
		"twice":          {"[build]\na = 1\na = 2\n", "3: Netlify cannot read the file: a is set twice"},
		"table of value": {"a = 1\n[a.b]\n", "2: Netlify cannot read the file: a.b is set twice"},
		"array of value": {"a = 1\n[[a]]\n", "2: Netlify cannot read the file: a is set twice"},
		"no list":        {"\nredirects = 1\n", "2: redirects is no list: write each as [[redirects]]"},
		"a table":        {"[redirects]\nfrom = \"/a\"\nto = \"/b\"\n", "1: redirects is no list: write each as [[redirects]]"},
		"no source":      {"[[redirects]]\nto = \"/b\"\n", `1: the redirect has no "from": write the path that it is for`},
		"no destination": {"[[redirects]]\nfrom = \"/b\"\n", "1: the rule has no destination: write one behind the source"},
		"no path":        {"[[redirects]]\nfrom = \"/a\"\nto = \"b\"\n", `1: the destination "b" must begin with "/", "http://" or "https://"`},
		"no status":      {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nstatus = \"x\"\n", `1: "x" is no status: write one such as 301, 302, 200 or 404`},
		"no table":       {"\nredirects = [\"/a /b\"]\n", "2: a redirect is no table: write each as [[redirects]]"},
		"force":          {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nforce = \"yes\"\n", `4: "force" must be true or false`},
		"a status each":  {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nstatus = [301]\n", `4: "status" must be a number`},
		"query":          {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nquery = \"id\"\n", `4: "query" must be a table`},
		"conditions":     {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nconditions = [1]\n", `4: "conditions" must be a table`},
		"a number":       {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\ndestination = 5\n", `4: "destination" must be a string`},
		"unheard of":     {"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\ncondition = {}\n", `4: linkvet does not know "condition" here`},
		"inline":         {"redirects = [\n {from = \"/x\", to = \"/y\"},\n {to = \"/b\"},\n]\n", `3: the redirect has no "from": write the path that it is for`},
		"too large":      {strings.Repeat("#\n", 1<<19), "0: the file has 1 MiB or more: its rules are not read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := hostingtest.Faults(New(hostingtest.Tree{}.Deployment(hostingtest.Tree{"netlify.toml": test.config})))
			if len(got) != 1 || !strings.HasPrefix(got[0], "netlify.toml:"+test.want) {
				t.Errorf("faults %q, want netlify.toml:%s", got, test.want)
			}
		})
	}
}

// TestNetlifyManyRules expects a lookup among many rules to be quick.
func TestNetlifyManyRules(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&file, "/old/%d /new/%d 301!\n/part%d/:x/* /whole/:x\n", i, i, i)
	}
	p := New(hostingtest.Tree{redirects.FileName: file.String()}.Deployment(nil))
	if got := hostingtest.Ask(p, "/old/19999"); got != "301 /new/19999" {
		t.Error(got)
	}
	if got := hostingtest.Ask(p, "/part19999/a/b"); got != "301 /whole/a" {
		t.Error(got)
	}
	if got := len(p.Rules()); got != 40_000 {
		t.Errorf("%d rules", got)
	}
}

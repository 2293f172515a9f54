package netlify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func TestNetlifyFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ line, want string }{
		"no destination":        {line: "/a", want: "the rule has no destination: write one after the source"},
		"only a comment":        {line: "/a # /b", want: "the rule has no destination: write one after the source"},
		"no path":               {line: "/a b", want: `the rule has no destination: it must begin with "/", "http://" or "https://"`},
		"other scheme":          {line: "/a mailto:x@example.com", want: `the rule has no destination: it must begin with "/", "http://" or "https://"`},
		"no status":             {line: "/a /b moved", want: `"moved" is not a status: write one such as 301, 302, 200 or 404`},
		"impossible status":     {line: "/a /b 99", want: `"99" is not a status: write one such as 301, 302, 200 or 404`},
		"huge status":           {line: "/a /b 30199999999999999999999", want: `"30199999999999999999999" is not a status: write one such as 301, 302, 200 or 404`},
		"condition as status":   {line: "/a /b Language=en", want: "the status must come before the conditions: write 301 or 302 there"},
		"redirect to itself":    {line: "/a 301", want: "the rule has no destination: write one after the source"},
		"own without splat":     {line: "/a 200", want: "the rule has no destination: write one after the source"},
		"of the host":           {line: "/.netlify/x /b", want: "Netlify reserves paths below /.netlify: remove the rule"},
		"of the host, with it":  {line: "https://example.com/.netlify/x /b", want: "Netlify reserves paths below /.netlify: remove the rule"},
		"query in the source":   {line: "/a?id=1 /b", want: `a source with "?" matches nothing: write parameters after the path, such as id=:id`},
		"fragment in it":        {line: "/a#b /b", want: `a source with "#" matches nothing, as browsers do not send it: remove that part`},
		"asterisk in a segment": {line: "/*.html /b", want: "an asterisk is a wildcard only at the end of a path segment: use a placeholder such as :name"},
		"only a slash":          {line: "/a /a/", want: "source and destination are the same, because Netlify ignores a slash at the end: remove the rule"},
		"same, encoded":         {line: "/%C3%A4/ /ä 200", want: "source and destination are the same, because Netlify ignores a slash at the end: remove the rule"},
		"too long":              {line: "/" + strings.Repeat("a", maxRule) + " /b", want: "the rule is too long: shorten it"},
		"no text":               {line: "/a\xff /b", want: "the line is not UTF-8: save the file as UTF-8"},
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

func TestNetlifyConfigFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"no TOML":        {config: "[build]\npublish = \"public\n", want: "2: Netlify cannot read the file: "},
		"twice":          {config: "[build]\na = 1\na = 2\n", want: "3: Netlify cannot read the file: a is set twice"},
		"table of value": {config: "a = 1\n[a.b]\n", want: "2: Netlify cannot read the file: a.b is set twice"},
		"array of value": {config: "a = 1\n[[a]]\n", want: "2: Netlify cannot read the file: a is set twice"},
		"no list":        {config: "\nredirects = 1\n", want: "2: redirects must be a list: write each as [[redirects]]"},
		"a table":        {config: "[redirects]\nfrom = \"/a\"\nto = \"/b\"\n", want: "1: redirects must be a list: write each as [[redirects]]"},
		"no source":      {config: "[[redirects]]\nto = \"/b\"\n", want: `1: the redirect has no "from": write the path to redirect`},
		"no destination": {config: "[[redirects]]\nfrom = \"/b\"\n", want: "1: the rule has no destination: write one after the source"},
		"no path":        {config: "[[redirects]]\nfrom = \"/a\"\nto = \"b\"\n", want: `1: the destination "b" must begin with "/", "http://" or "https://"`},
		"no status":      {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nstatus = \"x\"\n", want: `1: "x" is not a status: write one such as 301, 302, 200 or 404`},
		"no table":       {config: "\nredirects = [\"/a /b\"]\n", want: "2: a redirect must be a table: write each as [[redirects]]"},
		"force":          {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nforce = \"yes\"\n", want: `4: "force" must be true or false`},
		"a status each":  {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nstatus = [301]\n", want: `4: "status" must be a number`},
		"query":          {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nquery = \"id\"\n", want: `4: "query" must be a table`},
		"conditions":     {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\nconditions = [1]\n", want: `4: "conditions" must be a table`},
		"a number":       {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\ndestination = 5\n", want: `4: "destination" must be a string`},
		"unheard of":     {config: "[[redirects]]\nfrom = \"/a\"\nto = \"/b\"\ncondition = {}\n", want: `4: linkvet does not know the key "condition" here`},
		"inline":         {config: "redirects = [\n {from = \"/x\", to = \"/y\"},\n {to = \"/b\"},\n]\n", want: `3: the redirect has no "from": write the path to redirect`},
		"too large":      {config: strings.Repeat("#\n", 1<<19), want: "0: the file is too large (1 MiB or more)"},
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

// TestNetlifyManyRules finds the last of many rules.
func TestNetlifyManyRules(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&file, "/old/%d /new/%d 301!\n/part%d/:x/* /whole/:x\n", i, i, i)
	}
	p := New(hostingtest.Tree{redirects.FileName: file.String()}.Deployment(nil))
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

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

// TestQueries compares rules that ask for parameters of the query.
func TestQueries(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{redirects.FileName: "/a id=:x /b/:x 301\n/a lang=en /en 301\n/a x=:x y=:y /:x/:y 301\n/c empty= /d 301\n"}.Deployment(nil))
	hostingtest.CheckAnswers(t, p, map[string]string{
		"/a":              "404",
		"/a?id=7":         "301 /b/7?id=7",
		"/a?id=ä%20b":     "301 /b/%C3%A4%20b?id=%C3%A4%20b",
		"/a?id=1&id=2":    "301 /b/2?id=1&id=2",
		"/a?lang=en":      "301 /en?lang=en",
		"/a?lang=de":      "404",
		"/a?x=1":          "404",
		"/a?y=2&x=1":      "301 /1/2?y=2&x=1",
		"/a?id=%zz":       "301 /b/%25zz?id=%zz",
		"/c?empty=":       "301 /d?empty=",
		"/c?empty":        "301 /d?empty",
		"/c?empty=not":    "404",
		"/a?other&id=3#x": "301 /b/3%23x?other&id=3#x",
	})
}

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

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: configName, New: New},
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFiles...) }

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	hostFiles[0].CheckEffort(t, hostingtest.Number("/x%d/* /y/:splat\n"), 0)
	hostFiles[1].CheckEffort(t, hostingtest.Number("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"), 0)
	hostFiles[0].CheckEffort(t, hostingtest.Number("/:a/x%d/* /y/:splat\n"), 10)
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFiles[0].CheckSpent(t, strings.Repeat("/:a/:b/:c /y\n", 3000))
}

// BenchmarkLinearSources reads sources of many segments without a name.
func BenchmarkLinearSources(b *testing.B) {
	lineartest.Time(b, 1<<18, func(size int) func() {
		source := strings.Repeat("/a", size/2)
		return func() { compileSource(source) }
	})
}

package vercel

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/settings"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFile is the file of settings as the tests of all hosts use it.
var hostFile = hostingtest.HostFile{Name: fileName, New: New}

// TestFaults compares what the profile says about its files, and the destinations of its
// rules.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []hostingtest.FaultTest{
		{Name: "without fault", Repository: hostingtest.Tree{"vercel.json": "{\n \"rewrites\": [{\"source\": \"/b\", \"destination\": \"/index.html\"}, {\"source\": \"/c\", \"destination\": \"/missing\"}],\n \"redirects\": [{\"source\": \"/ä\", \"destination\": \"/:not-a-name\"},\n {\"source\": \"/:x\", \"destination\": \"/y/:x\"}, {\"source\": \"/(.*)\", \"destination\": \"/y/$1\"}]}"}, Faults: []string{
			"vercel.json:3 uses \":not\", which the source does not have",
		}, Rules: []string{"vercel.json:2:48 /index.html", "vercel.json:2:96 /missing literal", "vercel.json:4:36 /y/:x", "vercel.json:4:81 /y/$1"}},
		{Name: "redirects", Repository: hostingtest.Tree{"vercel.json": "{\"redirects\": [\n{\"source\": \"/a\"},\n{\"source\": \"a\", \"destination\": \"/b\"},\n{\"source\": \"/a\", \"destination\": \"/b\", \"permanent\": true,\n\"statusCode\": 301},\n{\"source\": \"/a\", \"destination\": \"/b\", \"statusCode\": 200},\n{\"source\": \"/(a\", \"destination\": \"/b\"},\n{\"source\": \"/a**\", \"destination\": \"/b\"}, 7]}"}, Faults: []string{
			"vercel.json:2 a redirect must have a source and a destination",
			"vercel.json:3 does not begin with a slash",
			"vercel.json:5 both permanent and statusCode",
			"vercel.json:6 must be a number from 300 to 399",
			"vercel.json:7 cannot read the source \"/(a\"",
			"vercel.json:8 cannot read the source \"/a**\"",
			"vercel.json:8 a redirect must have a source and a destination",
		}, Rules: []string{"vercel.json:7:35 /b literal", "vercel.json:8:36 /b literal"}},
		{Name: "unread", Repository: hostingtest.Tree{"middleware.ts": "", "vercel.json": "{\"builds\": [],\n\"bulkRedirectsPath\": \"x\",\n\"rewrites\": [{\"source\": \"/a\", \"destination\": {\"service\": \"b\"}}],\n\"routes\": [{\"dest\": \"/x\"},\n{\"src\": \"/(?<=a)b\", \"dest\": \"https://example.com/\"}, {\"handle\": \"miss\"}, {\"src\": \"/.*\"}]}"}, Faults: []string{
			"middleware.ts:0 does not read this file",
			"vercel.json:1 does not read \"builds\"",
			"vercel.json:2 does not read \"bulkRedirectsPath\"",
			"vercel.json:3 does not know what answers",
			"vercel.json:4 a route must have src",
			"vercel.json:5 cannot read the pattern",
			"vercel.json:5 routes after \"handle: miss\"",
		}, Rules: []string{"vercel.json:5:30 https://example.com/ literal"}},
		{Name: "broken", Repository: hostingtest.Tree{"vercel.json": "{\n,}"}, Faults: []string{"vercel.json:2 not valid JSON"}},
		{Name: "no object", Repository: hostingtest.Tree{"vercel.json": "[]"}, Faults: []string{"vercel.json:1 not an object"}},
	} {
		test.Check(t, New)
	}
}

// TestShapes expects a fault for each value that is of another type than it must be, or has
// a name that nothing reads.
func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"{\"redirects\": {},\n\"rewrites\": \"/x\",\n\"routes\": 1,\n\"cleanUrls\": \"yes\",\n\"trailingSlash\": 0,\n\"cleanURLs\": true, \"buildCommand\": null}": {
			`1 "redirects" must be a list`, `2 "rewrites" must be a list`, `3 "routes" must be a list`,
			`4 "cleanUrls" must be true or false`, `5 "trailingSlash" must be true or false`, `6 did you mean "cleanUrls"`,
		},
		`{"redirects": [
1, {"unheard": 1},
{"source": "/x", "destination": "/y", "permanent": "no"},
{"source": "/x", "destination": "/y", "has": {}},
{"source": "/x", "destination": "/y", "missing": [{"type": 1}]},
{"source": 1, "destination": "/y"}]}`: {
			"2 a redirect must have", "2 a redirect must have", `2 does not know the key "unheard" here`, `3 "permanent" must be true or false`,
			`4 "has" must be a list`, `5 "type" must be a string`, "6 a redirect must have",
		},
	} {
		hostingtest.CheckShapes(t, New(hostingtest.Tree{"index.html": "", "404.html": ""}.Deployment(hostingtest.Tree{fileName: text})), want...)
	}
}

// TestMaxRules expects the profile to read no more rules than it can match each link
// against, and to believe the links that the others may be for.
func TestMaxRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ before, rule, after, rest string }{
		{before: `{"redirects": [`, rule: `{"source": "/a", "destination": "/index.html"}`, after: "]}", rest: "404 or unknown"},
		{before: `{"rewrites": [`, rule: `{"source": "/a", "destination": "/index.html"}`, after: "]}", rest: "404 or unknown"},
		{before: `{"routes": [`, rule: `{"src": "/a", "dest": "/index.html"}`, after: "]}", rest: "404 or unknown"},
	} {
		hostFile.CheckMaxRules(t, settings.MaxRules, test.before, test.rule, test.after, test.rest)
	}
}

func TestPlainly(t *testing.T) {
	t.Parallel()
	hostFile.CheckPlainly(t, `{"rewrites": [{"source": "/(.*)", "destination": "/index.html"}]}`,
		`{"redirects": [{"source": "/a", "destination": "/b"}]}`, `{"routes": [{"src": "/a", "status": 404}]}`, `{"cleanUrls": true}`, `{"trailingSlash": false}`)
}

func TestURLPath(t *testing.T) {
	t.Parallel()
	hostFile.CheckPaths(t, map[string]string{
		`{}`:                       " page.html dir/ style.css LICENSE",
		`{"cleanUrls": true}`:      " page dir/ style.css LICENSE",
		`{"trailingSlash": false}`: " page.html dir style.css LICENSE",
		`{"trailingSlash": true}`:  " page.html dir/ style.css LICENSE/",
		`{"cleanUrls": true, "trailingSlash": true}`:  " page/ dir/ style.css LICENSE/",
		`{"cleanUrls": true, "trailingSlash": false}`: " page dir style.css LICENSE",
	})
}

// TestUnknown expects the profile to believe links that a program, or a rule that linkvet
// cannot read, may make work.
func TestUnknown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		repository hostingtest.Tree
		path, want string
	}{
		{name: "middleware", repository: hostingtest.Tree{"middleware.ts": ""}, path: "/x", want: "404 or unknown"},
		{name: "builds", repository: hostingtest.Tree{fileName: `{"builds": []}`}, path: "/x", want: "404 or unknown"},
		{name: "status of a rewrite", repository: hostingtest.Tree{fileName: `{"rewrites": [{"source": "/a", "destination": "/index.html", "statusCode": 410}]}`}, path: "/a", want: "410"},
		{name: "rewrite to not found", repository: hostingtest.Tree{fileName: `{"rewrites": [{"source": "/(.*)", "destination": "/index.html", "statusCode": 404}]}`}, path: "/a", want: "404"},
		{name: "functions", repository: hostingtest.Tree{fileName: `{"functions": {}}`}, path: "/api/x", want: "unknown"},
		{name: "deep functions", repository: hostingtest.Tree{"api/a/b.ts": ""}, path: "/api/a/b", want: "unknown"},
		{name: "no functions", repository: hostingtest.Tree{"api/types.proto": ""}, path: "/api/x", want: "404"},
		{name: "unread route", repository: hostingtest.Tree{fileName: `{"routes": [{"src": "/a/(?<!b)c.*", "dest": "/index.html"}]}`}, path: "/a/c", want: "404 or 200 index.html"},
		{name: "unread prefix", repository: hostingtest.Tree{fileName: `{"rewrites": [{"source": "/a/:b((?!c)d|e)", "destination": "/index.html"}]}`}, path: "/b", want: "404"},
		{name: "unread redirect", repository: hostingtest.Tree{fileName: `{"redirects": [{"source": "/a/:b((?!c)d|e)", "destination": "/x/:b"}]}`}, path: "/a/x", want: "404 or unknown"},
		{name: "continued status", repository: hostingtest.Tree{fileName: `{"routes": [{"src": "/a", "dest": "/b", "status": 410, "continue": true}]}`}, path: "/a", want: "410"},
	} {
		p := New(hostingtest.Tree{"index.html": ""}.Deployment(test.repository))
		if got := hostingtest.Ask(p, test.path); got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.name, test.path, got, test.want)
		}
	}
}

// TestFrameworks expects pages to be named as the project's framework does.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	public := hostingtest.Tree{"index.html": "", "about.html": "", "guide/index.html": ""}
	const found, missing = "200 about.html", "404"
	for name, test := range map[string]struct {
		repository hostingtest.Tree
		want       string
	}{
		"none":                {repository: hostingtest.Tree{fileName: "{}"}, want: missing},
		"Docusaurus":          {repository: hostingtest.Tree{"docusaurus.config.js": ""}, want: missing},
		"Next.js":             {repository: hostingtest.Tree{"next.config.mjs": "", fileName: `{"headers": []}`}, want: found},
		"SvelteKit":           {repository: hostingtest.Tree{"svelte.config.js": ""}, want: found},
		"SvelteKit with Vite": {repository: hostingtest.Tree{"package.json": `{"devDependencies": {"@sveltejs/kit": "^3.0.0"}}`}, want: found},
		"another project":     {repository: hostingtest.Tree{"package.json": `{"devDependencies": {"vite": "^8.0.0"}}`}, want: missing},
		"Vercel's own build":  {repository: hostingtest.Tree{".vercel/output/config.json": "{}"}, want: found},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := New(public.Deployment(test.repository))
			for path, want := range map[string]string{
				"/about": test.want, "/about.html": found, "/about/": missing, "/guide": "200 guide/index.html", "/missing": missing,
			} {
				if got := hostingtest.Ask(p, path); got != want {
					t.Errorf("%s: got %q, want %q", path, got, want)
				}
			}
		})
	}
}

// TestFunctionsInside expects functions in a project that is deployed as it is, but not in
// a directory of pages about an interface.
func TestFunctionsInside(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		public hostingtest.Tree
		want   string
	}{
		{public: hostingtest.Tree{fileName: "{}", "api/hello.js": ""}, want: "unknown"},
		{public: hostingtest.Tree{fileName: "{}", "api/index.html": ""}, want: "404"},
		{public: hostingtest.Tree{"api/hello.js": ""}, want: "404"},
	} {
		if got := hostingtest.Ask(New(test.public.Deployment(nil)), "/api/x"); got != test.want {
			t.Errorf("%v: got %q, want %q", test.public, got, test.want)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

// TestImage expects an image in another size to be there where the image itself is.
func TestImage(t *testing.T) {
	t.Parallel()
	public := hostingtest.Tree{"index.html": "", "img/a b.png": "", "_next/static/x.js": ""}
	for name, test := range map[string]struct {
		public hostingtest.Tree
		url    string
		want   string
	}{
		"there":               {public: public, url: "/_next/image?url=%2Fimg%2Fa%2520b.png&w=640&q=75", want: "200 img/a b.png"},
		"with a base path":    {public: public, url: "/_next/image?url=%2Fdocs%2Fimg%2Fa%2520b.png&w=640&q=75", want: "200 img/a b.png"},
		"missing":             {public: public, url: "/_next/image?url=%2Flost.png&w=640&q=75", want: "404"},
		"below a base path":   {public: public, url: "/_next/image?url=%2Fdocs%2Flost.png&w=640&q=75", want: "404"},
		"another host":        {public: public, url: "/_next/image?url=https%3A%2F%2Fcdn.test%2Fa.png&w=640&q=75", want: "proxy https://cdn.test/a.png"},
		"nothing":             {public: public, url: "/_next/image", want: "404"},
		"of itself":           {public: public, url: "/_next/image?url=/_next/image", want: "404"},
		"of itself below":     {public: public, url: "/_next/image?url=/docs/_next/image", want: "404"},
		"not readable":        {public: public, url: "/_next/image?url=%zz", want: "unknown"},
		"no build of Next.js": {public: hostingtest.Tree{"index.html": "", "a.png": ""}, url: "/_next/image?url=/a.png", want: "404"},
	} {
		if got := hostingtest.Ask(New(test.public.Deployment(nil)), test.url); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestImageOfManyImages expects no image to be looked for inside another.
func TestImageOfManyImages(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"_next/static/x.js": ""}.Deployment(nil))
	if got := hostingtest.Ask(p, strings.Repeat("/_next/image?url=", 1<<16)+"/a.png"); got != "404" {
		t.Errorf("got %q, want 404", got)
	}
}

func FuzzSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, hostFile,
		`{"cleanUrls": true, "trailingSlash": true, "redirects": [{"source": "/:a((?!b).*)", "destination": "/c/:a*", "has": [{"type": "query", "key": "q"}]}]}`,
		`{"trailingSlash": false, "rewrites": [{"source": "/(.*)", "destination": "/page.html?x=$1"}, {"source": "/:a*", "destination": "https://example.com/:a*"}]}`,
		`{"routes": [{"src": "^/(a|b)$", "status": 301, "headers": {"Location": "/c/$1"}}, {"src": "/x", "dest": "/page", "continue": true}, {"handle": "filesystem"}, {"src": "/.*", "dest": "/index.html"}]}`,
		`{"redirects": [{"source": "/a{b}?/:c?", "destination": ":c", "statusCode": 301, "missing": [{"type": "host", "value": "a"}]}]}`)
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFile) }

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	hostFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`), 0)
	hostFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/:a*/x%d","destination":"/y"},`), 10)
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFile.CheckSpent(t, `{"redirects":[`+strings.Repeat(`{"source":"/:a*/:b*/(x|y)","destination":"/y"},`, 3000)+`{"source":"/c","destination":"/d"}]}`)
}

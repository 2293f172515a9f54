package hosting_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestVercelPlainly(t *testing.T) {
	t.Parallel()
	vercelFile.CheckPlainly(t, `{"rewrites": [{"source": "/(.*)", "destination": "/index.html"}]}`,
		`{"redirects": [{"source": "/a", "destination": "/b"}]}`, `{"cleanUrls": true}`, `{"trailingSlash": false}`)
}

func TestVercelURLPath(t *testing.T) {
	t.Parallel()
	vercelFile.CheckPaths(t, map[string]string{
		`{}`:                       " page.html dir/ style.css LICENSE",
		`{"cleanUrls": true}`:      " page dir/ style.css LICENSE",
		`{"trailingSlash": false}`: " page.html dir style.css LICENSE",
		`{"trailingSlash": true}`:  " page.html dir/ style.css LICENSE/",
		`{"cleanUrls": true, "trailingSlash": true}`:  " page/ dir/ style.css LICENSE/",
		`{"cleanUrls": true, "trailingSlash": false}`: " page dir style.css LICENSE",
	})
}

// TestVercelUnknown expects the profile to believe links that a program, or a rule that linkvet
// cannot read, may make work.
func TestVercelUnknown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		repository hostingtest.Tree
		path, want string
	}{
		{name: "middleware", repository: hostingtest.Tree{"middleware.ts": ""}, path: "/x", want: "404 or unknown"},
		{name: "builds", repository: hostingtest.Tree{vercelFile.Name: `{"builds": []}`}, path: "/x", want: "404 or unknown"},
		{name: "status of a rewrite", repository: hostingtest.Tree{vercelFile.Name: `{"rewrites": [{"source": "/a", "destination": "/index.html", "statusCode": 410}]}`}, path: "/a", want: "410"},
		{name: "rewrite to not found", repository: hostingtest.Tree{vercelFile.Name: `{"rewrites": [{"source": "/(.*)", "destination": "/index.html", "statusCode": 404}]}`}, path: "/a", want: "404"},
		{name: "routes", repository: hostingtest.Tree{vercelFile.Name: `{"routes": [{"src": "/x", "dest": "/y"}]}`}, path: "/x", want: "404 or unknown"},
		{name: "functions", repository: hostingtest.Tree{vercelFile.Name: `{"functions": {}}`}, path: "/api/x", want: "unknown"},
		{name: "deep functions", repository: hostingtest.Tree{"api/a/b.ts": ""}, path: "/api/a/b", want: "unknown"},
		{name: "no functions", repository: hostingtest.Tree{"api/types.proto": ""}, path: "/api/x", want: "404"},
		{name: "unread prefix", repository: hostingtest.Tree{vercelFile.Name: `{"rewrites": [{"source": "/a/:b((?!c)d|e)", "destination": "/index.html"}]}`}, path: "/b", want: "404"},
		{name: "unread redirect", repository: hostingtest.Tree{vercelFile.Name: `{"redirects": [{"source": "/a/:b((?!c)d|e)", "destination": "/x/:b"}]}`}, path: "/a/x", want: "404 or unknown"},
	} {
		p := hosting.New(hosting.Vercel, hostingtest.Tree{"index.html": ""}.Deployment(test.repository))
		if got := hostingtest.Ask(p, test.path); got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.name, test.path, got, test.want)
		}
	}
}

// TestFrameworks expects a page to have its name without ".html" in a project of some frameworks.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file, text, want string
	}{
		{file: "docusaurus.config.js", want: "404"},
		{file: "next.config.mjs", want: "200 about.html"},
		{file: "svelte.config.js", want: "200 about.html"},
		{file: "package.json", text: `{"devDependencies": {"@sveltejs/kit": "^3.0.0"}}`, want: "200 about.html"},
		{file: ".vercel/output/config.json", text: "{}", want: "200 about.html"},
	} {
		p := hosting.New(hosting.Vercel, hostingtest.Tree{"about.html": ""}.Deployment(hostingtest.Tree{test.file: test.text}))
		hostingtest.CheckAnswers(t, p, map[string]string{"/about": test.want, "/about.html": "200 about.html", "/about/": "404"})
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
		{public: hostingtest.Tree{vercelFile.Name: "{}", "api/hello.js": ""}, want: "unknown"},
		{public: hostingtest.Tree{vercelFile.Name: "{}", "api/index.html": ""}, want: "404"},
		{public: hostingtest.Tree{"api/hello.js": ""}, want: "404"},
	} {
		if got := hostingtest.Ask(hosting.New(hosting.Vercel, test.public.Deployment(nil)), "/api/x"); got != test.want {
			t.Errorf("%v: got %q, want %q", test.public, got, test.want)
		}
	}
}

func FuzzVercelSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, vercelFile,
		`{"cleanUrls": true, "trailingSlash": true, "redirects": [{"source": "/:a((?!b).*)", "destination": "/c/:a*", "has": [{"type": "query", "key": "q"}]}]}`,
		`{"trailingSlash": false, "rewrites": [{"source": "/(.*)", "destination": "/page.html?x=$1"}, {"source": "/:a*", "destination": "https://example.com/:a*"}]}`,
		`{"redirects": [{"source": "/a{b}?/:c?", "destination": ":c", "statusCode": 301, "missing": [{"type": "host", "value": "a"}]}]}`)
}

func BenchmarkLinearVercel(b *testing.B) { hostingtest.BenchmarkFiles(b, vercelFile) }

// TestVercelOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestVercelOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	vercelFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`), 0)
	vercelFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/:a*/x%d","destination":"/y"},`), 10)
}

// TestVercelAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestVercelAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	vercelFile.CheckSpent(t, `{"redirects":[`+strings.Repeat(`{"source":"/:a*/:b*/(x|y)","destination":"/y"},`, 3000)+`{"source":"/c","destination":"/d"}]}`)
}

// TestDestinationsOfRequests expects no location where only the request fills it in.
func TestDestinationsOfRequests(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]map[string]string{
		`"source": "/a", "destination": "/b/:q", "has": [{"type": "query", "key": "q"}]`:                      {"/a?q=1": "404 or unknown"},
		`"source": "/a", "destination": "/b/:b", "has": [{"type": "query", "key": "q", "value": "(?<b>.*)"}]`: {"/a?q=1": "404 or unknown"},
		`"source": "/a", "destination": "/b", "has": [{"type": "query", "key": "q"}]`:                         {"/a?q=1": "404 or 308 /b?q=1"},
		`"source": "/a", "destination": "https://www.:host/a", "has": [{"type": "host", "value": "x"}]`:       {"/a": "404 or unknown"},
		`"source": "/a/:b", "destination": "/:b"`:                                                             {"/a/x": "308 /x"},
		`"source": "/a/(.*)", "destination": "/$1"`:                                                           {"/a/x/y": "308 /x/y"},
	} {
		p := vercelFile.With(`{"redirects": [{` + redirect + `}]}`)
		if faults := hostingtest.Faults(p); len(faults) > 0 {
			t.Errorf("%s: faults %q", redirect, faults)
		}
		hostingtest.CheckAnswers(t, p, want)
	}
}

var vercelFile = hostingtest.HostFile{Host: hosting.Vercel, Name: "vercel.json"}

// TestVercelFaults compares what the profile says about its files, and the destinations of its
// rules.
// TestVercelBounds expects an unknown answer, soon, where patterns or destinations would take very much memory or time.
func TestVercelBounds(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]string{
		"counted":      `{"redirects":[{"source":"/:a(` + strings.Repeat("(?:a?){1000}", 80) + `)","destination":"/x"}]}`,
		"destination":  `{"redirects":[{"source":"/:a*","destination":"/` + strings.Repeat("$1", 500_000) + `"}]}`,
		"doubled":      `{"rewrites":[` + strings.Repeat(`{"source":"/:a(.*)","destination":"/$1$1$1$1"},`, 100) + `{"source":"/b","destination":"/c"}]}`,
		"many in turn": `{"rewrites":[` + strings.Repeat(`{"source":"/(.*)","destination":"/x"},`, 20_000) + `{"source":"/b","destination":"/c"}]}`,
	} {
		p := hosting.New(hosting.Vercel, hostingtest.Tree{"index.html": ""}.Deployment(hostingtest.Tree{"vercel.json": settings}))
		effort := hosting.NewEffort()
		a := p.Answer(hosting.Request{Path: "/" + strings.Repeat("a", 1000), Query: "q=a", Effort: effort})
		isUnknown := func(a hosting.Answer) bool { return a.Kind != hosting.NotFound }
		if !effort.Spent() && a.Kind == hosting.NotFound && !slices.ContainsFunc(a.Or, isUnknown) {
			t.Errorf("%s: %s", name, hostingtest.Describe(a))
		}
		if len(a.Location) > 1<<20 {
			t.Errorf("%s: a location of %d bytes", name, len(a.Location))
		}
	}
}

func TestVercelFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []hostingtest.FaultTest{
		{Name: "without fault", Repository: hostingtest.Tree{"vercel.json": "{\n \"rewrites\": [{\"source\": \"/b\", \"destination\": \"/index.html\"}, {\"source\": \"/c\", \"destination\": \"/missing\"}],\n \"redirects\": [{\"source\": \"/ä\", \"destination\": \"/:not-a-name\"},\n {\"source\": \"/:x\", \"destination\": \"/y/:x\"}, {\"source\": \"/(.*)\", \"destination\": \"/y/$1\"}]}"}, Rules: []string{"vercel.json:2:48 /index.html", "vercel.json:2:96 /missing literal", "vercel.json:3:49 /:not-a-name", "vercel.json:4:36 /y/:x", "vercel.json:4:81 /y/$1"}},
		{Name: "redirects", Repository: hostingtest.Tree{"vercel.json": "{\"redirects\": [\n{\"source\": \"/a\"},\n{\"source\": \"a\", \"destination\": \"/b\"},\n{\"source\": \"/a\", \"destination\": \"/b\", \"permanent\": true,\n\"statusCode\": 301},\n{\"source\": \"/a\", \"destination\": \"/b\", \"statusCode\": 200},\n{\"source\": \"/(a\", \"destination\": \"/b\"},\n{\"source\": \"/a**\", \"destination\": \"/b\"}, 7]}"}, Faults: []string{
			"vercel.json:7 cannot read the pattern \"/(a\"",
			"vercel.json:8 cannot read the pattern \"/a**\"",
		}, Rules: []string{"vercel.json:7:35 /b literal", "vercel.json:8:36 /b literal"}},
		{Name: "unread", Repository: hostingtest.Tree{"middleware.ts": "", "vercel.json": "{\"builds\": [],\n\"bulkRedirectsPath\": \"x\",\n\"rewrites\": [{\"source\": \"/a\", \"destination\": {\"service\": \"b\"}}],\n\"routes\": []}"}, Faults: []string{
			"middleware.ts:0 does not read this file",
			"vercel.json:1 does not read \"builds\"",
			"vercel.json:2 does not read \"bulkRedirectsPath\"",
			"vercel.json:3 does not read this destination",
			"vercel.json:4 does not read \"routes\"",
		}},
		{Name: "broken", Repository: hostingtest.Tree{"vercel.json": "{\n1}"}, Faults: []string{"vercel.json:2 not valid JSON"}},
		{Name: "no object", Repository: hostingtest.Tree{"vercel.json": "[]"}},
	} {
		test.Check(t, hosting.Vercel)
	}
}

// TestVercelImages expects an image in another size to be there, as a program makes it.
func TestVercelImages(t *testing.T) {
	t.Parallel()
	const image = "/_next/image?url=%2Fa.png&w=640&q=75"
	for want, public := range map[string]hostingtest.Tree{"unknown": {"_next/static/x.js": ""}, "404": {"a.png": ""}} {
		if got := hostingtest.Ask(hosting.New(hosting.Vercel, public.Deployment(nil)), image); got != want {
			t.Errorf("%v: got %q, want %q", public, got, want)
		}
	}
}

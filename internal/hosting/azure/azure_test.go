package azure

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
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
		{Name: "rules", Repository: hostingtest.Tree{"staticwebapp.config.json": "{\"trailingSlash\": \"sometimes\", \"routes\": [\n{},\n{\"route\": \"/a*b\", \"redirect\": \"/b\"},\n{\"route\": \"/a*b*\", \"redirect\": \"/b\"},\n{\"route\": \"/a*.{png,jpg\", \"redirect\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"rewrite\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"statusCode\": 200},\n{\"route\": \"/a\", \"rewrite\": \"/index.html\"}],\n\"navigationFallback\": {\"exclude\": [\"/a*b\"], \"rewrite\": \"index.html\"}}"}, Faults: []string{
			"staticwebapp.config.json:1 trailingSlash",
			"staticwebapp.config.json:2 a route must have",
			"staticwebapp.config.json:3 must be at the end",
			"staticwebapp.config.json:4 more than one wildcard",
			"staticwebapp.config.json:5 must be at the end",
			"staticwebapp.config.json:6 both a redirect and a rewrite",
			"staticwebapp.config.json:7 must be 301 or 302, not 200",
			"staticwebapp.config.json:9 \"/a*b\" excludes nothing",
		}, Rules: []string{"staticwebapp.config.json:7:30 /b literal", "staticwebapp.config.json:8:29 /index.html", "staticwebapp.config.json:9:57 index.html"}},
		{Name: "without fallback", Repository: hostingtest.Tree{"staticwebapp.config.json": "{\"navigationFallback\": {}}"}, Faults: []string{"staticwebapp.config.json:1 navigationFallback must have"}},
		{Name: "large", Repository: hostingtest.Tree{"staticwebapp.config.json": "{}" + strings.Repeat(" ", maxFile)}, Faults: []string{"staticwebapp.config.json:0 20 KB"}},
		{Name: "broken", Repository: hostingtest.Tree{"staticwebapp.config.json": "{} // no"}, Faults: []string{"staticwebapp.config.json:1 not valid JSON"}},
	} {
		test.Check(t, New)
	}
}

// TestShapes expects a fault for each value that is of another type than it must be, or has
// a name that nothing reads.
func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`[]`:                          {"1 the file must be an object"},
		`{"routes": {"route": "/x"}}`: {`1 "routes" must be a list`},
		"{\n\"routes\":\nnull}":       {`3 "routes" must be a list`},
		`{"routes": [
1, {"unheard": 1},
{"route": "/x", "redirect": 1},
{"route": "/x", "rewrite": []},
{"route": "/x", "statusCode": "301"},
{"route": "/x", "methods": "GET"},
{"route": "/x", "allowedRoles": [1]},
{"Route": "/x"}]}`: {
			"2 a route must have", "2 a route must have", `2 does not know the key "unheard" here`, `3 "redirect" must be a string`, `4 "rewrite" must be a string`,
			`5 "statusCode" must be a number`, `6 "methods" must be a list`, `7 a value of "allowedRoles" must be a string`,
			"8 a route must have", `8 unknown key "Route"; did you mean "route"`,
		},
		"{\"navigationFallback\": \"/x\",\n\"NavigationFallback\": {}}": {
			`1 "navigationFallback" must be an object`, `2 did you mean "navigationFallback"`,
		},
		`{"navigationFallback": {"rewrite": "/index.html", "exclude": "/x"}}`: {`1 "exclude" must be a list`},
		"{\"responseOverrides\": {\n\"404\": \"/x\",\n\"500\": {},\n\"401\": {\"redirect\": 1}}}": {
			`2 "404" must be an object`, `3 does not know the key "500" here`, `4 "redirect" must be a string`,
		},
	} {
		hostingtest.CheckShapes(t, New(hostingtest.Tree{"index.html": "", "404.html": ""}.Deployment(hostingtest.Tree{fileName: text})), want...)
	}
}

// TestMaxRules expects the profile to read no more rules than it can match each link
// against, and to believe the links that the others may be for.
func TestMaxRules(t *testing.T) {
	t.Parallel()
	hostFile.CheckMaxRules(t, settings.MaxRules, `{"routes": [`, `{"route": "/a", "rewrite": "/index.html"}`, "]}", "404")
}

func TestPlainly(t *testing.T) {
	t.Parallel()
	hostFile.CheckPlainly(t, `{"navigationFallback": {"rewrite": "/index.html"}}`, `{"routes": [{"route": "/a", "redirect": "/b"}]}`, `{"trailingSlash": "auto"}`)
}

func TestURLPath(t *testing.T) {
	t.Parallel()
	hostFile.CheckPaths(t, map[string]string{
		`{}`:                          " page.html dir/ style.css LICENSE",
		`{"trailingSlash": "auto"}`:   " page dir/ style.css LICENSE",
		`{"trailingSlash": "always"}`: " page/ dir/ style.css LICENSE",
		`{"trailingSlash": "never"}`:  " page dir style.css LICENSE",
	})
}

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

func TestWildcards(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, match, other string }{
		{text: "/a", match: "/a", other: "/a/ /A /a/b /"},
		{text: "a", match: "/a", other: "a"},
		{text: "/a/index.html", match: "/a/index.html /a /a/", other: "/ /a/b"},
		{text: "/a/*", match: "/a/ /a/b /a/b/c", other: "/a /ab"},
		{text: "/a*", match: "/a /ab /a/b", other: "/b"},
		{text: "*", match: "/ /a/b"},
		{text: "/a/*.png", match: "/a/b.png /a/b/c.png", other: "/a/b.jpg /b.png /a/png"},
		{text: "/a/*.{png, jpg}", match: "/a/b.png /a/b.jpg", other: "/a/b.gif /a/b"},
		{text: "*.css", match: "/a.css /a/b.css", other: "/a.css/"},
	} {
		p, err := parseWildcard(test.text)
		if err != nil {
			t.Fatal(err)
		}
		for want, paths := range map[bool]string{true: test.match, false: test.other} {
			for path := range strings.FieldsSeq(paths) {
				if p.match(path) != want {
					t.Errorf("%s matches %s: %t", test.text, path, !want)
				}
			}
		}
	}
	for text, want := range map[string]error{
		"/a*b": errWildcardPlace, "/*/b": errWildcardPlace, "/*/b/*": errWildcardCount, "/a*.": errWildcardPlace, "/a*.{png": errWildcardPlace,
		"/a*.{png,}": errWildcardPlace, "/a*.{p/g}": errWildcardPlace, "/a*.png/": errWildcardPlace, "/a*.{{a},b}": errWildcardPlace, "/a/*.tar.gz": nil,
	} {
		if _, err := parseWildcard(text); !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", text, err, want)
		}
	}
}

// TestCircularRedirects expects a redirect to the path itself to be left out.
func TestCircularRedirects(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		redirect, path string
		want           bool
	}{
		{redirect: "/a?b", path: "/a", want: true},
		{redirect: "/%C3%A4", path: "/ä", want: true},
		{redirect: "/b", path: "/a"},
		{redirect: "https://example.com/a", path: "/a"},
		{path: "/"},
		{redirect: "/a/", path: "/a"},
	} {
		r := route{redirect: test.redirect}
		if got := r.isCircular(hosting.Request{Path: test.path}); got != test.want {
			t.Errorf("%q to %q: got %t", test.path, test.redirect, got)
		}
	}
}

func FuzzSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, hostFile,
		`{"trailingSlash": "auto", "routes": [{"route": "/a*", "redirect": "/b", "statusCode": 301}, {"route": "/dir/*.{html,png}", "allowedRoles": ["x"]}], "responseOverrides": {"401": {"redirect": "/page?.referrer"}}}`,
		`{"trailingSlash": "always", "routes": [{"route": "/x/*", "rewrite": "page"}, {"route": "/y", "statusCode": 404}], "responseOverrides": {"404": {"rewrite": "/index.html", "statusCode": 200}}}`,
		`{"navigationFallback": {"rewrite": "index.html", "exclude": ["/a/*", "*.css"]}}`)
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFile) }

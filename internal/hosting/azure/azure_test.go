package azure

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

package azure

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting/settings"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFile is the file of settings as the tests of all hosts use it.
var hostFile = hostingtest.HostFile{Name: fileName, New: New}

// TestFaults compares what the profile says about its files, and the destinations of its
// rules.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name          string
		repository    hostingtest.Tree
		faults, rules []string
	}{
		{name: "rules", repository: hostingtest.Tree{"staticwebapp.config.json": "{\"trailingSlash\": \"sometimes\", \"routes\": [\n{},\n{\"route\": \"/a*b\", \"redirect\": \"/b\"},\n{\"route\": \"/a*b*\", \"redirect\": \"/b\"},\n{\"route\": \"/a*.{png,jpg\", \"redirect\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"rewrite\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"statusCode\": 200},\n{\"route\": \"/a\", \"rewrite\": \"/index.html\"}],\n\"navigationFallback\": {\"exclude\": [\"/a*b\"], \"rewrite\": \"index.html\"}}"}, faults: []string{
			"staticwebapp.config.json:1 trailingSlash",
			"staticwebapp.config.json:2 a route must have",
			"staticwebapp.config.json:3 must be at the end",
			"staticwebapp.config.json:4 more than one wildcard",
			"staticwebapp.config.json:5 must be at the end",
			"staticwebapp.config.json:6 both a redirect and a rewrite",
			"staticwebapp.config.json:7 must be 301 or 302, not 200",
			"staticwebapp.config.json:9 \"/a*b\" excludes nothing",
		}, rules: []string{"staticwebapp.config.json:7:30 /b literal", "staticwebapp.config.json:8:29 /index.html", "staticwebapp.config.json:9:57 index.html"}},
		{name: "without fallback", repository: hostingtest.Tree{"staticwebapp.config.json": "{\"navigationFallback\": {}}"}, faults: []string{"staticwebapp.config.json:1 navigationFallback must have"}, rules: nil},
		{name: "large", repository: hostingtest.Tree{"staticwebapp.config.json": "{}" + strings.Repeat(" ", maxFile)}, faults: []string{"staticwebapp.config.json:0 20 KB"}, rules: nil},
		{name: "broken", repository: hostingtest.Tree{"staticwebapp.config.json": "{} // no"}, faults: []string{"staticwebapp.config.json:1 not valid JSON"}, rules: nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := New(hostingtest.Tree{"index.html": ""}.Deployment(test.repository))
			hostingtest.CheckFaults(t, p, test.faults)
			if diff := cmp.Diff(test.rules, hostingtest.Rules(p)); diff != "" {
				t.Errorf("rules (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShapes expects a fault for each value that is of another type than it must be, or has
// a name that nothing reads.
func TestShapes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"root":      {text: `[]`, want: []string{"1 the file must be an object"}},
		"routes":    {text: `{"routes": {"route": "/x"}}`, want: []string{`1 "routes" must be a list`}},
		"no routes": {text: "{\n\"routes\":\nnull}", want: []string{`3 "routes" must be a list`}},
		"members": {text: `{"routes": [
1, {"unheard": 1},
{"route": "/x", "redirect": 1},
{"route": "/x", "rewrite": []},
{"route": "/x", "statusCode": "301"},
{"route": "/x", "methods": "GET"},
{"route": "/x", "allowedRoles": [1]},
{"Route": "/x"}]}`, want: []string{
			"2 a route must have", "2 a route must have", `2 does not know the key "unheard" here`, `3 "redirect" must be a string`, `4 "rewrite" must be a string`,
			`5 "statusCode" must be a number`, `6 "methods" must be a list`, `7 a value of "allowedRoles" must be a string`,
			"8 a route must have", `8 unknown key "Route"; did you mean "route"`,
		}},
		"fallback": {text: "{\"navigationFallback\": \"/x\",\n\"NavigationFallback\": {}}", want: []string{
			`1 "navigationFallback" must be an object`, `2 did you mean "navigationFallback"`,
		}},
		"exclude": {text: `{"navigationFallback": {"rewrite": "/index.html", "exclude": "/x"}}`, want: []string{`1 "exclude" must be a list`}},
		"overrides": {text: "{\"responseOverrides\": {\n\"404\": \"/x\",\n\"500\": {},\n\"401\": {\"redirect\": 1}}}", want: []string{
			`2 "404" must be an object`, `3 does not know the key "500" here`, `4 "redirect" must be a string`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostingtest.CheckShapes(t, New(hostingtest.Tree{"index.html": "", "404.html": ""}.Deployment(hostingtest.Tree{fileName: test.text})), test.want)
		})
	}
}

// TestMaxRules expects the profile to read no more rules than it can match each link
// against, and to believe the links that the others may be for.
func TestMaxRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ before, rule, after, rest string }{
		{before: `{"routes": [`, rule: `{"route": "/a", "rewrite": "/index.html"}`, after: "]}", rest: "404"},
	} {
		t.Run(test.before, func(t *testing.T) {
			t.Parallel()
			hostFile.CheckMaxRules(t, settings.MaxRules, test.before, test.rule, test.after, test.rest)
		})
	}
}

// TestURLPath compares where files answer under each of the settings: the index page, a page,
// the index of a directory, and files of two other names.
func TestURLPath(t *testing.T) {
	t.Parallel()
	files := []string{"index.html", "page.html", "dir/index.html", "style.css", "LICENSE"}
	for settings, want := range map[string]string{
		`{}`:                          " page.html dir/ style.css LICENSE",
		`{"trailingSlash": "auto"}`:   " page dir/ style.css LICENSE",
		`{"trailingSlash": "always"}`: " page/ dir/ style.css LICENSE",
		`{"trailingSlash": "never"}`:  " page dir style.css LICENSE",
	} {
		t.Run(settings, func(t *testing.T) {
			t.Parallel()
			site := hostingtest.Tree{}
			for _, file := range files {
				site[file] = ""
			}
			paths := map[string]string{}
			for i, path := range strings.Split(want, " ") {
				paths[files[i]] = path
			}
			hostingtest.CheckURLPaths(t, New(site.Deployment(hostingtest.Tree{fileName: settings})), paths)
		})
	}
}

// TestPlainly says when rules need no look.
func TestPlainly(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		public, repository hostingtest.Tree
		want               bool
	}{
		{want: true},
		{repository: hostingtest.Tree{fileName: `{"navigationFallback": {"rewrite": "/index.html"}}`}, want: true},
		{repository: hostingtest.Tree{fileName: `{"routes": [{"route": "/a", "redirect": "/b"}]}`}, want: false},
		{repository: hostingtest.Tree{fileName: `{"trailingSlash": "auto"}`}, want: false},
		{public: hostingtest.Tree{fileName: "{}"}, want: false},
	} {
		if got := New(test.public.Deployment(test.repository)).Plainly(); got != test.want {
			t.Errorf("with %v and %v: %t", test.public, test.repository, got)
		}
	}
}

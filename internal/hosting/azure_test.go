package hosting_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestAzurePlainly(t *testing.T) {
	t.Parallel()
	azureFile.CheckPlainly(t, `{"navigationFallback": {"rewrite": "/index.html"}}`, `{"routes": [{"route": "/a", "redirect": "/b"}]}`, `{"trailingSlash": "auto"}`)
}

func TestAzureURLPath(t *testing.T) {
	t.Parallel()
	azureFile.CheckPaths(t, map[string]string{
		`{}`:                          " page.html dir/ style.css LICENSE",
		`{"trailingSlash": "auto"}`:   " page dir/ style.css LICENSE",
		`{"trailingSlash": "always"}`: " page/ dir/ style.css LICENSE",
		`{"trailingSlash": "never"}`:  " page dir style.css LICENSE",
	})
}

func FuzzAzureSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, azureFile,
		`{"trailingSlash": "auto", "routes": [{"route": "/a*", "redirect": "/b", "statusCode": 301}, {"route": "/dir/*.{html,png}", "allowedRoles": ["x"]}], "responseOverrides": {"401": {"redirect": "/page?.referrer"}}}`,
		`{"trailingSlash": "always", "routes": [{"route": "/x/*", "rewrite": "page"}, {"route": "/y", "statusCode": 404}], "responseOverrides": {"404": {"rewrite": "/index.html", "statusCode": 200}}}`,
		`{"navigationFallback": {"rewrite": "index.html", "exclude": ["/a/*", "*.css"]}}`)
}

func BenchmarkLinearAzure(b *testing.B) { hostingtest.BenchmarkFiles(b, azureFile) }

var azureFile = hostingtest.HostFile{Host: hosting.Azure, Name: "staticwebapp.config.json"}

// TestAzureFaults compares what the profile says about its file, and the destinations of its
// rules.
func TestAzureFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []hostingtest.FaultTest{
		{
			Name: "rules", Repository: hostingtest.Tree{"staticwebapp.config.json": "{\"trailingSlash\": \"sometimes\", \"routes\": [\n{},\n{\"route\": \"/a*b\", \"redirect\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"rewrite\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"statusCode\": 200},\n{\"route\": \"/a\", \"rewrite\": \"/index.html\"}],\n\"navigationFallback\": {\"exclude\": [\"/a*b\"], \"rewrite\": \"index.html\"}}"},
			Rules: []string{"staticwebapp.config.json:5:30 /b literal", "staticwebapp.config.json:6:29 /index.html", "staticwebapp.config.json:7:57 index.html"},
		},
		{Name: "broken", Repository: hostingtest.Tree{"staticwebapp.config.json": "{} no"}, Faults: []string{"staticwebapp.config.json:1 not valid JSON"}},
	} {
		test.Check(t, hosting.Azure)
	}
}

// TestAzureLostRewrites expects the fallback for a route whose file is not there.
func TestAzureLostRewrites(t *testing.T) {
	t.Parallel()
	const routes = `"routes": [{"route": "/a.html", "rewrite": "/app/a"}, {"route": "/self", "redirect": "/self?b"}, {"route": "/gone", "rewrite": "/a.html", "statusCode": 404}, {"route": "/img/*", "headers": {"a": "b"}}, {"route": "/img/x", "redirect": "/"}]`
	hostingtest.CheckAnswers(t, azureFile.With(`{`+routes+`}`), map[string]string{"/a.html": "404", "/self": "404", "/gone": "404", "/img/x": "404"})
	hostingtest.CheckAnswers(t, azureFile.With(`{`+routes+`, "navigationFallback": {"rewrite": "/index.html"}}`), map[string]string{"/a.html": "200 index.html", "/gone": "404", "/img/x": "200 index.html"})
}

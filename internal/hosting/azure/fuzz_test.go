package azure

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func FuzzSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, hostFile,
		`{"trailingSlash": "auto", "routes": [{"route": "/a*", "redirect": "/b", "statusCode": 301}, {"route": "/dir/*.{html,png}", "allowedRoles": ["x"]}], "responseOverrides": {"401": {"redirect": "/page?.referrer"}}}`,
		`{"trailingSlash": "always", "routes": [{"route": "/x/*", "rewrite": "page"}, {"route": "/y", "statusCode": 404}], "responseOverrides": {"404": {"rewrite": "/index.html", "statusCode": 200}}}`,
		`{"navigationFallback": {"rewrite": "index.html", "exclude": ["/a/*", "*.css"]}}`)
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFile) }

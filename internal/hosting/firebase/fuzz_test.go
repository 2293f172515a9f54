package firebase

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func FuzzSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, hostFile,
		`{"hosting": {"cleanUrls": true, "trailingSlash": false, "ignore": ["**/.*"], "redirects": [{"source": "/a/:b*", "destination": "/c/:b*", "type": 302}]}}`,
		`{"hosting": [{"public": "public", "rewrites": [{"source": "!/@(a|b)/**", "destination": "/page.html"}, {"source": "/f", "function": "f"}]}, {}]}`,
		`{"hosting": {"redirects": [{"regex": "/a/(?P<b>.+)", "destination": "https://example.com/:b"}, {"source": "/x{,/**}/[a-z]?", "destination": "y"}]} /* c */,}`)
}

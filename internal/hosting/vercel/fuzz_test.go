package vercel

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func FuzzSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, hostFile,
		`{"cleanUrls": true, "trailingSlash": true, "redirects": [{"source": "/:a((?!b).*)", "destination": "/c/:a*", "has": [{"type": "query", "key": "q"}]}]}`,
		`{"trailingSlash": false, "rewrites": [{"source": "/(.*)", "destination": "/page.html?x=$1"}, {"source": "/:a*", "destination": "https://example.com/:a*"}]}`,
		`{"routes": [{"src": "^/(a|b)$", "status": 301, "headers": {"Location": "/c/$1"}}, {"src": "/x", "dest": "/page", "continue": true}, {"handle": "filesystem"}, {"src": "/.*", "dest": "/index.html"}]}`,
		`{"redirects": [{"source": "/a{b}?/:c?", "destination": ":c", "statusCode": 301, "missing": [{"type": "host", "value": "a"}]}]}`)
}

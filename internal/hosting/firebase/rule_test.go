package firebase

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestSettings compares what rules answer that the tables of this package do not have.
func TestSettings(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]map[string]string{
		`"redirects": [{"glob": "/old/*", "destination": "/new"}]`:                    {"/old/x": "301 /new", "/old/x/y": "404"},
		`"redirects": [{"source": "/old/:a", "destination": "/new/:a"}]`:              {"/old/x": "301 /new/x", "/OLD/x": "301 /new/x", "/old/x/y": "404"},
		`"redirects": [{"source": "/x/../old", "destination": "/new"}]`:               {"/old": "301 /new", "/x/../old": "404"},
		`"redirects": [{"source": "/aä/:b", "destination": "/new/:b"}]`:               {"/aä/x": "301 /new/x", "/AÄ/x": "301 /new/x", "/bä/y": "404"},
		`"redirects": [{"source": "/old", "destination": "https://example.com:80/"}]`: {"/old": "301 https://example.com:80/"},
		`"redirects": [{"source": "/old", "destination": "/a-:b"}]`:                   {"/old": "301 /a-:b"},
		`"redirects": [{"regex": "old", "destination": "/new"}]`:                      {"/x/older": "404 or 301 /new", "/new": "404"},
		`"rewrites": [{"source": "/x", "destination": "/a"}]`:                         {"/x": "200 a.html"},
		`"rewrites": [{"source": "/x", "destination": "/"}]`:                          {"/x": "200 index.html"},
		`"rewrites": [{"source": "/l/**", "dynamicLinks": true}]`:                     {"/l/x": "unknown", "/x": "404"},
		`"rewrites": [{"source": "!/docs/**", "destination": "/a.html"}]`:             {"/x": "200 a.html", "/docs/x": "404"},
	} {
		hostingtest.CheckAnswers(t, hostFile.With(`{"hosting": {`+settings+`}}`), want)
	}
}

// TestIgnoredFiles expects files that are not deployed to be missing.
func TestIgnoredFiles(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"index.html": "", "a.html": "", "notes/a.html": "", ".hidden/a.html": ""}.Deployment(hostingtest.Tree{
		fileName: `{"hosting": {"ignore": ["notes/**", "**/.*/**"]}}`,
	}))
	hostingtest.CheckAnswers(t, p, map[string]string{"/": "200 index.html", "/a.html": "200 a.html", "/notes/a.html": "404", "/.hidden/a.html": "404"})
}

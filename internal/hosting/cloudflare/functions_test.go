package cloudflare

import (
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestRoutesOfFiles compares which paths a file of code below functions answers.
func TestRoutesOfFiles(t *testing.T) {
	t.Parallel()
	for file, test := range map[string]struct{ match, other []string }{
		"a.js":             {match: []string{"/a", "/a/"}, other: []string{"/", "/a/b", "/ab"}},
		"index.ts":         {match: []string{"/"}, other: []string{"/index", "/a"}},
		"a/index.jsx":      {match: []string{"/a", "/a/"}, other: []string{"/", "/a/index"}},
		"a/[id].mts":       {match: []string{"/a/x", "/a/x/"}, other: []string{"/a", "/a/x/y"}},
		"[id]/b.js":        {match: []string{"/x/b"}, other: []string{"/b", "/x/y/b"}},
		"a/[[rest]].tsx":   {match: []string{"/a", "/a/x", "/a/x/y"}, other: []string{"/", "/ab"}},
		"_middleware.js":   {match: []string{"/", "/a", "/a/b"}},
		"a/_middleware.js": {match: []string{"/a", "/a/b"}, other: []string{"/", "/b"}},
		"a.b.js":           {match: []string{"/a.b"}, other: []string{"/axb"}},
		"a.json":           {other: []string{"/a", "/"}},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var f functions
			f.addRoute(strings.Split(file, "/"))
			for _, path := range test.match {
				if !f.mayAnswer(path) {
					t.Errorf("%s is not answered", path)
				}
			}
			for _, path := range test.other {
				if f.mayAnswer(path) {
					t.Errorf("%s is answered", path)
				}
			}
		})
	}
}

func TestRouteExpressions(t *testing.T) {
	t.Parallel()
	for route, test := range map[string]struct{ match, other []string }{
		"/a":       {match: []string{"/a"}, other: []string{"/a/", "/ab"}},
		"/a/*":     {match: []string{"/a/", "/a/b", "/a/b/c"}, other: []string{"/a", "/b"}},
		"/*":       {match: []string{"/", "/a"}},
		"/a*b":     {match: []string{"/ab", "/a/x/b"}, other: []string{"/a", "/abc"}},
		"/%C3%A4":  {match: []string{"/ä"}, other: []string{"/%C3%A4"}},
		"/a.b(c)?": {match: []string{"/a.b(c)?"}, other: []string{"/axb"}},
	} {
		expression := routeExpression(route)
		for _, path := range test.match {
			if !expression.MatchString(path) {
				t.Errorf("%s is not for %s", route, path)
			}
		}
		for _, path := range test.other {
			if expression.MatchString(path) {
				t.Errorf("%s is for %s", route, path)
			}
		}
	}
}

// TestCompileSource compares what placeholders and splats stand for.
func TestCompileSource(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source, path string
		want         []string // nil for no match.
	}{
		"a path":                {source: "/a", path: "/a", want: []string{}},
		"its slash":             {source: "/a", path: "/a/"},
		"a placeholder":         {source: "/a/:b", path: "/a/x", want: []string{"x"}},
		"a slash":               {source: "/a/:b", path: "/a/x/y"},
		"a part of a segment":   {source: "/a-:b.html", path: "/a-x.html", want: []string{"x"}},
		"two placeholders":      {source: "/:a/:b", path: "/x/y", want: []string{"x", "y"}},
		"a splat":               {source: "/a/*", path: "/a/x/y", want: []string{"x/y"}},
		"a splat for nothing":   {source: "/a/*", path: "/a/", want: []string{""}},
		"a splat in the middle": {source: "/a*b", path: "/a/x/b", want: []string{"/x/"}},
		"a number is no name":   {source: "/:1", path: "/:1", want: []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, problem := compileSource(test.source)
			if problem != "" {
				t.Fatal(problem)
			}
			values, ok := p.Match(test.path, nil)
			if ok != (test.want != nil) || !slices.Equal(values, test.want) {
				t.Errorf("got %q, %t, want %q", values, ok, test.want)
			}
		})
	}
}

// TestReadWrangler compares what the settings of Cloudflare's tool say, also where they
// cannot be read.
func TestReadWrangler(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file, text string
		want       wrangler
	}{
		"Pages":                {file: "wrangler.toml", text: "pages_build_output_dir = \"x\"\n", want: wrangler{pages: true}},
		"Pages in JSON":        {file: "wrangler.json", text: `{"pages_build_output_dir": "x"}`, want: wrangler{pages: true}},
		"assets":               {file: "wrangler.toml", text: "[assets]\nnot_found_handling = \"404-page\"\n", want: wrangler{assets: true, fallback: "404-page"}},
		"assets in JSON":       {file: "wrangler.jsonc", text: "{\"assets\": {\"not_found_handling\": \"none\"}, // x\n}", want: wrangler{assets: true, fallback: "none"}},
		"a program alone":      {file: "wrangler.toml", text: "main = \"x.ts\"\n"},
		"broken TOML":          {file: "wrangler.toml", text: "= assets", want: wrangler{assets: true}},
		"broken JSON":          {file: "wrangler.json", text: `{pages_build_output_dir`, want: wrangler{pages: true}},
		"broken, and no site":  {file: "wrangler.json", text: `{`},
		"words in other words": {file: "wrangler.toml", text: "main = \"assets/pages_build_output_dir\"\n"},
	} {
		if got := readWrangler(&hosting.Source{Name: test.file, Data: []byte(test.text)}); got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

package cloudflare

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestRoutesOfFiles compares which paths a file of code below functions answers.
func TestRoutesOfFiles(t *testing.T) {
	t.Parallel()
	for file, test := range map[string]struct{ match, other string }{
		"a.js":             {match: "/a /a/", other: "/ /a/b /ab"},
		"index.ts":         {match: "/", other: "/index /a"},
		"a/index.jsx":      {match: "/a /a/", other: "/ /a/index"},
		"a/[id].mts":       {match: "/a/x /a/x/", other: "/a /a/x/y"},
		"[id]/b.js":        {match: "/x/b", other: "/b /x/y/b"},
		"a/[[rest]].tsx":   {match: "/a /a/x /a/x/y", other: "/ /ab"},
		"_middleware.js":   {match: "/ /a /a/b"},
		"a/_middleware.js": {match: "/a /a/b", other: "/ /b"},
		"a.b.js":           {match: "/a.b", other: "/axb"},
		"a.json":           {other: "/a /"},
	} {
		var f functions
		f.addRoute(strings.Split(file, "/"))
		compare(t, file, f.mayAnswer, test.match, test.other)
	}
}

// compare expects some paths to match, and others not.
func compare(t *testing.T, name string, match func(path string) bool, matching, other string) {
	t.Helper()
	for want, paths := range map[bool]string{true: matching, false: other} {
		for path := range strings.FieldsSeq(paths) {
			if match(path) != want {
				t.Errorf("%s matches %s: %t", name, path, !want)
			}
		}
	}
}

func TestRouteExpressions(t *testing.T) {
	t.Parallel()
	for route, test := range map[string]struct{ match, other string }{
		"/a":       {match: "/a", other: "/a/ /ab"},
		"/a/*":     {match: "/a/ /a/b /a/b/c", other: "/a /b"},
		"/a*b":     {match: "/ab /a/x/b", other: "/a /abc"},
		"/%C3%A4":  {match: "/ä", other: "/%C3%A4"},
		"/a.b(c)?": {match: "/a.b(c)?", other: "/axb"},
	} {
		compare(t, route, routeExpression(route).MatchString, test.match, test.other)
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

package netlify

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestCompileSource(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source, path string
		names, want  []string // want is nil for no match.
	}{
		"a path":                  {source: "/a", path: "/a", want: []string{}},
		"its slash":               {source: "/a/", path: "/a", want: []string{}},
		"without the first slash": {source: "a", path: "/a", want: []string{}},
		"the root":                {source: "/", path: "/", want: []string{}},
		"another path":            {source: "/a", path: "/b"},
		"a placeholder":           {source: "/a/:b", path: "/a/x", names: []string{"b"}, want: []string{"x"}},
		"its slash at the end":    {source: "/a/:b", path: "/a/x/", names: []string{"b"}, want: []string{"x"}},
		"a longer path":           {source: "/a/:b", path: "/a/x/y", names: []string{"b"}},
		"a part of a segment":     {source: "/a-:b", path: "/a-:b", want: []string{}},
		"a splat":                 {source: "/a/*", path: "/a/x/y", names: []string{"splat"}, want: []string{"x/y"}},
		"a splat for nothing":     {source: "/a/*", path: "/a", names: []string{"splat"}, want: []string{""}},
		"a splat in a name":       {source: "/a*", path: "/abc", names: []string{"splat"}, want: []string{"bc"}},
		"a splat in the middle":   {source: "/*/b", path: "/x/y/b", names: []string{"splat"}, want: []string{"x/y"}},
		"all kinds":               {source: "/:a/b/*", path: "/x/b/y", names: []string{"a", "splat"}, want: []string{"x", "y"}},
		"a lonely colon":          {source: "/:", path: "/:", want: []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := compileSource(test.source)
			values, ok := p.Match(withoutSlashUnlessVaries(&p, test.path), nil)
			if ok != (test.want != nil) || !slices.Equal(values, test.want) {
				t.Errorf("got %q, %t, want %q", values, ok, test.want)
			}
			if !slices.Equal(p.Names, test.names) {
				t.Errorf("names %q, want %q", p.Names, test.names)
			}
		})
	}
}

// withoutSlashUnlessVaries spells a path as the index does.
func withoutSlashUnlessVaries(p *redirects.Pattern, path string) string {
	if _, fixed := p.Fixed(); fixed {
		return withoutSlash(path)
	}
	return path
}

func TestReadLine(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		words []string
		want  draft
	}{
		"a redirect": {
			words: []string{"/a", "/b"},
			want:  draft{from: "/a", to: "/b", column: 2},
		},
		"with a status": {
			words: []string{"/a", "/b", "302"},
			want:  draft{from: "/a", to: "/b", status: "302", column: 2},
		},
		"forced": {
			words: []string{"/a", "/b", "200!"},
			want:  draft{from: "/a", to: "/b", status: "200!", force: true, column: 2},
		},
		"with conditions": {
			words: []string{"/a", "/b", "302", "Country=us"},
			want:  draft{from: "/a", to: "/b", status: "302", conditional: true, column: 2},
		},
		"with parameters": {
			words: []string{"/a", "id=:x", "lang=en", "lonely", "/b"},
			want: draft{from: "/a", to: "/b", column: 5, query: []parameter{
				{name: "id", capture: "x"},
				{name: "lang", value: "en"},
			}},
		},
		"a status alone": {
			words: []string{"/a/*", "200"},
			want:  draft{from: "/a/*", status: "200", column: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line := redirects.Line{Number: 7}
			for i, word := range test.words {
				line.Words = append(line.Words, redirects.Word{Text: word, Column: i + 1})
			}
			test.want.line = 7
			got, problem := readLine(line)
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(draft{}, parameter{})); diff != "" || problem != "" {
				t.Errorf("problem %q, rule (-want +got):\n%s", problem, diff)
			}
		})
	}
}

// TestQueries compares rules that ask for parameters of the query.
func TestQueries(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{redirects.FileName: "/a id=:x /b/:x 301\n/a lang=en /en 301\n/a x=:x y=:y /:x/:y 301\n/c empty= /d 301\n"}.Deployment(nil))
	for url, want := range map[string]string{
		"/a":              "404",
		"/a?id=7":         "301 /b/7?id=7",
		"/a?id=ä%20b":     "301 /b/%C3%A4%20b?id=%C3%A4%20b",
		"/a?id=1&id=2":    "301 /b/2?id=1&id=2",
		"/a?lang=en":      "301 /en?lang=en",
		"/a?lang=de":      "404",
		"/a?x=1":          "404",
		"/a?y=2&x=1":      "301 /1/2?y=2&x=1",
		"/a?id=%zz":       "301 /b/%25zz?id=%zz",
		"/c?empty=":       "301 /d?empty=",
		"/c?empty":        "301 /d?empty",
		"/c?empty=not":    "404",
		"/a?other&id=3#x": "301 /b/3%23x?other&id=3#x",
	} {
		if got := hostingtest.Ask(p, url); got != want {
			t.Errorf("%s => %s, want %s", url, got, want)
		}
	}
}

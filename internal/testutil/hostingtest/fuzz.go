package hostingtest

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// fuzzed is a small site in a repository with hostile settings.
var fuzzed = Tree{
	"index.html": "", "404.html": "", "page.html": "", "dir/index.html": "", "both.html": "",
	"both/index.html": "", "a b.txt": "", ".well-known/x": "", "v1.2/x.html": "", "LICENSE": "",
}

// FuzzSettings lets a JSON file of settings be anything, and asks for paths made of it.
func FuzzSettings(f *testing.F, file HostFile, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed, "/a/b", "q=1")
	}
	f.Fuzz(func(t *testing.T, data, path, query string) {
		p := hosting.New(file.Host, fuzzed.Deployment(Tree{file.Name: data}))
		checkPlaces(t, p, data)
		for _, asked := range []string{"/" + strings.TrimPrefix(path, "/"), "/", "/dir", "/dir/", "/page.html", "/page", "/both/", "/missing"} {
			req := hosting.Request{Path: asked, Query: query}
			checkAnswer(t, p.Answer(req))
			if plain := hosting.New(hosting.Plain, fuzzed.Deployment(nil)).Answer(req); plain.Kind == hosting.File && p.Plainly() && !strings.Contains(asked, "//") {
				if got := p.Answer(req); got.Kind != hosting.File || got.File != plain.File {
					t.Errorf("%q is answered with %s, not plainly", asked, Describe(got))
				}
			}
		}
		for file := range fuzzed {
			if strings.HasPrefix(p.URLPath(file), "/") {
				t.Errorf("the path of %q is %q", file, p.URLPath(file))
			}
		}
	})
}

// checkPlaces checks that rules and faults point into their file.
func checkPlaces(t *testing.T, p hosting.Profile, data string) {
	t.Helper()
	lines := strings.Split(data, "\n")
	last := 0
	for _, rule := range p.Rules() {
		if rule.Line < max(last, 1) || rule.Line > len(lines) || rule.Column < 1 || rule.Column > utf8.RuneCountInString(lines[rule.Line-1])+1 {
			t.Fatalf("%q is at %d:%d", rule.To, rule.Line, rule.Column)
		}
		last = rule.Line
		// A destination without escapes is there as it is.
		rest := string([]rune(lines[rule.Line-1])[rule.Column-1:])
		if !strings.Contains(rest, `\`) && utf8.ValidString(data) && !strings.HasPrefix(rest, rule.To) {
			t.Fatalf("%q is not before %q", rule.To, rest)
		}
	}
	for _, fault := range p.Faults() {
		if fault.Line < 0 || fault.Line > len(lines) || fault.Message == "" || fault.Source == "" {
			t.Fatalf("fault %+v", fault)
		}
	}
}

// checkAnswer checks that an answer says what its kind needs, and no more.
func checkAnswer(t *testing.T, a hosting.Answer) {
	t.Helper()
	switch a.Kind {
	case hosting.File:
		if !fuzzed.IsFile(a.File) || a.Location != "" {
			t.Fatalf("%+v is no file", a)
		}
	case hosting.Redirect:
		if a.Status < 300 || a.Status > 399 || a.Location == "" {
			t.Fatalf("%+v is no redirect", a)
		}
		if !hosting.NamesHost(a.Location) && !strings.HasPrefix(a.Location, "/") {
			if to, err := url.Parse(a.Location); err == nil && to.Scheme == "" {
				t.Fatalf("%q is not from the root", a.Location)
			}
		}
	case hosting.Proxy:
		if !hosting.NamesHost(a.Location) {
			t.Fatalf("%+v is no proxy", a)
		}
	case hosting.NotFound:
		if a.Status != 0 && a.Status < 400 {
			t.Fatalf("%+v did not fail", a)
		}
	case hosting.Unknown:
	}
	if len(a.Or) >= hosting.MaxChoices {
		t.Fatalf("%d further answers", len(a.Or))
	}
	for _, other := range a.Or {
		if len(other.Or) > 0 {
			t.Fatalf("%+v has choices of its own", other)
		}
		checkAnswer(t, other)
	}
}

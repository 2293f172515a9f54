package hosting

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// fuzzed is a small site that settings of strangers are put beside.
var fuzzed = tree{
	"index.html": "", "404.html": "", "page.html": "", "dir/index.html": "", "both.html": "",
	"both/index.html": "", "a b.txt": "", ".well-known/x": "", "v1.2/x.html": "", "LICENSE": "",
}

// fuzzSettings lets settings be anything, and asks for paths made of them.
func fuzzSettings(f *testing.F, profile, name string, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed, "/a/b", "q=1")
	}
	f.Fuzz(func(t *testing.T, data, path, query string) {
		p := Choose(profile, fuzzed.deployment(tree{name: data})).Profile
		holdRules(t, p, data)
		for _, asked := range []string{"/" + strings.TrimPrefix(path, "/"), "/", "/dir", "/dir/", "/page.html", "/page", "/both/", "/missing"} {
			req := Request{Path: asked, Query: query}
			holdAnswer(t, p.Answer(req))
			if plain := NewPlain(fuzzed.deployment(nil)).Answer(req); plain.Kind == File && p.Plainly() && !strings.Contains(asked, "//") {
				if got := p.Answer(req); got.Kind != File || got.File != plain.File {
					t.Errorf("%q is answered with %s, not plainly", asked, describe(got))
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

// holdRules checks that rules and faults point into their file.
func holdRules(t *testing.T, p Profile, data string) {
	t.Helper()
	lines := strings.Split(data, "\n")
	last := 0
	for _, rule := range p.Rules() {
		if rule.Line < max(last, 1) || rule.Line > len(lines) || rule.Column < 1 || rule.Column > utf8.RuneCountInString(lines[rule.Line-1])+1 {
			t.Fatalf("%q stands at %d:%d", rule.To, rule.Line, rule.Column)
		}
		last = rule.Line
		// A destination without escapes stands there as it is.
		rest := string([]rune(lines[rule.Line-1])[rule.Column-1:])
		if !strings.Contains(rest, `\`) && utf8.ValidString(data) && !strings.HasPrefix(rest, rule.To) {
			t.Fatalf("%q does not stand before %q", rule.To, rest)
		}
	}
	for _, fault := range p.Faults() {
		if fault.Line < 0 || fault.Line > len(lines) || fault.Message == "" || fault.Source == "" {
			t.Fatalf("fault %+v", fault)
		}
	}
}

// holdAnswer checks that an answer says what its kind needs, and no more.
func holdAnswer(t *testing.T, a Answer) {
	t.Helper()
	switch a.Kind {
	case File:
		if !fuzzed.IsFile(a.File) || a.Location != "" {
			t.Fatalf("%+v is no file", a)
		}
	case Redirect:
		if a.Status < 300 || a.Status > 399 || a.Location == "" {
			t.Fatalf("%+v is no redirect", a)
		}
		if !namesHost(a.Location) && !strings.HasPrefix(a.Location, "/") {
			if to, err := url.Parse(a.Location); err == nil && to.Scheme == "" {
				t.Fatalf("%q is not from the root", a.Location)
			}
		}
	case Proxy:
		if !namesHost(a.Location) {
			t.Fatalf("%+v is no proxy", a)
		}
	case NotFound:
		if a.Status != 0 && a.Status < 400 {
			t.Fatalf("%+v did not fail", a)
		}
	case Unknown:
	}
	if len(a.Or) >= maxChoices {
		t.Fatalf("%d further answers", len(a.Or))
	}
	for _, other := range a.Or {
		if len(other.Or) > 0 {
			t.Fatalf("%+v has choices of its own", other)
		}
		holdAnswer(t, other)
	}
}

func FuzzVercel(f *testing.F) {
	fuzzSettings(f, "vercel", vercelFile,
		`{"cleanUrls": true, "trailingSlash": true, "redirects": [{"source": "/:a((?!b).*)", "destination": "/c/:a*", "has": [{"type": "query", "key": "q"}]}]}`,
		`{"trailingSlash": false, "rewrites": [{"source": "/(.*)", "destination": "/page.html?x=$1"}, {"source": "/:a*", "destination": "https://example.com/:a*"}]}`,
		`{"routes": [{"src": "^/(a|b)$", "status": 301, "headers": {"Location": "/c/$1"}}, {"src": "/x", "dest": "/page", "continue": true}, {"handle": "filesystem"}, {"src": "/.*", "dest": "/index.html"}]}`,
		`{"redirects": [{"source": "/a{b}?/:c?", "destination": ":c", "statusCode": 301, "missing": [{"type": "host", "value": "a"}]}]}`)
}

func FuzzFirebase(f *testing.F) {
	fuzzSettings(f, "firebase", firebaseFile,
		`{"hosting": {"cleanUrls": true, "trailingSlash": false, "ignore": ["**/.*"], "redirects": [{"source": "/a/:b*", "destination": "/c/:b*", "type": 302}]}}`,
		`{"hosting": [{"public": "public", "rewrites": [{"source": "!/@(a|b)/**", "destination": "/page.html"}, {"source": "/f", "function": "f"}]}, {}]}`,
		`{"hosting": {"redirects": [{"regex": "/a/(?P<b>.+)", "destination": "https://example.com/:b"}, {"source": "/x{,/**}/[a-z]?", "destination": "y"}]} /* c */,}`)
}

func FuzzAzure(f *testing.F) {
	fuzzSettings(f, "azure", azureFile,
		`{"trailingSlash": "auto", "routes": [{"route": "/a*", "redirect": "/b", "statusCode": 301}, {"route": "/dir/*.{html,png}", "allowedRoles": ["x"]}], "responseOverrides": {"401": {"redirect": "/page?.referrer"}}}`,
		`{"trailingSlash": "always", "routes": [{"route": "/x/*", "rewrite": "page"}, {"route": "/y", "statusCode": 404}], "responseOverrides": {"404": {"rewrite": "/index.html", "statusCode": 200}}}`,
		`{"navigationFallback": {"rewrite": "index.html", "exclude": ["/a/*", "*.css"]}}`)
}

// FuzzGlob holds patterns to what must be so whatever they are: those that are
// read do not match otherwise with hidden names allowed, but for these, and a
// text without wildcards matches itself alone.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"**/.*", "/a/{b,c}/**", "!/@(js|css)/**", "/x{1..3}?[!a-c]", "/+(a|*(b|c))", "a/**/b/**/c"} {
		f.Add(seed, "/a/b")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		g, err := compileGlob(pattern)
		if err != nil {
			return
		}
		if plain := g.match(path, false); !g.negated && plain && !g.match(path, true) {
			t.Errorf("%q matches %q only without hidden names", pattern, path)
		}
		if !strings.ContainsAny(pattern, "*?[]{}()!@+\\") {
			same := squeezed(path) == squeezed(pattern) || squeezed(path) == squeezed(pattern)+"/"
			if g.match(path, false) != same {
				t.Errorf("%q and %q: %v", pattern, path, !same)
			}
		}
	})
}

// FuzzPattern holds regular expressions to their prefixes.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"/a(b|c)?d", "/ab*", "/(?!a)(?!b).*", "/a|/b", `/\(a\)`, "/ä{0,1}", "/[a-z]+(?<x>/y)?"} {
		f.Add(seed, "/a")
	}
	f.Fuzz(func(t *testing.T, expression, path string) {
		p, err := compilePattern(expression, false)
		if err != nil {
			return
		}
		if prefix := expressionPrefix(goSyntax(expression)); p.match(path, nil) != nil && !strings.HasPrefix(path, prefix) {
			t.Errorf("%q matches %q without its prefix %q", expression, path, prefix)
		}
	})
}

// FuzzPath holds paths with parameters to what must be so: each group that is
// named was captured from the path, and a text without parameters matches itself.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/a/:b/:c*", "/:x((?!api/).*)", "/a{/:b-c}?", "/(.*)/\\:d", "/:a(\\d+)+"} {
		f.Add(seed, "/a/b/c")
	}
	f.Fuzz(func(t *testing.T, source, path string) {
		p, err := compilePath(source)
		if err != nil {
			return
		}
		captured := p.capture(path, nil)
		if captured != nil && !strings.HasPrefix(path, pathPrefix(source)) {
			t.Errorf("%q matches %q without its prefix", source, path)
		}
		for name, value := range captured {
			if !strings.Contains(path, value) {
				t.Errorf("%q captured %q of %q", name, value, path)
			}
		}
		if !strings.ContainsAny(source, `:(){}*+?\`) && utf8.ValidString(source) && (captured != nil) != (source == path) {
			t.Errorf("%q and %q: %v", source, path, captured != nil)
		}
		fillIn(source, captured)
	})
}

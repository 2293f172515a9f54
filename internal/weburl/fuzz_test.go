package weburl

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzResolve compares what the short cuts make of a reference with what the
// library makes of the whole of it.
func FuzzResolve(f *testing.F) {
	bases := []string{
		"http://127.0.0.1:8080/a/b?q#f", "https://me:pw@ex.com//x/", "mailto:a@b.c?d", "file:///C:/x", "foo:///a/b", "foo:/.//a", "ftp://h",
	}
	refs := []string{
		"", "#", "?", "#x", "?q='\"#`", "a", "..", "./a/../b//..", "/a", "//h/a", "///h", "/a%2e", "%2E%2e/", "a b ", " a ?b #c ", "a^b", "ü",
		"HTTP:", "https:x", "http:/foo", "HTTP://EX.com:80/../a/./b", "http://a.b:0", "http://a..b/", "http://-a.b-/", "http://1.a/", "http://a.1/", "http://a.-1/", "http://-1/",
		"https://ex.com:443", "http://xn--a/", "http://a_b/", "http://exämple.com/", `\\host\p`, "http://[::1]:99999/", "http://a@b@c/", "data:,a b",
		"javascript:void(0)", "foo://", "foo://h:1", "file:", "file://h/C|/..", "x:/..//a", "\x00\xff", "a\tb", "http://a:b", "http:@", "//", "\xc8\t\xad",
	}
	for i, ref := range refs {
		f.Add(bases[i%len(bases)], ref)
		f.Add(bases[0], ref)
	}
	f.Fuzz(func(t *testing.T, rawBase, ref string) {
		if len(ref) > 1<<12 || len(rawBase) > 1<<12 {
			t.Skip("the library takes long")
		}
		base, err := Parse(rawBase)
		if err != nil {
			if _, libraryErr := standard.Parse(string([]rune(rawBase))); libraryErr == nil {
				t.Fatalf("Parse(%q): %v; the library accepts it", rawBase, err)
			}
			return
		}
		got, err := base.Resolve(ref)
		// A document's bytes are text before they are URLs; the library would join
		// two halves of a character over a tab that it drops.
		want, libraryErr := standard.ParseRef(base.String(), string([]rune(ref)))
		if (err != nil) != (libraryErr != nil) {
			t.Fatalf("%q on %q: %v; the library says %v", ref, base, err, libraryErr)
		}
		if err != nil {
			return
		}
		if got.String() != want.String() {
			t.Fatalf("%q on %q = %q; the library says %q", ref, base, got, want)
		}
		if got.IsHTTP() && (got.Host != want.Host() || got.Path != want.Pathname()) {
			t.Fatalf("%q on %q = %+v; the library says %q %q", ref, base, got, want.Host(), want.Pathname())
		}
	})
}

// FuzzRedact checks that what Redact leaves is the same URL without its user
// info, and that errors show none.
func FuzzRedact(f *testing.F) {
	for _, raw := range []string{
		"http://me:pw@ex.com/a@b", "//me@ex.com", `\\me@h\a@b`, "ht\ntp:me@h", "foo://a\\b@h", " http:///a@b@c?d@e", "mailto:a@b.c", "x@y", "file://a@b",
	} {
		f.Add(raw)
	}
	base := URL{Scheme: "ws", Host: "base.test", Path: "/"}
	f.Fuzz(func(t *testing.T, raw string) {
		if len(raw) > 1<<12 {
			t.Skip("the library takes long")
		}
		before, err := base.Resolve(raw)
		if err != nil || before.User == "" {
			return
		}
		redacted := Redact(raw)
		after, err := base.Resolve(redacted)
		before.User = ""
		if err != nil || after != before {
			t.Errorf("Redact(%q) = %q, which reads as %q, %v; want %q", raw, redacted, after, err, before)
		}
	})
}

// FuzzRequest checks that net/http is told to send exactly the path and query.
func FuzzRequest(f *testing.F) {
	for _, path := range []string{"", "a|b", "/a/%zz", "%2f?%zz", "*", "?", "%", "a%00", "[x]?[y]"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if len(path) > 1<<12 {
			t.Skip("the library takes long")
		}
		u, err := Parse("http://ex.com/" + path)
		if err != nil {
			t.Fatal(err)
		}
		request := u.Request()
		got := strings.TrimPrefix(request.RequestURI(), u.Origin())
		if got != u.Path+u.Query || request.Host != u.Host || request.Fragment != "" {
			t.Errorf("%q is sent as %q", u, got)
		}
	})
}

// FuzzUnescape compares Unescape with the library where that knows an answer.
func FuzzUnescape(f *testing.F) {
	for _, s := range []string{"a%20b", "%", "%zz%41", "%c3%bc"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := url.PathUnescape(s)
		if got := Unescape(s); err == nil && got != want {
			t.Errorf("Unescape(%q) = %q, want %q", s, got, want)
		}
		Indicated(s, func(string) bool { return false })
	})
}

package weburl

import (
	"net/url"
	"strings"
	"testing"
)

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

// FuzzUnescape compares Unescape with net/url where that knows an answer.
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

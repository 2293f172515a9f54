package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScope(t *testing.T) {
	t.Parallel()
	preview := NewScope(mustParse(t, "http://127.0.0.1:8080/pr/7/index.html?x#y"), mustParse(t, "https://example.com/docs/"))
	for raw, want := range map[string]string{
		"http://127.0.0.1:8080/pr/7/":          "/",
		"http://127.0.0.1:8080/pr/7/a/b?c":     "/a/b?c",
		"https://example.com/docs/a/b":         "/a/b",
		"https://example.com/docs":             "/",
		"https://example.com/doc":              "",
		"http://example.com/docs/a":            "/a",
		"ftp://example.com/docs/a":             "",
		"http://127.0.0.1:8080/pr/7":           "",
		"http://127.0.0.1:8081/pr/7/":          "",
		"https://127.0.0.1:8080/pr/7/":         "",
		"https://example.com.evil.test/docs/a": "",
	} {
		internal, ok := preview.Internal(mustParse(t, raw))
		got := ""
		if ok {
			got = preview.Target(internal)
			if internal.Host != "127.0.0.1:8080" || internal.User != "" {
				t.Errorf("Internal(%q) is at %q", raw, internal)
			}
		}
		if got != want {
			t.Errorf("target of %q is %q, want %q", raw, got, want)
		}
	}
	if got := preview.URL(); got != "https://example.com/docs/" {
		t.Errorf("URL is %q", got)
	}
	if !preview.IsOutsideBase(mustParse(t, "http://127.0.0.1:8080/")) || preview.IsOutsideBase(mustParse(t, "http://127.0.0.1:8080/pr/7/")) {
		t.Error("IsOutsideBase does not report the same origin outside the base path")
	}
}

func TestScopeOfSeveralPlaces(t *testing.T) {
	t.Parallel()
	home := mustParse(t, "https://example.com/docs/")
	s := NewScope(home, home, mustParse(t, "http://example.com/docs/"), mustParse(t, "https://old.example.com/"), home)
	if s.URL() != "https://example.com/docs/" || len(s.aliases) != 2 {
		t.Errorf("URL is %q, aliases are %v", s.URL(), s.aliases)
	}
	for raw, want := range map[string]string{
		"https://example.com/docs/a":    "/a",
		"http://example.com/docs/a?b":   "/a?b",
		"https://old.example.com/docs/": "/docs/",
		"http://old.example.com/a":      "/a",
		"https://example.com/a":         "",
	} {
		internal, ok := s.Internal(mustParse(t, raw))
		if ok != (want != "") || ok && s.Target(internal) != want {
			t.Errorf("target of %q is %q, %v, want %q", raw, internal, ok, want)
		}
	}
	internal, _ := s.Internal(mustParse(t, "https://old.example.com/a?b"))
	want := []string{"https://example.com/docs/a?b", "http://example.com/docs/a?b", "https://old.example.com/a?b", "http://old.example.com/a?b"}
	if diff := cmp.Diff(want, s.Names(internal)); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestPlannedScope expects the URLs of a directory that hosts redirect to the site to be
// the site's.
func TestPlannedScope(t *testing.T) {
	t.Parallel()
	s := PlannedScope(mustParse(t, "https://example.com/docs/"), mustParse(t, "https://www.example.com/docs/"))
	for raw, want := range map[string]string{
		"https://example.com/docs/a":      "/a",
		"https://example.com/docs":        "/",
		"https://example.com/docs?q":      "/?q",
		"http://example.com/docs":         "/",
		"http://example.com/docs/a":       "/a",
		"http://me:pw@example.com/docs/a": "/a",
		"https://example.com/doc":         "",
		"https://example.com/":            "",
		"https://example.com:8443/docs/":  "",
		"ftp://example.com/docs/a":        "",
	} {
		internal, ok := s.Internal(mustParse(t, raw))
		if ok != (want != "") || ok && (s.Target(internal) != want || internal.Origin() != "https://example.com" || internal.User != "") {
			t.Errorf("Internal(%q) is %q, %v, want %q", raw, internal, ok, want)
		}
	}
	internal, _ := s.Internal(mustParse(t, "https://example.com/docs/a"))
	want := []string{"https://example.com/docs/a", "http://example.com/docs/a", "https://www.example.com/docs/a", "http://www.example.com/docs/a"}
	if diff := cmp.Diff(want, s.Names(internal)); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestUnknownScopeAt expects links from the root to be internal with the base path and
// without it.
func TestUnknownScopeAt(t *testing.T) {
	t.Parallel()
	s := UnknownScopeAt("/docs/")
	for ref, want := range map[string]string{
		"/docs/a": "/a", "/a?b": "/a?b", "/docs": "/", "/docs?q": "/?q", "/": "/", "../a": "/a", "a": "/a", "/docsa": "/docsa",
		"https://example.com/docs/a": "",
	} {
		u, err := s.Page("index.html").Resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		internal, ok := s.Internal(u)
		if ok != (want != "") || ok && s.Target(internal) != want {
			t.Errorf("target of %q is %q, %v, want %q", ref, internal, ok, want)
		}
	}
	if s.URL() != "" || s.Known() {
		t.Errorf("the place is known: %q", s.URL())
	}
}

func TestScopeMissedBase(t *testing.T) {
	t.Parallel()
	s := NewScope(mustParse(t, "http://127.0.0.1:8080/pr/7/"), mustParse(t, "https://example.com/docs/"))
	for raw, want := range map[string]string{
		"http://127.0.0.1:8080/a":      "http://127.0.0.1:8080/pr/7/",
		"https://example.com/a":        "https://example.com/docs/",
		"https://example.com/docs/a":   "",
		"http://example.com/a":         "",
		"http://127.0.0.1:8080/pr/7/a": "",
	} {
		place, ok := s.MissedBase(mustParse(t, raw))
		if ok != (want != "") || ok && place.String() != want {
			t.Errorf("around %q is %q, %v, want %q", raw, place, ok, want)
		}
	}
	if got := s.Served().Path; got != "/docs/" {
		t.Errorf("served below %q", got)
	}
}

func TestUnknownScope(t *testing.T) {
	t.Parallel()
	s := UnknownScope()
	if s.Known() || s.URL() != "" || s.Names(s.home) != nil || s.Served().Path != "/" {
		t.Errorf("a site served nowhere knows its URL %q", s.URL())
	}
	page := s.Page("guide/")
	u, err := page.Resolve("../img/a.png")
	if err != nil {
		t.Fatal(err)
	}
	internal, ok := s.Internal(u)
	if !ok || s.Target(internal) != "/img/a.png" {
		t.Errorf("a relative link leads to %q, %v", internal, ok)
	}
}

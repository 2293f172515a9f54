package site

import (
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func parse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSpace(t *testing.T) {
	t.Parallel()
	preview := NewSpace(parse(t, "http://127.0.0.1:8080/pr/7/index.html?x#y"), parse(t, "https://example.com/docs/"))
	for raw, want := range map[string]string{
		"http://127.0.0.1:8080/pr/7/":          "/",
		"http://127.0.0.1:8080/pr/7/a/b?c":     "/a/b?c",
		"http://me:pw@127.0.0.1:8080/pr/7/a":   "/a",
		"https://example.com/docs/a/b":         "/a/b",
		"https://example.com/docs":             "",
		"https://example.com/other":            "",
		"http://example.com/docs/a":            "",
		"http://127.0.0.1:8080/pr/70/":         "",
		"http://127.0.0.1:8081/pr/7/":          "",
		"https://127.0.0.1:8080/pr/7/":         "",
		"https://example.com.evil.test/docs/a": "",
	} {
		own, ok := preview.Own(parse(t, raw))
		got := ""
		if ok {
			got = preview.Target(own)
			if own.Host != "127.0.0.1:8080" || own.User != "" {
				t.Errorf("Own(%q) is at %q", raw, own)
			}
		}
		if got != want {
			t.Errorf("target of %q is %q, want %q", raw, got, want)
		}
	}
	if got := preview.URL(); got != "https://example.com/docs/" {
		t.Errorf("URL is %q", got)
	}
	if !preview.Beside(parse(t, "http://127.0.0.1:8080/")) || preview.Beside(parse(t, "http://127.0.0.1:8080/pr/7/")) {
		t.Error("Beside does not tell the same origin outside the base path")
	}
}

func TestUnknownSpace(t *testing.T) {
	t.Parallel()
	s := UnknownSpace()
	if s.Known() || s.URL() != "" {
		t.Errorf("a site served nowhere knows its URL %q", s.URL())
	}
	page := s.Page("guide/")
	u, err := page.Resolve("../img/a.png")
	if err != nil {
		t.Fatal(err)
	}
	own, ok := s.Own(u)
	if !ok || s.Target(own) != "/img/a.png" {
		t.Errorf("a relative link leads to %q, %v", own, ok)
	}
}

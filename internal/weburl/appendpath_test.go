package weburl

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestAppendPath(t *testing.T) {
	t.Parallel()
	tests := []struct {
		folder, ref, want string // want is "" for what is left to Resolve
	}{
		{"/", "a.html", "/a.html"},
		{"/docs/", "a/b.html", "/docs/a/b.html"},
		{"/docs/", "/a.html", "/a.html"},
		{"/docs/", "./a.html", "/docs/a.html"},
		{"/docs/en/", "../a.html", "/docs/a.html"},
		{"/docs/en/", "../../../a.html", "/a.html"},
		{"/docs/en/", ".././../", "/"},
		{"/docs/", "a%20b", "/docs/a%20b"},
		{"/docs/", "..", ""},
		{"/docs/", "a/../b", ""},
		{"/docs/", ".hidden", ""},
		{"/docs/", "/../a", ""},
		{"/docs/", "//host/a", ""},
		{"/docs/", "https://host/a", ""},
		{"/docs/", "a:b", ""},
		{"/docs/", "a?b", ""},
		{"/docs/", "a#b", ""},
		{"/docs/", "a b", ""},
		{"/docs/", `a\b`, ""},
		{"/docs/", "%2e%2e/a", ""},
		{"/docs/", "ü", ""},
		{"/docs/", "", ""},
	}
	for _, test := range tests {
		path, ok := AppendPath([]byte("before "), test.folder, test.ref)
		if want := "before " + test.want; string(path) != want || ok != (test.want != "") {
			t.Errorf("from %q %q leads to %q, %v; want %q", test.folder, test.ref, path, ok, want)
		}
	}
}

// TestAppendPathIsThatOfResolve joins pieces in which paths differ.
func TestAppendPathIsThatOfResolve(t *testing.T) {
	t.Parallel()
	pieces := []string{"a", "b.html", "/", "//", ".", "..", "../", "./", "%2e", "%2E", "%20", "%", ":", "?", "#", "[", "|", "^", " ", "\t", "\\", "ü", "c:/"}
	random := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		var b strings.Builder
		for range random.IntN(n) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	known := 0
	for range 50_000 {
		base, err := Parse("https://site.test/" + text(4))
		if err != nil {
			continue
		}
		folder, ref := base.Path[:strings.LastIndexByte(base.Path, '/')+1], text(5)
		path, ok := AppendPath(nil, folder, ref)
		if !ok {
			continue
		}
		known++
		want, err := base.Resolve(ref)
		if got := (URL{Scheme: base.Scheme, Host: base.Host, Path: string(path)}); err != nil || got != want {
			t.Errorf("from %q %q leads to %q, want %+v, %v", folder, ref, path, want, err)
		}
	}
	if known < 5000 {
		t.Errorf("only %d references were joined", known)
	}
}

func TestAppendPathAllocatesNothing(t *testing.T) {
	b := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() { _, _ = AppendPath(b, "/docs/en/", "../a/b.html") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

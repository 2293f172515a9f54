package project

import (
	"runtime"
	"strings"
	"testing"
)

func TestIntended(t *testing.T) {
	t.Parallel()
	tests := []struct{ target, want string }{
		{target: "example.com", want: "https://example.com"},
		{target: "www.example.co.uk/docs/?a=b", want: "https://www.example.co.uk/docs/?a=b"},
		{target: "//example.com/x", want: "https://example.com/x"},
		{target: "example.com:8080/x", want: "http://example.com:8080/x"},
		{target: "localhost", want: "http://localhost"},
		{target: "localhost:8080", want: "http://localhost:8080"},
		{target: "127.0.0.1:8080/x", want: "http://127.0.0.1:8080/x"},
		{target: "user:hunter2@example.com", want: ""},
		{target: "index.html", want: ""},
		{target: "ftp://x.org", want: ""},
		{target: "build-2.1", want: ""},
		{target: "/srv/example.com", want: ""},
		{target: "docs/example.com", want: ""},
		{target: "/example.com", want: ""},
		{target: "", want: ""},
	}
	for _, tt := range tests {
		if got := intended(tt.target); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.target, got, tt.want)
		}
	}
}

// TestAdvice has what e2e/testdata/dir/target_wrong.txtar has not.
func TestAdvice(t *testing.T) {
	tree(t, map[string]string{"Site/x": "", "docs/build/x": "", "no/x": "", "publik": ""})
	for target, want := range map[string]string{
		"docs/biuld/":                `did you mean "docs/build"?`,
		"'docs'":                     `did you mean "docs"?`,
		"publik":                     "",
		"dist":                       "",
		"~/public":                   `"~/" was not expanded; write the path from the working directory`,
		"${{ steps.x.outputs.dir }}": `"${{ steps.x.outputs.dir }}" was not expanded; write the path from the working directory`,
		"a:hunter2@b/public":         "",
	} {
		if got := Advice(target, false); got != want {
			t.Errorf("%q: got %q, want %q", target, got, want)
		}
	}
	if got := Advice("site", false); got != `did you mean "Site"?` && runtime.GOOS == "linux" { // others find it by these letters
		t.Errorf("got %q", got)
	}
	for _, target := range []string{"", " ", ".", "/", "//", "\x00", "a/\x00/b", "~", "$", "${{", "%a%", "*", "[", "https:", ":", "\xff", strings.Repeat("a/", 5000), strings.Repeat("../", 50)} {
		Advice(target, true) // it must not panic
	}
}

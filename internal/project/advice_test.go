package project

import (
	"os"
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

func TestAdvice(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"public", "docs/build", "Site", "no"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("publik", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ target, want string }{
		{target: "pubic", want: `did you mean "public"?`},
		{target: "PUBLIC", want: `did you mean "public"?`},
		{target: "site", want: `did you mean "Site"?`},
		{target: "docs/biuld/", want: `did you mean "docs/build"?`},
		{target: "${{ github.workspace }}/docs/build", want: `"${{ github.workspace }}/" was not expanded; write the path from the working directory`},
		{target: "${{ steps.x.outputs.dir }}", want: `"${{ steps.x.outputs.dir }}" was not expanded; write the path from the working directory`},
		{target: "${GITHUB_WORKSPACE}/x", want: `"${GITHUB_WORKSPACE}/" was not expanded; write the path from the working directory`},
		{target: "~/public", want: `"~/" was not expanded; write the path from the working directory`},
		{target: "'public'", want: `did you mean "public"?`},
		{target: "*.html", want: "linkvet checks built sites, and Markdown as GitHub shows it: pass one directory, or one file of Markdown"},
		{target: "public/*.md", want: "linkvet checks built sites, and Markdown as GitHub shows it: pass one directory, or one file of Markdown"},
		{target: "/home/runner/work/_temp/x", want: "a container of an action sees the workspace alone: write the path from the repository's root"},
		{target: "dist", want: ""},
		{target: "a:hunter2@b/public", want: ""},
	}
	_, err := os.Stat("PUBLIC")
	anyCase := err == nil // Windows and macOS find a directory by other letters
	for _, tt := range tests {
		if anyCase && (tt.target == "PUBLIC" || tt.target == "site") {
			tt.want = ""
		}
		if got := Advice(tt.target, false); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.target, got, tt.want)
		}
	}
	if got, want := Advice("dist", true), "build the site in an earlier step of the same job"; got != want {
		t.Errorf("in a workflow: got %q, want %q", got, want)
	}
	if err := os.WriteFile("public/index.html", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := Advice("dist", true), "found an index.html in public"; got != want {
		t.Errorf("with a built site: got %q, want %q", got, want)
	}
}

func TestAdviceOfOddTargets(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, target := range []string{"", " ", ".", "/", "//", "\x00", "a/\x00/b", "~", "$", "${{", "%a%", "*", "[", "https:", "https//", ":", "\xff", strings.Repeat("a/", 5000), strings.Repeat("../", 50)} {
		Advice(target, true) // it must not panic
	}
}

package wrongtarget

import (
	"os"
	"strings"
	"testing"
)

func TestURL(t *testing.T) {
	t.Parallel()
	tests := []struct{ target, want string }{
		{"example.com", `did you mean "https://example.com"?`},
		{"www.example.co.uk/docs/?a=b", `did you mean "https://www.example.co.uk/docs/?a=b"?`},
		{"//example.com/x", `did you mean "https://example.com/x"?`},
		{"example.com:8080/x", `did you mean "http://example.com:8080/x"?`},
		{"localhost", `did you mean "http://localhost"?`},
		{"localhost:8080", `did you mean "http://localhost:8080"?`},
		{"127.0.0.1:8080/x", `did you mean "http://127.0.0.1:8080/x"?`},
		{"https//x", `did you mean "https://x"?`},
		{"https:/x.org", `did you mean "https://x.org"?`},
		{"http:x.org", `did you mean "http://x.org"?`},
		{"htps://x.org", `did you mean "https://x.org"?`},
		{"htp://x.org", `did you mean "http://x.org"?`},
		{"https;//x.org", `did you mean "https://x.org"?`},
		{"file:///srv/public", "pass the path: /srv/public"},
		{"ftp://x.org", ""},
		{"user:hunter2@example.com", ""},
		{"index.html", ""},
		{"docs/example.com", ""},
		{"public", ""},
		{"build-2.1", ""},
		{"../site.com", ""},
		{"/srv/example.com", ""},
		{"/example.com", ""},
		{"8080", ""},
		{"a..b", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := URL(tt.target); got != tt.want {
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
		{"pubic", `did you mean "public"?`},
		{"PUBLIC", `did you mean "public"?`},
		{"site", `did you mean "Site"?`},
		{"dosc/build", `did you mean "docs/build"?`},
		{"dosc/html", `did you mean "docs"?`},
		{"docs/biuld/", `did you mean "docs/build"?`},
		{"${{ github.workspace }}/docs/build", `an expression is expanded only in a workflow file; did you mean "docs/build"?`},
		{"${{ steps.x.outputs.dir }}", `an expression is expanded only in a workflow file; did you mean "."?`},
		{"${GITHUB_WORKSPACE}/x", "a variable is expanded only by a shell; write the path from the working directory"},
		{"~/public", `~ is expanded only by a shell; did you mean "public"?`},
		{"'public'", `did you mean "public"?`},
		{"*.html", "pass the directory, not its files"},
		{"public/*.md", "linkvet checks built sites, not their sources: pass the build directory"},
		{"/home/runner/work/_temp/x", "a container of an action sees the workspace alone: write the path from the repository's root"},
		{"dist", ""},
		{"a:hunter2@b/public", ""},
	}
	for _, tt := range tests {
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

package config

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestPatternsThatCanNeverMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, advice string
	}{
		{pattern: "foo/**", advice: "write /foo/**"},
		{pattern: "*.pdf", advice: "write **/*.pdf"},
		{pattern: "{a,b}/**", advice: "write **/{a,b}/**"},
		{pattern: "# a comment", advice: "each line is a pattern, and comments are not possible here; remove it"},
		{pattern: "example.com/**", advice: "write https://example.com/**"},
		{pattern: "localhost:3000/**", advice: "write https://localhost:3000/**"},
		{pattern: "https://example.com", advice: "write https://example.com/**"},
		{pattern: "HTTPS://Example.com/A", advice: "write https://example.com/A"},
		{pattern: "http://example.com:80/**", advice: "write http://example.com/**"},
		{pattern: "https://user:password@example.com/**", advice: "write https://example.com/**"},
		{pattern: "/a b/**", advice: "write /a%20b/**"},
		{pattern: `\drafts\**`, advice: "write /drafts/**"},
		{pattern: "!/drafts/**", advice: "a pattern cannot be negated; write /drafts/**"},
		{pattern: "/^mailto:/", advice: "only http and https links are checked; remove it"},
		{pattern: `^https://example\.com`, advice: `write /^https://example\.com/`},
		{pattern: "https://*", advice: "write https://**"},
		{pattern: "**example.com**", advice: `write /example\.com/`},
		{pattern: `/^https?:\/\/example\.com$/`, advice: `write /^https?:\/\/example\.com\/$/`},
		{pattern: `/\p{Han}/`, advice: "it must match whole URLs such as"},
		{pattern: `/^foo\.html$/`, advice: `write /^\/foo\.html$/`},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			t.Parallel()
			for name, s := range map[string]patternScope{"include": includedLinks, "exclude": excludedLinks} {
				_, err := s.parse(tt.pattern)
				if err == nil || !strings.Contains(err.Error(), quote(tt.pattern)+" can never match: ") || !strings.Contains(err.Error(), tt.advice) {
					t.Errorf("%s: got %v, want %q", name, err, tt.advice)
				}
				_, better, ok := strings.Cut(tt.advice, "write ")
				if _, err := s.parse(better); ok && err != nil {
					t.Errorf("%s: the advice can never match: %v", name, err)
				}
			}
		})
	}
}

func TestPatternsThatCanMatch(t *testing.T) {
	t.Parallel()
	all := []string{
		"/", "/a", "/a/", "/a?b=c", "/a\\?b=c", "/%41", "/a/**/b", "/a**", "/{a,b}/**", "{/a,/b}/**", "{/**,https://example.com/**}", "/[!a]/x", "/[a-c]", `/\[x\]`,
		"**", "**/*", "**/a", "**/*.{pdf,zip}", "http*://example.com/**", "https://*.example.com:*/**", "https://example.com:8443/", "http://example.com:443/", "https://example.com:80/",
		"https://[::1]:8080/**", "https://a_b.example/**", "https://xn--bcher-kva.example/**", "//example.com/**", "/'a'", "/a=b,c;d", "/~a/$b/!c/(d)/@e/|f",
		"/a/", `/^\/a/`, "/^https?:/", `/\.pdf(\?|$)/`, `/\bprint\b/`, "/^[^?]*$/", "/./", "/[?&]sid=[0-9a-f]+/", "/(?i)PDF/",
	}
	for _, text := range all {
		if _, err := pageURLs.parse(text); err != nil {
			t.Error(err)
		}
	}
	withFragment := []string{"/a#b", "**/*#top", "https://example.com/#/route", "/#section-\\d+$/"}
	for _, text := range withFragment {
		if _, err := includedLinks.parse(text); err != nil {
			t.Error(err)
		}
		for _, s := range []patternScope{pageURLs, acceptedURLs, ruleTargets} {
			if _, err := s.parse(text); err == nil {
				t.Errorf("%q is about a fragment, which is not matched here", text)
			}
		}
	}
	// What no browser reads as a URL can only be left out.
	for _, text := range []string{"https://exa mple.com/**", "http://", `https://<host>/**`, "//<host>/**", "/<host>/", `/\s/`, "http:/exa mple.com/", "http://example.com:port/**"} {
		for _, s := range []patternScope{excludedLinks, ruleTargets} {
			if _, err := s.parse(text); err != nil {
				t.Error(err)
			}
		}
		if _, err := includedLinks.parse(text); err == nil {
			t.Errorf("include can never match %q", text)
		}
	}
}

// Every setting with patterns refuses them, and names the place.
func TestPatternsAreCheckedEverywhere(t *testing.T) {
	t.Parallel()
	got := failing(t, Sources{
		Args:    []string{"--include=foo/**", "--accept=foo=403"},
		Environ: []string{"INPUT_EXCLUDE=/a\n# why\n*.pdf"},
		File:    []byte("exclude-pages:\n  - drafts/**\nrules:\n  - match: [/a, www.example.com]\n    verdict: ok\n"), FileName: ".linkvet.yml",
	})
	want := []string{
		`--include: "foo/**" can never match: `, `--accept: "foo" can never match: `,
		`INPUT_EXCLUDE: "# why" can never match: `, `INPUT_EXCLUDE: "*.pdf" can never match: `,
		`.linkvet.yml:2: exclude-pages: "drafts/**" can never match: `, `.linkvet.yml:4: rules: match: "www.example.com" can never match: `,
	}
	lines := strings.Split(got, "\n")
	if len(lines) != len(want) {
		t.Fatalf("got %d faults, want %d:\n%s", len(lines), len(want), got)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("got %q, want it to begin with %q", lines[i], want[i])
		}
	}
}

func TestPlainWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"/drafts/": "drafts", "/a/b/": "a/b", "/(drafts)/": "", "/^drafts/": "", "/drafts/**": "", `/\.pdf$/`: "", "/a.b/": ""} {
		p, err := parsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Patterns{p}).PlainWord(0); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if got := (Patterns{p}).Text(0); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

// A pattern that matches a URL is never refused.
func FuzzPatternScope(f *testing.F) {
	for _, seed := range [][2]string{
		{"/a/**", "/a/b"},
		{"**/*.pdf", "https://example.com/a.pdf"},
		{"https://*.example.com/**", "https://a.example.com/?b#c"},
		{"/{a,b/**}/c", "/b/x/c"},
		{"/[a-c!-]*", "/b!"},
		{"/[^a]", "/b"},
		{"/x/", "https://x/"},
		{`/^\/\bfoo$/`, "/foo"},
		{"/a/**/", "/a"},
		{"{**/,}a", "/a"},
		{"/**/**", "/"},
		{"/[[:alpha:]]", "/a]"},
		{"/[a-c-e]", "/-"},
		{"{a,{/b,c}}", "/b"},
		{"/{[,}],x}", "/}"},
		{`/\*`, "/*"},
		{"/[&&a]~", "/&~"},
		{"//", "//"},
		{"/?", "/\xff"},
		{"https://**", "https://a:1/b"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, raw string) {
		if len(text) > 200 || len(raw) > 200 {
			return // which takes the time of many others
		}
		u, err := weburl.Parse(raw)
		names := []string{u.Redacted()}
		if strings.HasPrefix(raw, "/") {
			u, err = weburl.Parse("https://example.com" + raw)
			names = []string{u.Path + u.Query, u.Path + u.Query + u.Fragment}
		}
		p, bad := parsePattern(text)
		if err != nil || !u.IsHTTP() || bad != nil || !(Patterns{p}).Match(names...) {
			return
		}
		if _, err := includedLinks.parse(text); err != nil {
			t.Errorf("%q matches one of %q, but %v", text, names, err)
		}
	})
}

package config

import (
	"strings"
	"testing"
)

func TestPatternsMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, candidate string
		want               bool
	}{
		{pattern: "https://*.example.com/**", candidate: "https://www.example.com/a/b?c=d", want: true},
		{pattern: "https://*.example.com/**", candidate: "https://example.com/", want: false},
		{pattern: "https://*.example.com/**", candidate: "https://evil.test/www.example.com/", want: false},
		{pattern: "https://*.example.com/**", candidate: "http://www.example.com/", want: false},
		{pattern: "/drafts/**", candidate: "/drafts/", want: true},
		{pattern: "/drafts/**", candidate: "/drafts", want: true},
		{pattern: "/drafts/**", candidate: "/a/drafts/", want: false},
		{pattern: "**/*.pdf", candidate: "/a/b.pdf", want: true},
		{pattern: "**/*.pdf", candidate: "https://example.com/a/b.pdf", want: true},
		{pattern: "**", candidate: "", want: true},
		{pattern: "/", candidate: "/", want: true},
		{pattern: "//", candidate: "//", want: true},
		{pattern: "/^.drafts.$/", candidate: "/drafts/", want: true},
		{pattern: "/^.drafts.$/", candidate: "/a/drafts/", want: false},
		{pattern: `/\.pdf(\?|$)/`, candidate: "/a.pdf?b", want: true},
		{pattern: "/(?i)PDF/", candidate: "/a.pdf", want: true},
		{pattern: "drafts/**", candidate: "/drafts/a", want: false},
		{pattern: "example.com", candidate: "https://example.com/", want: false},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+" on "+tt.candidate, func(t *testing.T) {
			t.Parallel()
			p, err := parsePattern(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if got := (Patterns{p}).Match(tt.candidate); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

func TestPatternsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ pattern, want string }{
		"class left open":  {pattern: "/[a", want: "is not a valid glob"},
		"backslash at end": {pattern: `/a\`, want: "is not a valid glob"},
		"bad repetition":   {pattern: "/**/", want: "is not a valid regular expression: missing argument to repetition operator"},
		"long":             {pattern: "/" + strings.Repeat("a", maxPattern), want: "is too long for a pattern; use at most 1000 bytes"},
		"many braces":      {pattern: strings.Repeat("{*,?}", 10), want: "has too many alternatives in braces; use at most 256"},
		"large program":    {pattern: "/" + strings.Repeat("(a{500})", 30) + "/", want: "is too large for a regular expression"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parsePattern(tt.pattern)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if start := quote(tt.pattern)[:3]; err != nil && !strings.HasPrefix(err.Error(), start) {
				t.Errorf("the error %q does not quote the pattern", err)
			}
		})
	}
}

// A match of a costly pattern ends. BenchmarkLinearPatterns has longer URLs.
func TestPatternsStayBounded(t *testing.T) {
	t.Parallel()
	for _, pattern := range costlyPatterns {
		costlyMatch(t, pattern, 1<<10)()
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

func TestRegexpsThatRepeatTooMuchAreRefused(t *testing.T) {
	t.Parallel()
	for text, fits := range map[string]bool{
		"/((a{0,30}){0,30})b/":                    false,
		"/(.*a){249}b/":                           false,
		"/.{0,600}x/":                             false,
		"/^.{1000}/":                              true,
		"/((a?){30}){30}/":                        false,
		"/[0-9a-f]{128}/":                         true,
		`/\/\d{4}\/\d{2}\/[^\/]{1,100}$/`:         true,
		"/" + strings.Repeat("page|", 199) + "x/": true,
	} {
		_, err := parsePattern(text)
		if fits != (err == nil) {
			t.Errorf("%.40s: %v, want that it fits: %t", text, err, fits)
		}
		if !fits && err != nil && !strings.Contains(err.Error(), "use lower counts, * or +") {
			t.Errorf("%.40s: %v, which does not say what to shorten", text, err)
		}
	}
}

// A URL may be a whole page long. All of it would take minutes with some patterns.
func TestLongURLsAreMatchedByTheirBeginning(t *testing.T) {
	t.Parallel()
	long := "/drafts/" + strings.Repeat("a", maxSubject) + "/end"
	for text, want := range map[string]bool{"/drafts/**": true, "/^\\/drafts\\//": true, "**/end": false, "/end$/": false} {
		p, err := parsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.match(long) != want {
			t.Errorf("%s: %t, want %t", text, !want, want)
		}
	}
}

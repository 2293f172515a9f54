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

func TestPatternsOfSeveral(t *testing.T) {
	t.Parallel()
	var none Patterns
	if !none.Empty() || none.Match("", "/") {
		t.Error("no pattern matches something")
	}
	c, err := Load(Sources{Args: []string{"--exclude=/a", "--exclude=https://b.test/**"}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Exclude.Empty() || !c.Exclude.Match("/x", "https://b.test/x") || !c.Exclude.Match("/a", "https://c.test/a") {
		t.Error("one pattern on one candidate is not enough")
	}
	if c.Exclude.Match("/x", "https://c.test/x") || c.Exclude.Match() {
		t.Error("what no pattern matches is matched")
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

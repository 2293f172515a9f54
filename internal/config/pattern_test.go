package config

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

func TestPatternsMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, candidate string
		want               bool
	}{
		{pattern: "https://*.example.com/**", candidate: "https://www.example.com/", want: true},
		{pattern: "https://*.example.com/**", candidate: "https://www.example.com/a/b?c=d", want: true},
		{pattern: "https://*.example.com/**", candidate: "https://example.com/", want: false},
		{pattern: "https://*.example.com/**", candidate: "https://evil.test/www.example.com/", want: false},
		{pattern: "https://*.example.com/**", candidate: "http://www.example.com/", want: false},
		{pattern: "/drafts/**", candidate: "/drafts/", want: true},
		{pattern: "/drafts/**", candidate: "/drafts", want: true},
		{pattern: "/drafts/**", candidate: "/drafts/a/b.html", want: true},
		{pattern: "/drafts/**", candidate: "/draftsman/", want: false},
		{pattern: "/drafts/**", candidate: "/a/drafts/", want: false},
		{pattern: "/drafts/*", candidate: "/drafts/a/b.html", want: false},
		{pattern: "**/*.pdf", candidate: "/a/b.pdf", want: true},
		{pattern: "**/*.pdf", candidate: "https://example.com/a/b.pdf", want: true},
		{pattern: "**/*.pdf", candidate: "/a/b.pdfs", want: false},
		{pattern: "/{a,b}/c", candidate: "/b/c", want: true},
		{pattern: `/a\[1\]`, candidate: "/a[1]", want: true},
		{pattern: "**", candidate: "", want: true},
		{pattern: "/", candidate: "/", want: true},
		{pattern: "//", candidate: "//", want: true},
		{pattern: "/drafts/", candidate: "/a/drafts", want: true}, // a regular expression
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
		"brace left open":  {pattern: "/{a,b", want: "is not a valid glob"},
		"backslash at end": {pattern: `/a\`, want: "is not a valid glob"},
		"bad repetition":   {pattern: "/**/", want: "is not a valid regular expression: missing argument to repetition operator"},
		"look-ahead":       {pattern: "/(?=a)/", want: "is not a valid regular expression"},
		"long":             {pattern: "/" + strings.Repeat("a", maxPattern), want: "is too long for a pattern; use at most 1000 bytes"},
		"many braces":      {pattern: strings.Repeat("{*,?}", 10), want: "has too many alternatives in braces; use at most 256"},
		"nested braces":    {pattern: strings.Repeat("{{*,?},a}", 6), want: "has too many alternatives in braces; use at most 256"},
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

// These are among the costliest patterns that the bounds let through. What they
// are matched with grows, and so do they where they are no longer than allowed: a
// match that explodes is found before it is large.
func TestPatternsStayBounded(t *testing.T) {
	t.Parallel()
	repeated := func(piece string, most int) func(int) string {
		return func(n int) string { return strings.Repeat(piece, min(n, most)) }
	}
	patterns := map[string]func(n int) string{
		"doublestars":          repeated("**/", 300),
		"stars":                repeated("*a", 450),
		"stars in doublestars": repeated("**/*a*/", 140),
		"braces":               repeated("{a,*}", 8),
		"braces in segments":   func(n int) string { return "**/" + repeated("{a,*}/", 8)(n) },
		"nested braces":        func(n int) string { return repeated("*{", 300)(n) + "a" + repeated("}", 300)(n) },
		"many single braces":   repeated("*{a}", 240),
		"repetitions":          func(int) string { return "/(a*)*(a|aa)+x/" },
		"many options":         func(int) string { return "/(" + strings.Repeat("a?", 450) + ")x/" },
	}
	for name, pattern := range patterns {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proportion.Check(t, 1<<12, func(size int) func() {
				text := pattern(size / 8)
				if text[0] != '/' {
					text += "x"
				}
				p, err := parsePattern(text)
				if err != nil {
					t.Fatal(err)
				}
				candidates := []string{strings.Repeat("a", size), strings.Repeat("a/", size/2), "/" + strings.Repeat("aaaa/", size/5)}
				return func() { (Patterns{p}).Match(candidates...) }
			})
		})
	}
}

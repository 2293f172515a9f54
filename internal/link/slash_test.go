package link

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSlashEnd(t *testing.T) {
	t.Parallel()
	r := &Report{SiteURL: "https://e.test/docs/"}
	for _, tt := range []struct {
		target, suggestion, end string
		want                    bool
	}{
		{"/guide", "/guide/", "https://e.test/docs/guide/", true},
		{"/page/", "/page", "https://e.test/docs/page", true},
		{"/guide?a", "/guide/?a", "https://e.test/docs/guide/?a", true},
		{"/guide", "/guide/#part", "https://e.test/docs/guide/#part", true},
		{"/guide", "", "https://e.test/docs/guide/", true},
		{"https://x.test/d", "https://x.test/d/", "https://x.test/d/", true},
		{"https://x.test", "https://x.test/", "https://x.test/", true},
		{"/guide", "/en/guide/", "https://e.test/docs/en/guide/", false},
		{"/guide", "", "https://e.test/guide/", false},
		{"/guide", "/guide/?a", "https://e.test/docs/guide/?a", false},
		{"http://x.test/d", "https://x.test/d/", "https://x.test/d/", false},
		{"/guide", "", "/docs/guide/", false},
	} {
		f := &Finding{
			Verdict: Redirected, Target: tt.target, Internal: tt.target[0] == '/', Suggestion: tt.suggestion,
			Redirects: []Redirect{{Status: 301, URL: tt.end}},
		}
		if got := r.SlashEnd(f) != ""; got != tt.want {
			t.Errorf("a redirect of %q to %q, %q: got %t, want %t", tt.target, tt.suggestion, tt.end, got, tt.want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ s, want string }{
		"as long":         {s: strings.Repeat("a", MaxString), want: strings.Repeat("a", MaxString)},
		"four bytes":      {s: "a" + strings.Repeat("😀", MaxString), want: "a" + strings.Repeat("😀", (MaxString-4)/4) + "…"},
		"not UTF-8":       {s: "a\xffb", want: "a\ufffdb"},
		"grows by repair": {s: strings.Repeat("\xff", MaxString), want: strings.Repeat("\ufffd", (MaxString-3)/3) + "…"},
	} {
		got := Cut(tt.s)
		if got != tt.want {
			t.Errorf("%s: got %d bytes ending in %q, want %d", name, len(got), got[max(len(got)-8, 0):], len(tt.want))
		}
		if len(got) > MaxString || !utf8.ValidString(got) {
			t.Errorf("%s: got %d bytes, valid: %v", name, len(got), utf8.ValidString(got))
		}
	}
}

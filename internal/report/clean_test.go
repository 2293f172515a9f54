package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in    string
		limit int
		want  string
	}{
		"letters of all kinds": {in: "/é/日本/👩‍💻", limit: 500, want: "/é/日本/👩‍💻"},
		"line breaks":          {in: "a\r\nb\tc", limit: 0, want: `a\r\nb\tc`},
		"terminal":             {in: "\x1b[31m\x07\x7f\u009b", limit: 0, want: `\u001b[31m\u0007\u007f\u009b`},
		"invisible":            {in: "\u200b\ufeff\u00ad\U000e0041", limit: 0, want: `\u200b\ufeff\u00ad\U000e0041`},
		"invalid":              {in: "a\xffb", limit: 0, want: "a\ufffdb"},
		"just fits, wide":      {in: "ábcdé", limit: 5, want: "ábcdé"},
		"nothing fits":         {in: "\x1b", limit: 3, want: "…"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Clean(tt.in, tt.limit); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\n\u202e\xff", 3)
	f.Add(strings.Repeat("é", 600), 500)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := Clean(s, limit)
		if strings.ContainsFunc(got, unsafeRune) || !utf8.ValidString(got) {
			t.Errorf("%q is not clean", got)
		}
		if n := utf8.RuneCountInString(got); limit > 0 && n > limit {
			t.Errorf("%q has %d code points, more than %d", got, n, limit)
		}
		if again := Clean(got, limit); again != got {
			t.Errorf("%q cleaned again is %q", got, again)
		}
	})
}

func TestInert(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"::error::x":                   `\::error::x`,
		" \t\u00a0\u3000::x":           " \t\u00a0\u3000\\::x",
		"\ufeff::x":                    "\ufeff\\::x",
		"x ##[group]y":                 `x ##\[group]y`,
		"#[a] # #[b]":                  "#[a] # #[b]",
		"    public/index.html:1:2  a": "    public/index.html:1:2  a",
	} {
		if got := Inert(in); got != want {
			t.Errorf("Inert(%q) = %q, want %q", in, got, want)
		}
	}
}

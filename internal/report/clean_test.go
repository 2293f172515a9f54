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
		"plain":                {"/a?b=c&d", 500, "/a?b=c&d"},
		"letters of all kinds": {"/é/日本/👩‍💻", 500, "/é/日本/👩‍💻"},
		"line breaks":          {"a\r\nb\tc", 0, `a\r\nb\tc`},
		"terminal":             {"\x1b[31m\x07\x7f\u009b", 0, `\u001b[31m\u0007\u007f\u009b`},
		"bidirectional":        {"\u202e\u2066\u200f\u061c", 0, `\u202e\u2066\u200f\u061c`},
		"separators":           {"\u2028\u2029\u0085", 0, `\u2028\u2029\u0085`},
		"invisible":            {"\u200b\ufeff\u00ad\U000e0041", 0, `\u200b\ufeff\u00ad\U000e0041`},
		"invalid":              {"a\xffb", 0, "a\ufffdb"},
		"just fits":            {"abcde", 5, "abcde"},
		"just fits, wide":      {"ábcdé", 5, "ábcdé"},
		"cut":                  {"abcdef", 5, "abcd…"},
		"no half escape":       {"abc\n\n", 6, `abc\n…`},
		"nothing fits":         {"\x1b", 3, "…"},
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
		"a::b":                         "a::b",
		"::error::x":                   `\::error::x`,
		" \t\u00a0\u3000::x":           " \t\u00a0\u3000\\::x",
		"\ufeff::x":                    "\ufeff\\::x",
		"x ##[group]y":                 `x ##\[group]y`,
		"####[a]##[b]":                 `####\[a]##\[b]`,
		":x":                           ":x",
		"":                             "",
		"#[a] # #[b]":                  "#[a] # #[b]",
		"::##[x]":                      `\::##\[x]`,
		"    public/index.html:1:2  a": "    public/index.html:1:2  a",
	} {
		if got := Inert(in); got != want {
			t.Errorf("Inert(%q) = %q, want %q", in, got, want)
		}
	}
}

package weburl

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{name: "absolute", raw: "https://me:pw@ex.com/a@b", want: "https://ex.com/a@b"},
		{name: "scheme-relative", raw: "//me@ex.com/", want: "//ex.com/"},
		{name: "several at signs", raw: "http://a@b:c@ex.com?x@y", want: "http://ex.com?x@y"},
		{name: "upper case", raw: "HTTPS://me@ex.com", want: "HTTPS://ex.com"},
		{name: "white space around", raw: " \thttp://me@ex.com ", want: " \thttp://ex.com "},
		{name: "newlines inside", raw: "ht\ntp:/\t/m\re@ex.com", want: "ht\ntp:/\t/ex.com"},
		{name: "backslashes", raw: `\\me@ex.com\a@b`, want: `\\ex.com\a@b`},
		{name: "backslash ends a host", raw: `http://ex.com\a@b`, want: `http://ex.com\a@b`},
		{name: "one slash", raw: "http:/me@ex.com", want: "http:/ex.com"},
		{name: "no slash", raw: "http:me@ex.com", want: "http:ex.com"},
		{name: "many slashes", raw: "http:///me@ex.com", want: "http:///ex.com"},
		{name: "invalid port", raw: "http://me:pw@ex.com:99999/", want: "http://ex.com:99999/"},
		{name: "other scheme", raw: "git+ssh://git@ex.com/x", want: "git+ssh://ex.com/x"},
		{name: "other scheme, backslash", raw: `foo://a\b@ex.com`, want: "foo://ex.com"},
		{name: "at sign in a fragment", raw: "http://ex.com#a@b", want: "http://ex.com#a@b"},
		{name: "mailto", raw: "mailto:a@b.c", want: "mailto:a@b.c"},
		{name: "other scheme, one slash", raw: "foo:/a@b", want: "foo:/a@b"},
		{name: "path", raw: "/@scope/a@b", want: "/@scope/a@b"},
		{name: "name", raw: "logo@2x.png", want: "logo@2x.png"},
		{name: "nothing", raw: "", want: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Redact(tt.raw); got != tt.want {
				t.Errorf("Redact(%q) = %q, want %q", tt.raw, got, tt.want)
			}
		})
	}
}

func TestRedactText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":            "",
		"me@x.test":   "me@x.test",
		"/a//b":       "/a//b",
		"see //x / y": "see //x / y",
		"see https://me:secret@x.test/a for more": "see https://x.test/a for more",
		`"https://me:secret@x.test"`:              `"https://x.test"`,
		"//me@x.test":                             "//x.test",
		"/go?to=https://me:se@cret@x.test/?a@b":   "/go?to=https://x.test/?a@b",
		"https://me@x.test/https://you@y.test":    "https://x.test/https://y.test",
		`https:\\//me@x.test`:                     `https:\\//x.test`,
		"https://x.test/@me":                      "https://x.test/@me",
		"https://x.test/?mail=me@x.test":          "https://x.test/?mail=me@x.test",
		"https://x.test me@x.test":                "https://x.test me@x.test",
		"https://me@":                             "https://",
		"a//////me@x//@y":                         "a//////x//y",
	} {
		if got := RedactText(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzRedactText(f *testing.F) {
	f.Add("see https://me:secret@x.test/a//b@c")
	f.Fuzz(func(t *testing.T, text string) {
		got := RedactText(text)
		if again := RedactText(got); again != got {
			t.Errorf("%q becomes %q, and that %q", text, got, again)
		}
		if !strings.Contains(text, "//") && got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

package weburl

import (
	"strings"
	"testing"
)

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

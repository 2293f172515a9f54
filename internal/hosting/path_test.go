package hosting

import "testing"

func TestFileName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		name  string
		slash bool
	}{
		"/":               {name: ""},
		"//":              {name: ""},
		"/a":              {name: "a"},
		"/a/":             {name: "a", slash: true},
		"/a//b":           {name: "a/b"},
		"/a/./b/":         {name: "a/b", slash: true},
		"/a/../b":         {name: "b"},
		"/../../etc":      {name: "etc"},
		"/..":             {name: ""},
		"a":               {name: "a"},
		"/a/b.html":       {name: "a/b.html"},
		"/\x00/\x00":      {name: "\x00/\x00"},
		"/ä b/index.html": {name: "ä b/index.html"},
	} {
		if name, slash := FileName(path); name != want.name || slash != want.slash {
			t.Errorf("%q: got %q, %t, want %q, %t", path, name, slash, want.name, want.slash)
		}
	}
}

func TestWithoutIndex(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"index.html":    "",
		"a/index.html":  "a/",
		"a/xindex.html": "a/xindex.html",
		"a.html":        "a.html",
		"index.htm":     "index.htm",
	} {
		if got := WithoutIndex(file); got != want {
			t.Errorf("%q: got %q, want %q", file, got, want)
		}
	}
}

func TestWithoutEmpty(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"":         "",
		"/a/b":     "/a/b",
		"//a///b/": "/a/b/",
		"////":     "/",
	} {
		if got := WithoutEmpty(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		escape     func(string) string
		text, want string
	}{
		"a path":            {escape: EscapePath, text: "/a-b_c.~/d", want: "/a-b_c.~/d"},
		"marks in a path":   {escape: EscapePath, text: "/a?b#c%d", want: "/a%3Fb%23c%25d"},
		"what is not ASCII": {escape: EscapePath, text: "/ä\x7f \xff", want: "/%C3%A4%7F%20%FF"},
		"a URL":             {escape: EscapeURL, text: "https://example.com/a?b#c%20d", want: "https://example.com/a?b#c%20d"},
		"spaces in a URL":   {escape: EscapeURL, text: "/a b<c>\"", want: "/a%20b%3Cc%3E%22"},
	} {
		if got := test.escape(test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

package weburl

import "testing"

func TestRedact(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{"absolute", "https://me:pw@ex.com/a@b", "https://ex.com/a@b"},
		{"scheme-relative", "//me@ex.com/", "//ex.com/"},
		{"several at signs", "http://a@b:c@ex.com?x@y", "http://ex.com?x@y"},
		{"upper case", "HTTPS://me@ex.com", "HTTPS://ex.com"},
		{"white space around", " \thttp://me@ex.com ", " \thttp://ex.com "},
		{"newlines inside", "ht\ntp:/\t/m\re@ex.com", "ht\ntp:/\t/ex.com"},
		{"backslashes", `\\me@ex.com\a@b`, `\\ex.com\a@b`},
		{"backslash ends a host", `http://ex.com\a@b`, `http://ex.com\a@b`},
		{"one slash", "http:/me@ex.com", "http:/ex.com"},
		{"no slash", "http:me@ex.com", "http:ex.com"},
		{"many slashes", "http:///me@ex.com", "http:///ex.com"},
		{"invalid port", "http://me:pw@ex.com:99999/", "http://ex.com:99999/"},
		{"other scheme", "git+ssh://git@ex.com/x", "git+ssh://ex.com/x"},
		{"other scheme, backslash", `foo://a\b@ex.com`, "foo://ex.com"},
		{"at sign in a fragment", "http://ex.com#a@b", "http://ex.com#a@b"},
		{"mailto", "mailto:a@b.c", "mailto:a@b.c"},
		{"other scheme, one slash", "foo:/a@b", "foo:/a@b"},
		{"path", "/@scope/a@b", "/@scope/a@b"},
		{"name", "logo@2x.png", "logo@2x.png"},
		{"nothing", "", ""},
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

package weburl

import "testing"

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

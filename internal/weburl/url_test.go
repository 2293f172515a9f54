package weburl

import "testing"

func TestURLForms(t *testing.T) {
	t.Parallel()
	u := mustParse(t, "https://me:pw@ex.com:8080/a?b#c")
	tests := []struct{ name, got, want string }{
		{name: "String", got: u.String(), want: "https://me:pw@ex.com:8080/a?b#c"},
		{name: "Redacted", got: u.Redacted(), want: "https://ex.com:8080/a?b#c"},
		{name: "Document", got: u.Document().String(), want: "https://me:pw@ex.com:8080/a?b"},
		{name: "Origin", got: u.Origin(), want: "https://ex.com:8080"},
		{name: "zero", got: URL{}.String(), want: ""},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestIsFragment(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{"#": true, "#a": true, " \n\t\r\f#a": true, "": false, "a#b": false, "\v#a": false, "?#": false} {
		if got := IsFragment(raw); got != want {
			t.Errorf("IsFragment(%q) = %t", raw, got)
		}
	}
}

func TestLooksLikeURL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"/": true, " /a": true, "//a": true, "http:": true, "HTTPS://a.example/": true, "\thttps:a": true,
		"": false, "a": false, "a/b": false, "http": false, "tag:a.example,2020:b": false, "mailto:a": false, "7": false, "http\u017f:": false, "http\u017f://a": false,
	} {
		if got := LooksLikeURL(text); got != want {
			t.Errorf("LooksLikeURL(%q) = %t", text, got)
		}
	}
}

func TestUnescape(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{name: "nothing to do", in: "abc", want: "abc"},
		{name: "valid", in: "%41%c3%BC%20", want: "Aü "},
		{name: "not valid", in: "%zz%4%", want: "%zz%4%"},
		{name: "valid after a percent sign", in: "%%41", want: "%A"},
		{name: "decoded once", in: "%2541", want: "%41"},
		{name: "plus", in: "a+b", want: "a+b"},
		{name: "not UTF-8", in: "%FF", want: "\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Unescape(tt.in); got != tt.want {
				t.Errorf("Unescape(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

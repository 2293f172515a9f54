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

func TestIsHTTP(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"http://a/": true, "https://a/": true, "ftp://a/": false, "mailto:a@b.c": false, "ws://a/": false,
	}
	for raw, want := range tests {
		if got := mustParse(t, raw).IsHTTP(); got != want {
			t.Errorf("%q: got %v, want %v", raw, got, want)
		}
	}
}

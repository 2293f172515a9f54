package weburl

import "testing"

func TestURLForms(t *testing.T) {
	t.Parallel()
	u := mustParse(t, "https://me:pw@ex.com:8080/a?b#c")
	tests := []struct{ name, got, want string }{
		{"String", u.String(), "https://me:pw@ex.com:8080/a?b#c"},
		{"Redacted", u.Redacted(), "https://ex.com:8080/a?b#c"},
		{"Document", u.Document().String(), "https://me:pw@ex.com:8080/a?b"},
		{"Origin", u.Origin(), "https://ex.com:8080"},
		{"zero", URL{}.String(), ""},
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

package weburl

import "testing"

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

package scan

import "testing"

func TestLooksLikeHTML(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want bool
	}{
		{"doctype", "<!DOCTYPE html><p>", true},
		{"lower case behind white space", "\n\t <!doctype HTML>", true},
		{"html", "<HTML>", true},
		{"comment", "<!-- x -->", true},
		{"paragraph", "<p>text", true},
		{"empty", "", false},
		{"text", "hello <p>", false},
		{"XML", `<?xml version="1.0"?><html>`, false},
		{"longer name", "<htmlx>", false},
		{"PDF", "%PDF-1.7", false},
		{"bytes", "\x00\x01<html>", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := LooksLikeHTML([]byte(test.src)); got != test.want {
				t.Errorf("LooksLikeHTML(%q) = %t, want %t", test.src, got, test.want)
			}
		})
	}
}

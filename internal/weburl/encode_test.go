package weburl

import "testing"

func TestUnescape(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"nothing to do", "abc", "abc"},
		{"valid", "%41%c3%BC%20", "Aü "},
		{"not valid", "%zz%4%", "%zz%4%"},
		{"valid after a percent sign", "%%41", "%A"},
		{"decoded once", "%2541", "%41"},
		{"plus", "a+b", "a+b"},
		{"not UTF-8", "%FF", "\xff"},
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

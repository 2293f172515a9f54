package weburl

import "testing"

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

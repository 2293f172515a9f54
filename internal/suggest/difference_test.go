package suggest

import "testing"

func TestCompare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want Difference
	}{
		{"a%20b", "a b", SameName},
		{"API", "api", OtherCase},
		{"get_started", "get-started", OtherSpelling},
		{"getstarted", "get-started", OtherSpelling},
		{"the-install-guide", "install-guide", SmallWords},
		{"instalation", "installation", OneLetter},
		{"itnro", "intro", OneLetter},
		{"component", "components", OneLetter},
		{"customisation", "customization", OneLetter},
		{"color", "colon", OtherName},
		{"v1", "v2", OtherName},
		{"step-1", "step-2", OtherName},
		{"c", "c++", OtherName},
		{"option-a", "option-b", OtherName},
		{"configuratoin-flie", "configuration-file", OtherName},
		{"", "a", OtherName},
	} {
		if got := Compare(tt.a, tt.b); got != tt.want {
			t.Errorf("Compare(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

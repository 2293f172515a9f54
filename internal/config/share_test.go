package config

import (
	"strings"
	"testing"
)

func TestShare(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		part, whole int
		exceeds     bool
	}{
		"0":    {part: 0, whole: 10, exceeds: false},
		"3":    {part: 3, whole: 10, exceeds: false},
		"0%":   {part: 0, whole: 0, exceeds: false},
		"2.0%": {part: 3, whole: 100, exceeds: true},
	}
	for text, tt := range tests {
		s, err := parseShare(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.Exceeds(tt.part, tt.whole); got != tt.exceeds {
			t.Errorf("%s: %d of %d: exceeds is %v", text, tt.part, tt.whole, got)
		}
	}
	for text, want := range map[string]string{"7": "7", "2%": "2%", "0.50%": "0.5%"} {
		if s, err := parseShare(text); err != nil || s.String() != want {
			t.Errorf("%s: got %q and %v, want %q", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "%", "-2%", "101%", "NaN%", "1e2%", "2 %", "many"} {
		if s, err := parseShare(text); err == nil || !strings.Contains(err.Error(), "such as 3, or a share from 0% to 100% such as 2%") {
			t.Errorf("%q: got %q and %v", text, s, err)
		}
	}
}

package typo

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MaxLen)
	tests := map[string]struct {
		a, b string
		most int
		want int
	}{
		"the same":              {"guide", "guide", 0, 0},
		"nothing":               {"", "", 0, 0},
		"one inserted":          {"guid", "guide", 2, 1},
		"one deleted":           {"guides", "guide", 2, 1},
		"one replaced":          {"guidi", "guide", 2, 1},
		"two swapped":           {"giude", "guide", 2, 1},
		"swapped at the end":    {"guied", "guide", 1, 1},
		"two edits":             {"gxidx", "guide", 2, 2},
		"all of it":             {"abc", "xyz", 3, 3},
		"a classic":             {"kitten", "sitting", 3, 3},
		"from nothing":          {"", "abc", 3, 3},
		"past the bound":        {"abcdef", "uvwxyz", 2, 3},
		"past it by length":     {"a", "abcdef", 2, 3},
		"no bound for equals":   {long + long, long + long, 0, 0},
		"as long as may be":     {long, long[1:] + "y", 2, 1},
		"longer than may be":    {long + "x", long + "y", 2, 3},
		"edits around the swap": {"ca", "abc", 3, 3}, // optimal string alignment: no edit within a swap
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Distance(tt.a, tt.b, tt.most); got != tt.want {
				t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.most, got, tt.want)
			}
			if got := Distance(tt.b, tt.a, tt.most); got != tt.want {
				t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.b, tt.a, tt.most, got, tt.want)
			}
		})
	}
}

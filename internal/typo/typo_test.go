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
		"the same":              {a: "guide", b: "guide", most: 0, want: 0},
		"nothing":               {a: "", b: "", most: 0, want: 0},
		"one inserted":          {a: "guid", b: "guide", most: 2, want: 1},
		"one deleted":           {a: "guides", b: "guide", most: 2, want: 1},
		"one replaced":          {a: "guidi", b: "guide", most: 2, want: 1},
		"two swapped":           {a: "giude", b: "guide", most: 2, want: 1},
		"swapped at the end":    {a: "guied", b: "guide", most: 1, want: 1},
		"two edits":             {a: "gxidx", b: "guide", most: 2, want: 2},
		"all of it":             {a: "abc", b: "xyz", most: 3, want: 3},
		"a classic":             {a: "kitten", b: "sitting", most: 3, want: 3},
		"from nothing":          {a: "", b: "abc", most: 3, want: 3},
		"past the bound":        {a: "abcdef", b: "uvwxyz", most: 2, want: 3},
		"past it by length":     {a: "a", b: "abcdef", most: 2, want: 3},
		"no bound for equals":   {a: long + long, b: long + long, most: 0, want: 0},
		"as long as may be":     {a: long, b: long[1:] + "y", most: 2, want: 1},
		"longer than may be":    {a: long + "x", b: long + "y", most: 2, want: 3},
		"edits around the swap": {a: "ca", b: "abc", most: 3, want: 3}, // optimal string alignment: no edit within a swap
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

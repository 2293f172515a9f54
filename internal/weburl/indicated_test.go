package weburl

import (
	"slices"
	"testing"
)

func TestIndicated(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, fragment string
		ids            []string
		want           bool
	}{
		{"empty", "", nil, true},
		{"exact", "intro", []string{"intro"}, true},
		{"missing", "intro", []string{"other"}, false},
		{"other case", "Intro", []string{"intro"}, false},
		{"encoded", "%C3%BCber%20uns", []string{"über uns"}, true},
		{"id that looks encoded", "a%3Cb", []string{"a%3Cb"}, true},
		{"encoded id decoded once only", "a%253Cb", []string{"a<b"}, false},
		{"not UTF-8", "a%FF", []string{"a\uFFFD"}, true},
		{"top", "top", nil, true},
		{"top in another case", "ToP", nil, true},
		{"top, encoded", "%74op", nil, true},
		{"longer than top", "topic", nil, false},
		{"text directive alone", ":~:text=hello", nil, true},
		{"text directive after an id", "intro:~:text=hello", []string{"intro"}, true},
		{"text directive after a missing id", "intro:~:text=hello", nil, false},
		{"route", "/users/1", nil, true},
		{"hashbang", "!/users/1", nil, true},
		{"route-like in the middle", "a/b", nil, false},
		{"lines", "10-20", []string{"10", "20"}, true},
		{"lines, last missing", "10-20", []string{"10"}, false},
		{"lines, first missing", "10-20", []string{"20"}, false},
		{"lettered lines", "L10-L20", []string{"L10", "L20"}, true},
		{"lettered lines, short form", "L10-20", []string{"L10", "L20"}, true},
		{"lettered lines on bare ids", "L10-L20", []string{"10", "20"}, false},
		{"letter on the last only", "10-L20", []string{"10", "20", "L20"}, false},
		{"words with a hyphen", "a-b", []string{"a", "b"}, false},
		{"one end", "10-", []string{"10", ""}, false},
		{"no number", "L-L", []string{"L"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			has := func(id string) bool { return slices.Contains(tt.ids, id) }
			if got := Indicated(tt.fragment, has); got != tt.want {
				t.Errorf("Indicated(%q) on %q = %v, want %v", tt.fragment, tt.ids, got, tt.want)
			}
		})
	}
}

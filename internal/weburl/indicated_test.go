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
		{"placeholder", "_", nil, true},
		{"placeholder 0", "0", nil, true},
		{"no placeholder", "1", nil, false},
		{"missing", "intro", []string{"other"}, false},
		{"other case", "Intro", []string{"intro"}, false},
		{"encoded", "%C3%BCber%20uns", []string{"über uns"}, true},
		{"id that looks encoded", "a%3Cb", []string{"a%3Cb"}, true},
		{"encoded id decoded once only", "a%253Cb", []string{"a<b"}, false},
		{"id that looks encoded, by its encoded form", "a%253Cb", []string{"a%3Cb"}, true},
		{"encoded as a browser writes it", "a%20b%22%3Cc%3E%60", []string{`a b"<c>` + "`"}, true},
		{"author's escapes in lower case", "%c3%bc", []string{"ü"}, true},
		{"escape that is none", "%_sec_1", []string{"%_sec_1"}, true},
		{"escape that is none beside one", "%_sec%20%41%", []string{"%_sec A%"}, true},
		{"plus is no space", "a+b", []string{"a b"}, false},
		{"not UTF-8", "a%FF", []string{"a\uFFFD"}, true},
		{"not UTF-8, twice", "a%FF%FE", []string{"a\uFFFD\uFFFD"}, true},
		{"not UTF-8, twice, counted", "a%FF%FE", []string{"a\uFFFD"}, false},
		{"character cut short", "%E2%82x", []string{"\uFFFDx"}, true},
		{"character cut short at the end", "%F0%9F%98", []string{"\uFFFD"}, true},
		{"half of a pair", "%ED%A0%80", []string{"\uFFFD\uFFFD\uFFFD"}, true},
		{"byte order mark", "%EF%BB%BFa", []string{"\uFEFFa"}, true},
		{"byte order mark is not dropped", "%EF%BB%BFa", []string{"a"}, false},
		{"top", "top", nil, true},
		{"top in another case", "ToP", nil, true},
		{"top, encoded", "%74op", nil, true},
		{"top in capitals", "TOP", nil, true},
		{"longer than top", "topic", nil, false},
		{"top in letters that only fold to it", "\u1e97op", nil, false},
		{"top with a mark", "top%20", nil, false},
		{"text directive alone", ":~:text=hello", nil, true},
		{"text directive after an id", "intro:~:text=hello", []string{"intro"}, true},
		{"text directive after a missing id", "intro:~:text=hello", nil, false},
		{"text directive after top", "top:~:text=hello", nil, true},
		{"directives in a row", "intro:~:text=a:~:text=b", []string{"intro"}, true},
		{"text directive in escapes", "intro%3A~%3Atext=hello", []string{"intro"}, false},
		{"colon and tilde", "a:~b", []string{"a"}, false},
		{"route", "/users/1", nil, true},
		{"route with a directive", "/users/1:~:text=hello", nil, true},
		{"hashbang alone", "!", nil, true},
		{"hashbang in escapes", "%21/users", nil, false},
		{"hashbang", "!/users/1", nil, true},
		{"route-like in the middle", "a/b", nil, false},
		{"lines", "10-20", []string{"10", "20"}, true},
		{"lines, last missing", "10-20", []string{"10"}, false},
		{"lines, first missing", "10-20", []string{"20"}, false},
		{"lettered lines", "L10-L20", []string{"L10", "L20"}, true},
		{"lettered lines, short form", "L10-20", []string{"L10", "L20"}, true},
		{"lettered lines backwards", "L20-L10", []string{"L10", "L20"}, true},
		{"lettered lines in lower case", "l10-l20", []string{"l10", "l20"}, false},
		{"id that is a range", "10-20", []string{"10-20"}, true},
		{"lines without a number", "10-20-30", []string{"10", "20", "30"}, false},
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

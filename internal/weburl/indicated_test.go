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
		{name: "empty", fragment: "", ids: nil, want: true},
		{name: "exact", fragment: "intro", ids: []string{"intro"}, want: true},
		{name: "placeholder", fragment: "_", ids: nil, want: true},
		{name: "placeholder 0", fragment: "0", ids: nil, want: true},
		{name: "no placeholder", fragment: "1", ids: nil, want: false},
		{name: "missing", fragment: "intro", ids: []string{"other"}, want: false},
		{name: "other case", fragment: "Intro", ids: []string{"intro"}, want: false},
		{name: "encoded", fragment: "%C3%BCber%20uns", ids: []string{"über uns"}, want: true},
		{name: "id that looks encoded", fragment: "a%3Cb", ids: []string{"a%3Cb"}, want: true},
		{name: "encoded id decoded once only", fragment: "a%253Cb", ids: []string{"a<b"}, want: false},
		{name: "id that looks encoded, by its encoded form", fragment: "a%253Cb", ids: []string{"a%3Cb"}, want: true},
		{name: "encoded as a browser writes it", fragment: "a%20b%22%3Cc%3E%60", ids: []string{`a b"<c>` + "`"}, want: true},
		{name: "author's escapes in lower case", fragment: "%c3%bc", ids: []string{"ü"}, want: true},
		{name: "escape that is none", fragment: "%_sec_1", ids: []string{"%_sec_1"}, want: true},
		{name: "escape that is none beside one", fragment: "%_sec%20%41%", ids: []string{"%_sec A%"}, want: true},
		{name: "plus is no space", fragment: "a+b", ids: []string{"a b"}, want: false},
		{name: "not UTF-8", fragment: "a%FF", ids: []string{"a\uFFFD"}, want: true},
		{name: "not UTF-8, twice", fragment: "a%FF%FE", ids: []string{"a\uFFFD\uFFFD"}, want: true},
		{name: "not UTF-8, twice, counted", fragment: "a%FF%FE", ids: []string{"a\uFFFD"}, want: false},
		{name: "character cut short", fragment: "%E2%82x", ids: []string{"\uFFFDx"}, want: true},
		{name: "character cut short at the end", fragment: "%F0%9F%98", ids: []string{"\uFFFD"}, want: true},
		{name: "half of a pair", fragment: "%ED%A0%80", ids: []string{"\uFFFD\uFFFD\uFFFD"}, want: true},
		{name: "byte order mark", fragment: "%EF%BB%BFa", ids: []string{"\uFEFFa"}, want: true},
		{name: "byte order mark is not dropped", fragment: "%EF%BB%BFa", ids: []string{"a"}, want: false},
		{name: "top", fragment: "top", ids: nil, want: true},
		{name: "top in another case", fragment: "ToP", ids: nil, want: true},
		{name: "top, encoded", fragment: "%74op", ids: nil, want: true},
		{name: "top in capitals", fragment: "TOP", ids: nil, want: true},
		{name: "longer than top", fragment: "topic", ids: nil, want: false},
		{name: "top in letters that only fold to it", fragment: "\u1e97op", ids: nil, want: false},
		{name: "top with a mark", fragment: "top%20", ids: nil, want: false},
		{name: "text directive alone", fragment: ":~:text=hello", ids: nil, want: true},
		{name: "text directive after an id", fragment: "intro:~:text=hello", ids: []string{"intro"}, want: true},
		{name: "text directive after a missing id", fragment: "intro:~:text=hello", ids: nil, want: false},
		{name: "text directive after top", fragment: "top:~:text=hello", ids: nil, want: true},
		{name: "directives in a row", fragment: "intro:~:text=a:~:text=b", ids: []string{"intro"}, want: true},
		{name: "text directive in escapes", fragment: "intro%3A~%3Atext=hello", ids: []string{"intro"}, want: false},
		{name: "colon and tilde", fragment: "a:~b", ids: []string{"a"}, want: false},
		{name: "route", fragment: "/users/1", ids: nil, want: true},
		{name: "route with a directive", fragment: "/users/1:~:text=hello", ids: nil, want: true},
		{name: "hashbang alone", fragment: "!", ids: nil, want: true},
		{name: "hashbang in escapes", fragment: "%21/users", ids: nil, want: false},
		{name: "hashbang", fragment: "!/users/1", ids: nil, want: true},
		{name: "route-like in the middle", fragment: "a/b", ids: nil, want: false},
		{name: "lines", fragment: "10-20", ids: []string{"10", "20"}, want: true},
		{name: "lines, last missing", fragment: "10-20", ids: []string{"10"}, want: false},
		{name: "lines, first missing", fragment: "10-20", ids: []string{"20"}, want: false},
		{name: "lettered lines", fragment: "L10-L20", ids: []string{"L10", "L20"}, want: true},
		{name: "lettered lines, short form", fragment: "L10-20", ids: []string{"L10", "L20"}, want: true},
		{name: "lettered lines backwards", fragment: "L20-L10", ids: []string{"L10", "L20"}, want: true},
		{name: "lettered lines in lower case", fragment: "l10-l20", ids: []string{"l10", "l20"}, want: false},
		{name: "id that is a range", fragment: "10-20", ids: []string{"10-20"}, want: true},
		{name: "lines without a number", fragment: "10-20-30", ids: []string{"10", "20", "30"}, want: false},
		{name: "lettered lines on bare ids", fragment: "L10-L20", ids: []string{"10", "20"}, want: false},
		{name: "letter on the last only", fragment: "10-L20", ids: []string{"10", "20", "L20"}, want: false},
		{name: "words with a hyphen", fragment: "a-b", ids: []string{"a", "b"}, want: false},
		{name: "one end", fragment: "10-", ids: []string{"10", ""}, want: false},
		{name: "no number", fragment: "L-L", ids: []string{"L"}, want: false},
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

package scan

import (
	"strings"
	"testing"
)

func TestParseRefresh(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		content string // the mark is the URL's place
		want    string
	}{
		{"usual", "0; url=¦x", "x"},
		{"upper case and spaces", " \t5 ;\n URL = ¦x y ", "x y "},
		{"double quotes", `0;url="¦x"y`, "x"},
		{"single quotes", `0;url='¦x"y'`, `x"y`},
		{"open quotes", `0;url='¦x"y`, `x"y`},
		{"comma", "0,url=¦x", "x"},
		{"space", "0 url=¦x", "x"},
		{"no url=", "0; ¦x", "x"},
		{"quotes without url=", "0;'¦x'y", "x"},
		{"a URL like url=", "0;¦url/x", "url/x"},
		{"a URL that starts so", "0;¦ux", "ux"},
		{"a short URL that starts so", "0;¦u", "u"},
		{"url alone", "0;¦url", "url"},
		{"fractions", "0.5.5; url=¦x", "x"},
		{"a point alone", ".; url=¦x", "x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			content, offsets := unmark(test.content)
			if url, index := parseRefresh(content); url != test.want || index != offsets[0] {
				t.Errorf("parseRefresh(%q) = %q, %d, want %q, %d", content, url, index, test.want, offsets[0])
			}
		})
	}
	for _, content := range []string{"", " ", "5", "5;", "5; ", "0;url=", "0;url= ", "0;url='", "0;url=''", "url=x", "x;url=y", "-1;url=x", "5x;url=y", ";url=x"} {
		t.Run("none in "+content, func(t *testing.T) {
			t.Parallel()
			if url, _ := parseRefresh(content); url != "" {
				t.Errorf("parseRefresh(%q) = %q, want none", content, url)
			}
		})
	}
}

func FuzzRefresh(f *testing.F) {
	for _, seed := range []string{"0; url=x", "5;'x'", "1 u", ".,url = \"y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if url, index := parseRefresh(content); !strings.HasPrefix(content[index:], url) {
			t.Errorf("%q does not stand at %d of %q", url, index, content)
		}
	})
}

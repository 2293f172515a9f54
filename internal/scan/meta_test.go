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
		{name: "usual", content: "0; url=¦x", want: "x"},
		{name: "upper case and spaces", content: " \t5 ;\n URL = ¦x y ", want: "x y "},
		{name: "double quotes", content: `0;url="¦x"y`, want: "x"},
		{name: "single quotes", content: `0;url='¦x"y'`, want: `x"y`},
		{name: "open quotes", content: `0;url='¦x"y`, want: `x"y`},
		{name: "comma", content: "0,url=¦x", want: "x"},
		{name: "space", content: "0 url=¦x", want: "x"},
		{name: "no url=", content: "0; ¦x", want: "x"},
		{name: "quotes without url=", content: "0;'¦x'y", want: "x"},
		{name: "a URL like url=", content: "0;¦url/x", want: "url/x"},
		{name: "a URL that starts so", content: "0;¦ux", want: "ux"},
		{name: "a short URL that starts so", content: "0;¦u", want: "u"},
		{name: "url alone", content: "0;¦url", want: "url"},
		{name: "fractions", content: "0.5.5; url=¦x", want: "x"},
		{name: "a point alone", content: ".; url=¦x", want: "x"},
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
			t.Errorf("%q is not at %d of %q", url, index, content)
		}
	})
}

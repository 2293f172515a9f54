package redirects

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestReadLines writes each line as its number, its length and its words with their
// columns.
func TestReadLines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text         string
		want, faults []string
	}{
		"nothing": {},
		"empty lines and comments": {
			text: "\n  \n# a comment\n  #another\n",
		},
		"words": {
			text: "/a /b\n\t/c   /d  301 \r\n",
			want: []string{"1 5 1:/a 4:/b", "2 12 2:/c 7:/d 11:301"},
		},
		"a comment behind": {
			text: "/a /b # later /c\n/a#b /c\n/d /e #f\n",
			want: []string{"1 16 1:/a 4:/b", "2 7 1:/a#b 6:/c", "3 8 1:/d 4:/e"},
		},
		"columns in code points": {
			text: "/ä𝄞 /b",
			want: []string{"1 7 1:/ä𝄞 5:/b"},
		},
		"a byte order mark": {
			text: "\ufeff/a /b",
			want: []string{"1 5 2:/a 5:/b"},
		},
		"no text": {
			text:   "/a\xff /b\n/c /d\n",
			want:   []string{"2 5 1:/c 4:/d"},
			faults: []string{"1 the line is not UTF-8: save the file as UTF-8"},
		},
		"too large": {
			text:   strings.Repeat("/a\n", MaxFile/3+1),
			faults: []string{"0 the file is too large (4 MiB or more), so linkvet ignores its rules"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var book hosting.RuleBook
			var got, faults []string
			for _, line := range ReadLines(&hosting.Source{Name: "x", Data: []byte(test.text)}, &book) {
				text := fmt.Sprint(line.Number, " ", line.Length)
				for _, word := range line.Words {
					text += fmt.Sprintf(" %d:%s", word.Column, word.Text)
				}
				got = append(got, text)
			}
			for _, fault := range book.Faults() {
				faults = append(faults, fmt.Sprint(fault.Line, " ", fault.Message))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.faults, faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// TestIndexKeepsTheOrder expects each path to meet its rules in the order in which the host
// tries them, however the index finds them.
func TestIndexKeepsTheOrder(t *testing.T) {
	t.Parallel()
	sources := []string{"/a/*", "/a/b", "/*", "/a/b/*", "/a/b", "/c/*", "/" + strings.Repeat("d", 2*maxPrefix) + "/*"}
	patterns := make([]Pattern, len(sources))
	for i, source := range sources {
		parts := []Part{{Text: source}}
		if text, ok := strings.CutSuffix(source, "*"); ok {
			parts = []Part{{Text: text}, {Name: "splat", Expression: "(.*)"}}
		}
		patterns[i] = NewPattern(parts, "")
	}
	index := NewIndex(patterns)
	spent := hosting.NewEffort()
	for spent.Spend(1 << 10) {
	}
	for rule := range index.Matching(hosting.Request{Path: "/a/x", Effort: spent}, "/a/x") {
		t.Errorf("without effort rule %d matched", rule)
	}
	for path, want := range map[string][]int{
		"/":      {2},
		"/a/":    {0, 2},
		"/a/b":   {0, 1, 2, 4},
		"/a/b/x": {0, 2, 3},
		"/c/x":   {2, 5},
		"/d/x":   {2},
		"":       nil,
		"/" + strings.Repeat("d", 2*maxPrefix) + "/x": {2, 6},
	} {
		var got []int
		for rule := range index.Matching(hosting.Request{Path: path}, path) {
			got = append(got, rule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got rules %v, want %v", path, got, want)
		}
	}
}

// TestDestinations compares where a rule leads, and where it looks for a page of the site.
func TestDestinations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ to, query, path, location string }{
		{to: "/a?d#e", query: "b=c", path: "/a", location: "/a?d#e"},
		{to: "/%C3%A4#b?c", query: "q", path: "/ä", location: "/%C3%A4?q#b?c"},
		{to: "/%ff", path: "/%ff", location: "/%ff"},
		{to: "/a?", query: "b=c", path: "/a", location: "/a?b=c"},
		{to: "https://example.com", query: "b=c", path: "https://example.com", location: "https://example.com?b=c"},
		{to: "//example.com/a", path: "//example.com/a", location: "https://example.com/a"},
		{to: "/ä b%20c", query: "<\xff>", path: "/ä b c", location: "/%C3%A4%20b%20c?%3C%FF%3E"},
	} {
		if path, location := Path(test.to), Location(test.to, test.query); path != test.path || location != test.location {
			t.Errorf("%q: got the path %q and %s, want %q and %s", test.to, path, location, test.path, test.location)
		}
	}
	// As the hosts do: the shorter name comes first.
	if got := Fill("/:ab/:splat?:c", []string{"a", "ab", "splat"}, []string{"x", "y", "ä/b"}); got != "/xb/%C3%A4/b?:c" {
		t.Errorf("filled in, it is %s", got)
	}
}

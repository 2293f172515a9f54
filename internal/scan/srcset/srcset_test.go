package srcset

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		srcset string
		want   []string
	}{
		{name: "nothing", srcset: " \n,, "},
		{name: "one", srcset: "a.png", want: []string{"a.png"}},
		{name: "densities", srcset: "a.png 1x, b.png 1.5x,c.png 2x", want: []string{"a.png", "b.png", "c.png"}},
		{name: "widths", srcset: "a 100w,\n\tb 200w", want: []string{"a", "b"}},
		{name: "width and height", srcset: "a 100w 50h, b 50h 100w", want: []string{"a", "b"}},
		{name: "commas in URLs", srcset: "w_300,h_200/a.png 1x, b,c 2x", want: []string{"w_300,h_200/a.png", "b,c"}},
		{name: "no space behind a comma", srcset: "a,b", want: []string{"a,b"}},
		{name: "commas behind URLs", srcset: "a, b,,, c", want: []string{"a", "b", "c"}},
		{name: "data", srcset: "data:image/png;base64,AA== 1x, data:,b 2x", want: []string{"data:image/png;base64,AA==", "data:,b"}},
		{name: "commas before URLs", srcset: ",,a 1x", want: []string{"a"}},
		{name: "parentheses", srcset: "a (1x, b 2x), c 1x", want: []string{"c"}},
		{name: "open parenthesis", srcset: "a 1x, b (1x, c", want: []string{"a"}},
		{name: "space before the comma", srcset: "a 1x , b", want: []string{"a", "b"}},
		{name: "units", srcset: "a 1y, b 1, c x, d w, e 1X"},
		{name: "numbers", srcset: "a 0w, b -1x, c 1.5w, d +1x, e 1.x, f 0x1p2x, g infx, h 1e999x, i +1w"},
		{name: "odd numbers", srcset: "a 0x, b -0x, c .5x, d 1e2x, e 007w", want: []string{"a", "b", "c", "d", "e"}},
		{name: "descriptors that clash", srcset: "a 1x 2x, b 1w 1x, c 1x 1w, d 1w 1w, e 1h, f 1h 1h 1w, g 1x 1h, h 1h 1x"},
		{name: "one bad among good ones", srcset: "a 1x, b 1q, c 2x", want: []string{"a", "c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, c := range Parse(test.srcset) {
				got = append(got, c.URL)
				if !strings.HasPrefix(test.srcset[c.Index:], c.URL) {
					t.Errorf("%q is not at %d of %q", c.URL, c.Index, test.srcset)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("candidates of %q (-want +got):\n%s", test.srcset, diff)
			}
		})
	}
}

func FuzzSrcset(f *testing.F) {
	for _, seed := range []string{"a 1x, b 2x", "data:,a 1w 2h", "a (,) 1x", " , ,a,, b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, srcset string) {
		last := 0
		for _, c := range Parse(srcset) {
			if c.Index < last || !strings.HasPrefix(srcset[c.Index:], c.URL) {
				t.Fatalf("%q is not at %d of %q", c.URL, c.Index, srcset)
			}
			if c.URL == "" || strings.ContainsAny(c.URL, " \t\n\r\f") || strings.Trim(c.URL, ",") != c.URL && !strings.HasSuffix(c.URL, ",") {
				t.Fatalf("%q is no URL of %q", c.URL, srcset)
			}
			last = c.Index + len(c.URL)
		}
	})
}

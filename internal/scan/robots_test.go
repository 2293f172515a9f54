package scan

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRobotsSitemaps(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want []string
	}{
		{name: "nothing", src: ""},
		{name: "one", src: "User-agent: *\nDisallow: /x\nSitemap: https://a.test/sitemap.xml\n", want: []string{"https://a.test/sitemap.xml"}},
		{name: "several", src: "Sitemap: a\r\nsitemap:b\rSITEMAP : c", want: []string{"a", "b", "c"}},
		{name: "spaces", src: " \tSitemap \t: \t a b \t\n", want: []string{"a b"}},
		{name: "comments", src: "#Sitemap: no\nSitemap: a # here\nSitemap: # no\n", want: []string{"a"}},
		{name: "byte order mark", src: "\ufeffSitemap: a", want: []string{"a"}},
		{name: "empty", src: "Sitemap:\nSitemap: \n"},
		{name: "other fields", src: "Sitemaps: a\nX-Sitemap: b\nSitemap c\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, slices.Collect(RobotsSitemaps([]byte(test.src)))); diff != "" {
				t.Errorf("RobotsSitemaps(%q) (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func FuzzRobotsSitemaps(f *testing.F) {
	f.Add([]byte("Sitemap: a\nUser-agent: *"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for url := range RobotsSitemaps(src) {
			if url == "" {
				t.Errorf("RobotsSitemaps(%q) has an empty one", src)
			}
		}
	})
}

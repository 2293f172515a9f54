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
		{"nothing", "", nil},
		{"one", "User-agent: *\nDisallow: /x\nSitemap: https://a.test/sitemap.xml\n", []string{"https://a.test/sitemap.xml"}},
		{"several", "Sitemap: a\r\nsitemap:b\rSITEMAP : c", []string{"a", "b", "c"}},
		{"spaces", " \tSitemap \t: \t a b \t\n", []string{"a b"}},
		{"comments", "#Sitemap: no\nSitemap: a # here\nSitemap: # no\n", []string{"a"}},
		{"byte order mark", "\ufeffSitemap: a", []string{"a"}},
		{"empty", "Sitemap:\nSitemap: \n", nil},
		{"other fields", "Sitemaps: a\nX-Sitemap: b\nSitemap c\n", nil},
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

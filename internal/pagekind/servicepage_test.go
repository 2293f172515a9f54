package pagekind

import "testing"

func TestServicePages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"google0123456789abcdef.html": true, "yandex_0a1b2c3d4e.html": true, "pinterest-a1b2c.html": true,
		"500.html": true, "_error.html": true, "offline.html": true, "200.html": true,
		"google.html": false, "google-analytics.html": false, "yandex_guide.html": false,
		"index.html": false, "errors.html": false, "google0123456789abcdef.pdf": false, "5000.html": false,
	} {
		if got := IsServicePage(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

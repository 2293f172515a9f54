package site

import "testing"

// Letters that are composed in the link alone are other letters to a host, although macOS
// opens the file by both names.
func TestNormalFormsDiffer(t *testing.T) {
	t.Parallel()
	d := build(t, "cafe\u0301.html")
	for p, want := range map[string]string{"/caf%C3%A9.html": "missing", "/cafe%CC%81.html": "cafe\u0301.html"} {
		if got := describe(d, p); got != want {
			t.Errorf("Find(%q) = %s, want %s", p, got, want)
		}
	}
}

package report

import "testing"

// Files on another volume than the working directory keep its name.
func TestFileURIOfAVolume(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"public/a b.html":                "public/a%20b.html",
		"C:/sites/public/a b.html":       "file:///C:/sites/public/a%20b.html",
		"//server/share/public/a b.html": "file://server/share/public/a%20b.html",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("fileURI(%q) = %q, want %q", path, got, want)
		}
	}
}

package weburl

import (
	"errors"
	"testing"
)

// TestHostOfHalfCharacters has hosts in which half a character is a byte and half is
// an escape. The byte was U+FFFD before the URL was read (URL Standard, section 3.5:
// a host is decoded as UTF-8 after its escapes), and no host has that character.
func TestHostOfHalfCharacters(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"http://b\xc3%bb.example/", "http://%c3\xbb.example/", "//b\xd9%aab:80/", `\\b` + "\xc3%bbb/", "http://\xff/", "http://%ff/", "file://b\xc3%bb/",
	} {
		base := URL{Scheme: "http", Host: "site.example", Path: "/"}
		got, err := base.Resolve(raw)
		if !errors.Is(err, errHost) {
			t.Errorf("%q = %q, %v; want %v", raw, got, err, errHost)
		}
	}
	for _, raw := range []string{"http://b\xc3\xbb.example/", "http://b%c3%bb.example/", "http://B%C3%9B.example"} {
		got, err := Parse(raw)
		if want := "http://xn--b-cha.example/"; err != nil || got.String() != want {
			t.Errorf("%q = %q, %v; want %q", raw, got, err, want)
		}
	}
}

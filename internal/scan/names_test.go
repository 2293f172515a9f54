package scan

import (
	"bytes"
	"strings"
	"testing"
)

// TestNamesAreFound looks for every name in each case, before every byte that
// ends a name and at every distance from the end of the document.
func TestNamesAreFound(t *testing.T) {
	t.Parallel()
	for _, name := range elementNames[1:] {
		for _, written := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
			for _, end := range []string{">", " ", "\n", "\t", "\r", "\f", "/"} {
				for behind := range 9 {
					src := []byte("<" + written + end + strings.Repeat("x", behind))
					tag := tag{src: src}
					if at := tag.parseName(1); tag.element.name != name || at != 1+len(name) {
						t.Errorf("the name in %q is %q up to %d", src, tag.element.name, at)
					}
				}
			}
		}
	}
	for number, name := range attributeNames[1:] {
		want := attribute(number + 1)
		for _, written := range []string{name, strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]} {
			for _, end := range []string{"", " ", "=v", `="v"`, "='v'", " = 'v'", "/"} {
				for behind := range 9 {
					src := []byte(written + end + ">" + strings.Repeat("x", behind))
					every := element{wants: ^attributes(0)}
					tag := tag{src: src, element: &every}
					if at := tag.parseAttrs(0); at != len(src)-behind || tag.have != setOf(want) {
						t.Errorf("the attribute in %q is %b up to %d, want %b", src, tag.have, at, setOf(want))
					}
				}
			}
		}
	}
}

// TestNamesAreNotMistaken changes each byte of every name by one bit. Only what
// changes the case of a letter leaves it the name that it is.
func TestNamesAreNotMistaken(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, name := range elementNames[1:] {
		known[name] = true
	}
	for name := range known {
		for i := range len(name) {
			for bit := range 8 {
				changed := []byte(name)
				changed[i] ^= 1 << bit
				if endsName[changed[i]] || known[string(bytes.ToLower(changed))] {
					continue
				}
				tag := tag{src: []byte(string(changed) + ">          ")}
				if tag.parseName(0); tag.element.name != "" {
					t.Errorf("the name %q is taken for %q", changed, tag.element.name)
				}
			}
		}
	}
}

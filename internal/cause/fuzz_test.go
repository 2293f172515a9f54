package cause

import (
	"testing"

	"github.com/linkvet/linkvet/internal/git"
)

// FuzzContents compares versions of files: a file without changes loses nothing, and what one
// version loses the other one adds.
func FuzzContents(f *testing.F) {
	files := []string{"a.md", "a.org", "a.rst", "a.html", "a.vue", "a.yml", "a.json", "a.ts", "a.py", "a.css"}
	for i, seed := range []string{"---\ntitle: One\ntags: [a, b]\n---\n# One\n\nTwo\n---\n", "<h2 id=one>{{ if x }}</h2><One/>", "- one: {two: [a b]}\n", "one = 'two'", "don’t\n=\n\xff"} {
		f.Add(uint8(i), seed, "# Two\n{% include one %}\n")
	}
	f.Fuzz(func(t *testing.T, kind uint8, before, after string) {
		file := files[int(kind)%len(files)]
		compare := func(before, after string) *changes {
			c := &changes{names: &names{signs: map[string]sign{}, hashes: map[uint64]bool{}}, renames: map[string]git.Change{}}
			c.names.want("one", "two", "=One", "a", "onetwo")
			c.names.contents(file, []byte(before), []byte(after))
			c.compareIncludes(file, []byte(before), []byte(after))
			return c
		}
		for name, s := range compare(before, before).names.signs {
			if s != 0 {
				t.Errorf("%s: %q has the sign %b without a change", file, name, s)
			}
		}
		there, back := compare(before, after), compare(after, before)
		for name, s := range there.names.signs {
			if s&lost != 0 && back.names.signs[name]&added == 0 {
				t.Errorf("%s: %q is lost, and not added by the opposite change", file, name)
			}
		}
		if isPublished([]byte(before), []byte(before)) {
			t.Errorf("%s is published without a change", file)
		}
	})
}

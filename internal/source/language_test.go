package source

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestMapOfAStartPageWithTranslations maps a link of the start page where the
// sources hold index files in other languages: the whole path of such a file is its
// language, so that none of its segments is left to compare.
func TestMapOfAStartPageWithTranslations(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"_index.fr.md", "index.fr.md", "content/_index.pt-BR.md", "docs/index.de.md", "docs/de/index.de.md", "README.fr.md"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := sourcetest.Write(t, map[string]string{name: "[x](/no/)\n", "index.md": "[x](/no/)\n"})
			for _, pages := range []map[string]bool{nil, {"/": true}, {"/": true, "/fr/": true, "/de/": true}} {
				for _, page := range []string{"/", "/fr/", "/index.html", "//", ""} {
					r := &link.Report{Mode: link.Live, Findings: []link.Finding{internal("/no/", anchor(page, "/no/", "x"))}}
					opt := Options{Dir: dir, Page: func(path string) bool { return pages[path] }}
					if err := Map(t.Context(), r, opt); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

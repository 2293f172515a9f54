package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/pagekind"
)

// FuzzNearest holds what is suggested to what holds of any suggestion: it exists,
// it is another path than the wrong one, and not the page for errors.
func FuzzNearest(f *testing.F) {
	for _, tt := range renames {
		f.Add(tt.site, tt.target, tt.use.Page, tt.use.Link)
	}
	for _, tt := range silent {
		f.Add(tt.site, tt.target, tt.use.Page, tt.use.Link)
	}
	f.Fuzz(func(t *testing.T, list, target, page, link string) {
		if !strings.HasPrefix(target, "/") || strings.Contains(target, "?") {
			return
		}
		var paths []string
		for _, path := range fields(list) {
			if strings.HasPrefix(path, "/") {
				paths = append(paths, path)
			}
		}
		p, names := index(paths...)
		place := p.Nearest(Query{Target: target, Uses: []Use{{page, link}}})
		for _, i := range []int32{p.Same(target), place} {
			if i >= 0 && pagekind.IsErrorPage(names[i]) {
				t.Errorf("%q is suggested", names[i])
			}
		}
		if place >= 0 && names[place] == target {
			t.Errorf("%q is suggested for itself", target)
		}
	})
}

func FuzzAnchors(f *testing.F) {
	for _, seed := range [][2]string{
		{"install usage", "instal"}, {"whats-new", "what-s-new"}, {"4-install", "3-install"}, {"\xff a", "%ff"}, {"%41 A", "a"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, fragment string) {
		ids := strings.Fields(text)
		for _, id := range []string{
			NewAnchors(ids).Nearest(fragment),
			Variant(fragment, func(id string) bool { return slices.Contains(ids, id) }),
		} {
			if id != "" && !slices.Contains(ids, id) {
				t.Errorf("%q is suggested for %q, of %q", id, fragment, ids)
			}
		}
	})
}

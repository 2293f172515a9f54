package pagesource

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// IsOtherPage reports whether a file is the component of another page of the site than the
// one with a path.
func (x *Finder) IsOtherPage(file int32, page string) bool {
	f := &x.index.Files[file]
	dir, ok := routeDirectory(f.Name)
	if !ok || f.Syntax != markup.HTML {
		return false
	}
	made, _, known := x.closestPage(pagekey.Loose(dir))
	return known && made != pagekey.Loose(pagekey.Of(page))
}

// routeDirectory returns the directory whose page a component of Next.js or SvelteKit is:
// app/docs/page.tsx, src/routes/docs/+page.svelte. Directories in parentheses are no part of
// the path. ok is false for all other files, and for the start page.
func routeDirectory(name string) (dir string, ok bool) {
	if base := withoutLanguage(name); base != "page" && base != "+page" {
		return "", false
	}
	var kept []string
	for segment := range strings.SplitSeq(path.Dir(name), "/") {
		if !strings.HasPrefix(segment, "(") || !strings.HasSuffix(segment, ")") {
			kept = append(kept, segment)
		}
	}
	dir = strings.Join(kept, "/")
	return dir, dir != "" && dir != "."
}

package pagesource

import (
	"path"
	"strings"
)

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

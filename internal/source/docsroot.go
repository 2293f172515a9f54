package source

import (
	"path"
	"slices"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// isFromRoot reports whether a value of data or of front matter is the whole path of the
// target below the root of the site: the entries of a menu, and the pictures of a theme,
// are relative to the directory of the sources that becomes the site.
func (a *attributor) isFromRoot(name string, q *query, l *document.Link) bool {
	if q.key == "" || !l.InFrontMatter && !a.index.Files[l.File].Syntax.IsData() {
		return false
	}
	found := pagekey.Of(name)
	return looseDated(found) == q.key || looseDated("_static/"+path.Base(found)) == q.key
}

// keys returns the keys of the links that may match a query. A link to a fragment may name
// the source file of its page, which may have another name than the page.
func (a *attributor) keys(q *query) []string {
	keys := q.keys()
	if file, ok := a.targetFile(q); ok {
		if key := destination.Key(a.index.Files[file].Name); !slices.Contains(keys, key) {
			return append(keys, key)
		}
	}
	return keys
}

// namesPage reports whether a link names the source file of the target.
func (a *attributor) namesPage(name string, q *query, l *document.Link) bool {
	file, ok := a.targetFile(q)
	if !ok || pagekey.TrimExtension(name) == name {
		return false
	}
	target, base := a.index.Files[file].Name, a.index.Files[l.File].Name
	name = weburl.Unescape(name)
	return path.Join(path.Dir(base), name) == target || l.Dest.Names && path.Base(name) == path.Base(target)
}

// targetFile returns the only source file of the page whose fragment a query is about.
func (a *attributor) targetFile(q *query) (file int32, ok bool) {
	if q.fragment == "" || !q.internal {
		return 0, false
	}
	sources, known := a.targets[q.target]
	if !known {
		sources = a.pages.Of(q.target)
		a.targets[q.target] = sources
	}
	if sources.Ambiguous || len(sources.All) != 1 {
		return 0, false
	}
	return sources.All[0].File, true
}

package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/pagesource"
)

// isInStyle reports whether an occurrence is the URL of a stylesheet, of a <style> element
// or of a style attribute.
func isInStyle(o *link.Occurrence) bool {
	return o.Element == "css" || o.Element == "style" || o.Attribute == "style"
}

// fromStyles returns the matches of the URL of a stylesheet. Generators resolve the other
// URLs in stylesheets, so that only one that is literally the same counts.
func fromStyles(x *index.Index, keys []string, q *query, o *link.Occurrence, sources pagesource.Sources) []match {
	var all []match
	for _, key := range keys {
		links := x.Links(key)
		if links == nil || !x.Spend(len(links.Styles)) {
			continue
		}
		for _, l := range links.Styles {
			if rel, ok := styleRelation(x, l, sources); ok && l.Raw == q.written {
				all = append(all, match{link: l, dest: destIdentical, relation: rel, text: textUnknown})
			}
		}
	}
	if named := filter(all, func(m match) bool { return stem(x.Files[m.link.File].Name) == stem(o.Page) }); o.Element == "css" && len(named) > 0 {
		return named
	}
	return all
}

// styleRelation returns how the file of a link is related to a page with some sources. The
// styles of one page are on no other.
func styleRelation(x *index.Index, l *document.Link, sources pagesource.Sources) (rel relation, ok bool) {
	if !x.Files[l.File].Content.IsPage {
		return sharedFile, true
	}
	for _, s := range sources.All {
		if s.File == l.File {
			return pageFile, true
		}
	}
	return 0, false
}

// stem returns the name of a file without directories, extensions and the underscore that
// parts of a stylesheet begin with.
func stem(name string) string {
	name, _, _ = strings.Cut(path.Base(name), ".")
	return strings.TrimPrefix(name, "_")
}

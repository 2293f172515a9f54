package source

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// Link is a link of the sources.
type Link struct {
	// URL is its destination, with the entities of HTML decoded.
	URL string
	// Source is its place.
	Source link.Source
}

// LinksWithPrefix returns the links that readers follow whose destinations begin with prefix, in
// lower case, and hold no expression. They are in the order of their places. Only texts, pages
// and layouts are looked at: URLs in data may be names, such as that of a schema. Tests and
// drafts are left out.
func LinksWithPrefix(ctx context.Context, prefix string, opt Options) ([]Link, error) {
	files := opt.index()
	list, err := index.List(ctx, files)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	keys := map[string]bool{}
	x := index.Read(ctx, list, func(d destination.Destination) bool {
		if !strings.HasPrefix(strings.ToLower(d.Pattern), prefix) || strings.Contains(d.Pattern, destination.Wild) {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		keys[destination.Key(d.Pattern)] = true
		return true
	}, files)
	var found []Link
	for key := range keys {
		links := x.Links(key)
		if links == nil {
			continue
		}
		for _, l := range slices.Concat(links.Shared, links.Pages) {
			file := &x.Files[l.File]
			isText := file.Syntax.IsProse() || file.Syntax == markup.HTML
			// Not every generator makes a link of a bare URL of Markdown: it may be an example.
			isExample := l.Bare && (file.Syntax == markup.Markdown || file.Syntax == markup.MDX)
			if isText && l.Role == document.LinkRole && !isExample && !l.InFrontMatter && !file.Test && !file.IsDraft() {
				found = append(found, Link{URL: l.Dest.Pattern, Source: place(x, l)})
			}
		}
	}
	slices.SortFunc(found, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Source.File, b.Source.File), cmp.Compare(a.Source.Line, b.Source.Line), cmp.Compare(a.Source.Column, b.Source.Column))
	})
	return slices.Compact(found), nil
}

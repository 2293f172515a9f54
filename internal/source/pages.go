package source

import (
	"context"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/pagesource"
)

// OfPages returns the files that pages are made of, by the paths of the pages. A page has none
// when several files may be its source, or only a part of the path is the same.
func OfPages(ctx context.Context, pages []string, opt Options) (map[string]string, error) {
	files := opt.index()
	list, err := index.List(ctx, files)
	if err != nil {
		return nil, err
	}
	x := index.Read(ctx, list, func(destination.Destination) bool { return false }, files)
	finder := pagesource.New(x, opt.Page)
	found := make(map[string]string, len(pages))
	for _, page := range pages {
		if ctx.Err() != nil || x.IsExhausted() {
			break
		}
		sources := finder.Of(page)
		if len(sources.All) != 1 || sources.Ambiguous || !sources.All[0].Exact {
			continue
		}
		if file := &x.Files[sources.All[0].File]; !file.Test {
			found[page] = file.Shown
		}
	}
	return found, ctx.Err()
}

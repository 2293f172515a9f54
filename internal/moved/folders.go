package moved

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

const (
	// fewMoves is how many pages of a folder must have moved to another one.
	fewMoves = 2
	// mostOthers bounds the pages of a folder that moved somewhere else: one in so many.
	mostOthers = 5
)

// byFolder answers for pages of a folder whose other pages moved to one other folder, where
// there is a page of the same name.
func (f *finder) byFolder(ctx context.Context) {
	moves := map[string]map[string]int{}
	for i, a := range f.to {
		if a.why == "" {
			continue
		}
		from, to := foldedKey(f.Lost[i].Path), foldedKey(f.New[a.page].Path)
		from, n := pagekey.CommonSuffix(from, to)
		if n == 0 {
			continue
		}
		to, _ = pagekey.CommonSuffix(to, foldedKey(f.Lost[i].Path))
		if moves[from] == nil {
			moves[from] = map[string]int{}
		}
		moves[from][to]++
	}
	if len(moves) == 0 {
		return
	}
	pages := f.pagesByKey()
	f.open(ctx, func(i int, lost *Page) {
		key := foldedKey(lost.Path)
		for folder := key; folder != ""; {
			folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
			to, ok := mostMoved(moves[folder])
			if !ok {
				continue
			}
			rest := strings.TrimPrefix(strings.TrimPrefix(key, folder), "/")
			page := pages.page(strings.TrimPrefix(to+"/"+rest, "/"))
			if page == none || f.isAnother(lost, &f.New[page]) && !f.mayBe(lost, &f.New[page]) {
				return // the old site had both
			}
			f.accept(i, page, "the other pages of its folder moved there", false)
			return
		}
	})
}

// mostMoved returns the folder to which nearly all pages of another moved.
func mostMoved(to map[string]int) (folder string, ok bool) {
	all, most := 0, 0
	for name, n := range to {
		all += n
		if n > most || n == most && name < folder {
			folder, most = name, n
		}
	}
	return folder, most >= fewMoves && (all-most)*mostOthers <= all
}

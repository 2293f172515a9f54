package moved

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// byRenames answers for pages whose source was renamed. A source belongs to a page when its
// path, folded, ends with that of the page; what is before that is the root of the sources.
// The new path of the file, below the same root, must be that of one new page.
func (f *finder) byRenames(ctx context.Context) {
	if len(f.Renames) == 0 {
		return
	}
	// renamed are the renames by each end of the old path that a page may have.
	renamed := map[string][]Rename{}
	for _, r := range f.Renames {
		from, to := foldedKey(r.From), foldedKey(r.To)
		for end := from; from != to && end != ""; {
			renamed[end] = append(renamed[end], Rename{from, to})
			_, end, _ = strings.Cut(end, "/")
		}
	}
	pages := f.pagesByKey()
	f.open(ctx, func(i int, lost *Page) {
		key := foldedKey(lost.Path)
		found := int32(none)
		for _, r := range renamed[key] {
			root := strings.TrimSuffix(r.From, key)
			to, ok := strings.CutPrefix(r.To, root)
			if !ok {
				continue
			}
			page := pages.page(to)
			if page == none {
				continue
			}
			if found != none && page != found {
				return // two renames, two places
			}
			found = page
		}
		f.accept(i, found, "git renamed its source", true)
	})
}

// keyed finds the pages of the new site by their folded keys, whose hashes are sorted: a
// site may have a million of them.
type keyed struct {
	f   *finder
	all []keyedPage
}

type keyedPage struct {
	key  uint64
	page int32
}

func (f *finder) pagesByKey() keyed {
	k := keyed{f, make([]keyedPage, len(f.New))}
	for i := range f.New {
		k.all[i] = keyedPage{hashOf([]byte(foldedKey(f.New[i].Path))), int32(i)}
	}
	slices.SortFunc(k.all, func(a, b keyedPage) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.page, b.page)) })
	return k
}

// page returns the one page with a key; none when there are several.
func (k keyed) page(key string) int32 {
	hash := hashOf([]byte(key))
	at, _ := slices.BinarySearchFunc(k.all, hash, func(p keyedPage, hash uint64) int { return cmp.Compare(p.key, hash) })
	found := int32(none)
	for ; at < len(k.all) && k.all[at].key == hash; at++ {
		if found != none {
			return none
		}
		found = k.all[at].page
	}
	if found != none && foldedKey(k.f.New[found].Path) != key {
		return none
	}
	return found
}

// foldedKey is what the path of a page and the paths of its source have in common.
func foldedKey(path string) string { return pagekey.Loose(pagekey.Of(path)) }

package moved

import (
	"context"

	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/suggest"
)

// leastShare is which share of the telling phrases two pages have in common that have
// similar names and other titles.
const leastShare = 0.2

// byName answers for pages with a name and a folder like those of one page that the old
// site did not have. Two lost pages cannot both be there, unless they are forms of one path.
func (f *finder) byName(ctx context.Context) {
	paths := suggest.NewPaths(suggest.Site{
		Len:  len(f.New),
		Path: func(i int32) string { return f.New[i].Path },
		End:  func(i int32) int32 { return i },
	})
	taken := map[int32]string{}
	for i, a := range f.to {
		if a.why != "" {
			taken[a.page] = foldedKey(f.Lost[i].Path)
		}
	}
	type claim struct{ lost, page int32 }
	var claims []claim
	several := map[int32]bool{}
	f.open(ctx, func(i int, lost *Page) {
		page := f.named(lost, paths)
		if page == none {
			return
		}
		key := foldedKey(lost.Path)
		if by, is := taken[page]; is && by != key {
			several[page] = true
			return
		}
		taken[page] = key
		claims = append(claims, claim{int32(i), page})
	})
	for _, c := range claims {
		if !several[c.page] {
			f.accept(int(c.lost), c.page, "its name and folder are similar", false)
		}
	}
}

// named returns the page with a path like that of the lost one; of several, the one whose
// text may be that of the page. Pages that the old site had, too, are none of them, but
// they count as rivals: a name that many pages have says little.
func (f *finder) named(lost *Page, paths *suggest.Paths) int32 {
	page, rivals := paths.Nearest(suggest.Query{Target: lost.Path})
	if page >= 0 {
		rivals = []int32{page}
	}
	found := int32(none)
	for _, rival := range rivals {
		p := &f.New[rival]
		if f.WasThere(p.Path) || !f.mayBe(lost, p) || page < 0 && !(lost.Text.IsKnown() && p.Text.IsKnown()) {
			continue
		}
		if found != none {
			return none
		}
		found = rival
	}
	return found
}

// mayBe reports whether titles and texts, as far as they are known, may be those of one page.
// Without texts, pages with other titles have to have the same name: "as_slice" and
// "as_mut_slice" are two pages of one folder.
func (f *finder) mayBe(lost, page *Page) bool {
	switch {
	case f.titles.isSame(lost.Title, page.Title):
		return true
	case lost.Text.IsKnown() && page.Text.IsKnown():
		share, _ := f.share(&lost.Text, &page.Text)
		return share >= leastShare
	case lost.Title != "" && page.Title != "":
		return pagekey.Last(foldedKey(lost.Path)) == pagekey.Last(foldedKey(page.Path))
	}
	return true
}

package moved

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

const (
	// indexed is how many hashes of a text lead to it. Of two texts that are half the same,
	// at least one of eight hashes is in both in 99.6% of the cases.
	indexed = 8
	// maxAlike is how many pages one phrase leads to at most.
	maxAlike = 64
	// enoughPhrases is how many hashes must be in both texts.
	enoughPhrases = 4
	// Two texts with the same title are alike from titledShare on, and others from
	// untitledShare on. The next best page must be farther by margin.
	titledShare, untitledShare = 0.5, 0.6
	margin                     = 0.15
)

// byText answers for pages whose text is on one page of the new site, whole or for the
// most part.
func (f *finder) byText(ctx context.Context) {
	if !slices.ContainsFunc(f.Lost, func(p Page) bool { return p.Text.IsKnown() }) {
		return
	}
	x := f.newTextIndex()
	claims := map[int32][]int{}
	f.open(ctx, func(i int, lost *Page) {
		if !lost.Text.IsKnown() {
			return
		}
		telling := f.common.telling(nil, &lost.Text, indexed)
		if len(telling) == 0 {
			return
		}
		page, share, why := f.sameText(lost, f.withText(x, &lost.Text)), 1.0, "the same text"
		if page != none && f.titles.isSame(lost.Title, f.New[page].Title) {
			why = "the same title and text"
		}
		if page == none {
			page, share = f.alike(lost, x, telling)
			why = fmt.Sprintf("%.0f%% of the text is the same", 100*share)
		}
		if page == none || !f.mayHaveMoved(lost, &f.New[page], share) {
			return
		}
		isOther := haveOtherNumbers(lost.Path, f.New[page].Path) || f.isAnother(lost, &f.New[page])
		f.accept(i, page, why, !isOther)
		claims[page] = append(claims[page], i)
	})
	f.dropRivals(claims)
}

// dropRivals takes back that several lost pages with other titles and names are one page now:
// what they have in common is a text that many pages have, such as "coming soon".
func (f *finder) dropRivals(claims map[int32][]int) {
	for page, lost := range claims {
		key := foldedKey(f.Lost[lost[0]].Path)
		if !slices.ContainsFunc(lost, func(i int) bool { return foldedKey(f.Lost[i].Path) != key }) {
			continue
		}
		for _, i := range lost {
			if f.titles.isOther(f.Lost[i].Title, f.New[page].Title) && name(&f.Lost[i]) != name(&f.New[page]) {
				f.to[i] = answer{}
			}
		}
	}
}

// sameText returns the page of those with exactly the text of the lost one: the only one,
// or else the only one of the same title.
func (f *finder) sameText(lost *Page, pages []int32) int32 {
	if len(pages) == 1 {
		return pages[0]
	}
	found := int32(none)
	for _, page := range pages {
		if !f.titles.isSame(lost.Title, f.New[page].Title) {
			continue
		}
		if found != none {
			return none
		}
		found = page
	}
	return found
}

// textIndex finds the pages of the new site by their texts.
type textIndex struct {
	// whole are the pages with a text, in the order of its hash.
	whole []int32
	// phrases are hashes, each above the page that has it, sorted.
	phrases []uint64
}

func (f *finder) newTextIndex() *textIndex {
	x := &textIndex{}
	var telling []uint32
	for i := range f.New {
		t := &f.New[i].Text
		if !t.IsKnown() {
			continue
		}
		x.whole = append(x.whole, int32(i))
		telling = f.common.telling(telling[:0], t, indexed)
		for _, h := range telling {
			x.phrases = append(x.phrases, uint64(h)<<32|uint64(i))
		}
	}
	slices.Sort(x.phrases)
	slices.SortFunc(x.whole, func(a, b int32) int { return cmp.Or(cmp.Compare(f.New[a].Text.whole, f.New[b].Text.whole), int(a-b)) })
	return x
}

// withText returns the pages with exactly a text, or the first of very many.
func (f *finder) withText(x *textIndex, text *Text) []int32 {
	from, _ := slices.BinarySearchFunc(x.whole, text.whole, func(page int32, whole uint64) int {
		return cmp.Compare(f.New[page].Text.whole, whole)
	})
	to := from
	for to < len(x.whole) && to-from < maxAlike && f.New[x.whole[to]].Text.whole == text.whole {
		to++
	}
	return x.whole[from:to]
}

// pages appends the pages that have a phrase, unless they are many.
func (x *textIndex) pages(to []int32, phrase uint32) []int32 {
	at, _ := slices.BinarySearch(x.phrases, uint64(phrase)<<32)
	n := len(to)
	for ; at < len(x.phrases) && uint32(x.phrases[at]>>32) == phrase; at++ {
		if len(to)-n == maxAlike {
			return to[:n]
		}
		to = append(to, int32(uint32(x.phrases[at])))
	}
	return to
}

// alike returns the one page whose text is most like that of the lost page, and the share
// of the phrases that both have; none when no page stands out.
func (f *finder) alike(lost *Page, x *textIndex, telling []uint32) (page int32, share float64) {
	var pages []int32
	for _, h := range telling {
		pages = x.pages(pages, h)
	}
	slices.Sort(pages)
	page = none
	next := 0.0
	for _, p := range slices.Compact(pages) {
		s, both := f.share(&lost.Text, &f.New[p].Text)
		least := untitledShare
		if f.titles.isSame(lost.Title, f.New[p].Title) {
			least = titledShare
			s += margin // the title decides between two that are alike
		}
		if both < enoughPhrases || s < least {
			continue
		}
		if s > share {
			page, share, next = p, s, share
		} else {
			next = max(next, s)
		}
	}
	if page == none || share-next < margin {
		return none, 0
	}
	if f.titles.isSame(lost.Title, f.New[page].Title) {
		share -= margin
	}
	return page, share
}

// share estimates which share of the telling phrases of two texts is in both, from the
// lowest hashes of all their phrases; both is how many of these hashes are in both.
func (f *finder) share(a, b *Text) (share float64, both int) {
	var bufA, bufB [sketchSize]uint32
	x := f.common.telling(bufA[:0], a, sketchSize)
	y := f.common.telling(bufB[:0], b, sketchSize)
	all := 0
	for len(x) > 0 && len(y) > 0 {
		switch all++; {
		case x[0] == y[0]:
			both++
			x, y = x[1:], y[1:]
		case x[0] < y[0]:
			x = x[1:]
		default:
			y = y[1:]
		}
	}
	// A text with fewer phrases than its sketch holds has no others.
	if a.n < sketchSize && len(x) == 0 {
		all += len(y)
	}
	if b.n < sketchSize && len(y) == 0 {
		all += len(x)
	}
	if all == 0 {
		return 0, 0
	}
	return float64(both) / float64(all), both
}

// sharesNothing reports whether two texts are known, and have no telling phrase in common.
func (f *finder) sharesNothing(a, b *Text) bool {
	if a.n < sketchSize/2 || b.n < sketchSize/2 {
		return false
	}
	_, both := f.share(a, b)
	return both == 0
}

package moved

import "math"

// frequencies says how many pages have a phrase, so that what most pages of a site show
// does not make two of them alike. It counts by the last bits of the hash: two phrases may
// share a count, which is then too high.
type frequencies struct {
	counts []uint16
	// most is on how many pages a phrase is at most that says something about a page.
	most uint16
}

const (
	// fewPages is how many pages may share a phrase in any case: the same page in other
	// versions and languages.
	fewPages = 8
	// commonShare: a phrase is common when more than one page in so many has it.
	commonShare = 20
	// maxCounts bounds the table of counts: 8 MB.
	maxCounts = 1 << 22
)

func newFrequencies(s Sites) *frequencies {
	pages := len(s.Lost) + len(s.New)
	size := 1 << 10
	for size < maxCounts && size < 8*sketchSize*pages {
		size *= 2
	}
	f := &frequencies{counts: make([]uint16, size), most: uint16(min(math.MaxUint16-1, max(fewPages, pages/commonShare)))}
	for _, list := range [][]Page{s.Lost, s.New} {
		for i := range list {
			t := &list[i].Text
			for _, h := range t.sketch[:t.n] {
				if c := &f.counts[int(h)&(size-1)]; *c < math.MaxUint16 {
					*c++
				}
			}
		}
	}
	return f
}

// telling appends the hashes of the phrases of a text that are on few pages, at most n.
func (f *frequencies) telling(to []uint32, t *Text, n int) []uint32 {
	for _, h := range t.sketch[:t.n] {
		if len(to) == n {
			break
		}
		if f.counts[int(h)&(len(f.counts)-1)] <= f.most {
			to = append(to, h)
		}
	}
	return to
}

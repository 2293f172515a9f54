package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// found is a page of the old or of the new site.
type found struct {
	// path is where it is served, as a URL writes it, with a leading slash and without the base
	// path.
	path string
	// title is its title; empty when it is unknown.
	title string
	text  text
}

// move is where the content of a page of the old site is now.
type move struct {
	to string
	// why says how that is known, to a reader.
	why string
	// isSure is whether a renamed source or the text says so.
	isSure bool
}

// finder finds where the lost pages went, step by step: by a renamed source, then by the text, then
// by the folder that moved as a whole. A step only looks at pages without an answer. Pages without
// one clear answer are left out.
type finder struct {
	// lost are the pages of the old site that lead nowhere on the new one, and now are those of
	// the new site.
	lost, now []found
	// renames are source files that were renamed since the old site was built.
	renames []git.Change
	// wasThere reports whether the old site had the page at a path, too, and before returns the text
	// that it had there; the zero text when that is not known.
	wasThere func(path string) bool
	before   func(path string) text

	common frequencies
	// byKey and byTitle have the new page of each key and title, by its hash; none where there are
	// several.
	byKey, byTitle map[uint64]int
	// to is what was found, by the number of the lost page; why is empty for nothing.
	to []move
}

// none stands for no page, or for several.
const none = -1

// find returns where the lost pages went, by their paths. The time is in proportion to the number
// of pages. It ends early when ctx does, with what it found.
func (f *finder) find(ctx context.Context) map[string]move {
	f.common, f.to, f.byKey = newFrequencies(f.lost, f.now), make([]move, len(f.lost)), map[uint64]int{}
	f.byTitle = map[uint64]int{}
	for i := range f.now {
		addOne(f.byTitle, f.now[i].title, i)
		addOne(f.byKey, keyOf(f.now[i].path), i)
	}
	for _, step := range []func(context.Context){f.byRenames, f.byText, f.byFolder} {
		if ctx.Err() == nil {
			step(ctx)
		}
	}
	moves := map[string]move{}
	for i, m := range f.to {
		if m.why != "" && m.to != f.lost[i].path {
			moves[f.lost[i].path] = m
		}
	}
	return moves
}

// keyOf is what the forms of the path of a page ("/faq", "/faq.html", "/FAQ/") and the path of its
// source have in common.
func keyOf(path string) string { return pagekey.Loose(pagekey.Of(path)) }

// name is the last segment of the key of a page.
func (p *found) name() string { return pagekey.Last(keyOf(p.path)) }

// addOne adds the page of a key, of which there may be only one.
func addOne(pages map[uint64]int, key string, page int) {
	hash := hashOf(key)
	if _, ok := pages[hash]; ok {
		page = none
	}
	pages[hash] = page
}

// one returns the one page with a key, or none.
func one(pages map[uint64]int, key string) int {
	if page, ok := pages[hashOf(key)]; ok {
		return page
	}
	return none
}

// open visits the lost pages that have no answer yet, until ctx ends.
func (f *finder) open(ctx context.Context, visit func(i int, lost *found)) {
	for i := range f.lost {
		if f.to[i].why == "" && ctx.Err() == nil {
			visit(i, &f.lost[i])
		}
	}
}

// leastShare is which share of a text must be on a page that another sign points to. Of two pages
// with other numbers in their names, no third one may have as much.
const leastShare = 0.1

// accept answers for a lost page, unless the page is none or the texts hardly agree.
func (f *finder) accept(i, page int, why string, isSure bool) {
	if page == none {
		return
	}
	a, b := &f.lost[i].text, &f.now[page].text
	if share, _ := f.common.share(a, b); share < leastShare && a.n >= sketchSize/2 && b.n >= sketchSize/2 {
		return
	}
	f.to[i] = move{f.now[page].path, why, isSure}
}

// byRenames answers for pages whose source was renamed. A source belongs to a page when its key
// ends with that of the page; what is before that is the root of the sources. The new path of the
// file, below the same root, must be that of one new page.
func (f *finder) byRenames(ctx context.Context) {
	// renamed are the keys of both paths by each end of the old one.
	renamed := map[string][][2]string{}
	for _, r := range f.renames {
		from, to := keyOf(r.From), keyOf(r.To)
		for end := from; from != to && end != ""; _, end, _ = strings.Cut(end, "/") {
			renamed[end] = append(renamed[end], [2]string{from, to})
		}
	}
	f.open(ctx, func(i int, lost *found) {
		key, only := keyOf(lost.path), none
		for _, r := range renamed[key] {
			to, ok := strings.CutPrefix(r[1], strings.TrimSuffix(r[0], key))
			page := one(f.byKey, to)
			if !ok || page == none {
				continue
			}
			if only != none && page != only {
				return // two renames, two places
			}
			only = page
		}
		f.accept(i, only, "git renamed its source", true)
	})
}

const (
	// enoughPhrases is how many hashes must be in both texts.
	enoughPhrases = 4
	// Two texts with the same title are alike from titledShare on, and others from untitledShare on.
	// The next best page must be farther by margin, for which the title counts.
	titledShare, untitledShare = 0.5, 0.6
	margin, titleBonus         = 0.15, 0.2
)

// byText answers for pages whose text is on one page of the new site, whole or for the most part.
func (f *finder) byText(ctx context.Context) {
	x := f.newTextIndex()
	f.open(ctx, func(i int, lost *found) {
		page, share, next := f.alike(lost, x)
		if page == none || !f.isSame(lost, page, next) {
			return
		}
		why := "the same text"
		switch {
		case share < 1:
			why = fmt.Sprintf("%.0f%% of the text is the same", 100*share)
		case sameTitle(lost.title, f.now[page].title):
			why = "the same title and text"
		}
		f.accept(i, page, why, numbersOf(lost.path) == numbersOf(f.now[page].path))
	})
}

// isSame reports whether a lost page may be a new one that has most of its text; next is the share
// that the next page has. A page of another name that was there before with the same text is none. A
// chapter with another number is the same, and the notes on one release are not those on another
// one, although most fixes are in both: then others have a part of them, too.
func (f *finder) isSame(lost *found, number int, next float64) bool {
	page := &f.now[number]
	if lost.name() == page.name() {
		return true
	}
	if f.wasThere(page.path) {
		was := f.before(page.path)
		if same, _ := f.common.share(&was, &page.text); same >= titledShare {
			return false
		}
	}
	a, b := numbersOf(lost.name()), numbersOf(page.name())
	return a == b || a == "" || b == "" || next < leastShare || lost.text.all == page.text.all ||
		lost.title == page.title && one(f.byTitle, lost.title) == number
}

// numbersOf returns the numbers in a name or path.
func numbersOf(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' }), " ")
}

// sameTitle reports whether two titles are known, and are of one page: the name of the site, which
// most titles have, often has that of a version.
func sameTitle(a, b string) bool {
	withoutNumbers := func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}
	return a != "" && strings.Map(withoutNumbers, a) == strings.Map(withoutNumbers, b)
}

const (
	// indexed is how many hashes of a text lead to it. Of two texts that are half the same, at
	// least one of eight hashes is in both in 99.6% of the cases.
	indexed = 8
	// maxAlike is how many pages one phrase leads to at most.
	maxAlike = 64
)

// textIndex has the phrases of the new pages: hashes, each above the page that has it, sorted.
type textIndex []uint64

func (f *finder) newTextIndex() (x textIndex) {
	for i := range f.now {
		for _, h := range f.common.telling(nil, &f.now[i].text, indexed) {
			x = append(x, uint64(h)<<32|uint64(i))
		}
	}
	slices.Sort(x)
	return x
}

// alike returns the one page whose text is most like that of the lost page, and the share of the
// phrases that both have; none when no page stands out. next is the share of the next page.
func (f *finder) alike(lost *found, x textIndex) (page int, share, next float64) {
	var pages []int
	for _, h := range f.common.telling(nil, &lost.text, indexed) {
		at, _ := slices.BinarySearch(x, uint64(h)<<32)
		end := at
		for end < len(x) && uint32(x[end]>>32) == h && end-at <= maxAlike {
			end++
		}
		for ; end-at <= maxAlike && at < end; at++ {
			pages = append(pages, int(uint32(x[at])))
		}
	}
	slices.Sort(pages)
	page = none
	best := 0.0
	for _, p := range slices.Compact(pages) {
		s, both := f.common.share(&lost.text, &f.now[p].text)
		rank, least := s, untitledShare
		if s >= titledShare && sameTitle(lost.title, f.now[p].title) {
			rank, least = s+titleBonus, titledShare // the title decides between two that are alike
		}
		if both >= enoughPhrases && s >= least && rank > best {
			page, share, best, next = p, s, rank, max(next, best)
		} else {
			next = max(next, rank)
		}
	}
	if best-next < margin {
		page = none
	}
	return page, share, next
}

const (
	// fewMoves is how many pages of a folder must have moved to another one.
	fewMoves = 2
	// mostOthers bounds the pages of a folder that moved somewhere else: one in so many.
	mostOthers = 5
)

// byFolder answers for pages that the new site has in another form of their path, such as "/faq/"
// for "/faq.html", and for those of a folder whose other pages moved to one other folder, where there
// is a page of the same name. A lost page whose text is not known counts as moved to the one new page
// of its name.
func (f *finder) byFolder(ctx context.Context) {
	f.open(ctx, func(i int, lost *found) {
		f.accept(i, one(f.byKey, keyOf(lost.path)), "it has the same path in another form", false)
	})
	byName := map[uint64]int{}
	for i := range f.now {
		if !f.wasThere(f.now[i].path) {
			addOne(byName, f.now[i].name(), i)
		}
	}
	moves := map[string]map[string]int{}
	for i, m := range f.to {
		lost := &f.lost[i]
		if m.why == "" {
			page := one(byName, lost.name())
			if page == none || lost.text.n > 0 {
				continue
			}
			m.to = f.now[page].path
		}
		key, now := keyOf(lost.path), keyOf(m.to)
		if from, n := pagekey.CommonSuffix(key, now); n > 0 {
			to, _ := pagekey.CommonSuffix(now, key)
			if moves[from] == nil {
				moves[from] = map[string]int{}
			}
			moves[from][to]++
		}
	}
	f.open(ctx, func(i int, lost *found) {
		key := keyOf(lost.path)
		for folder := key; folder != ""; {
			folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
			if to, ok := mostMoved(moves[folder]); ok {
				below := strings.Trim(strings.TrimPrefix(key, folder), "/")
				if page := one(f.byKey, strings.Trim(to+"/"+below, "/")); page != none && !f.wasThere(f.now[page].path) {
					f.accept(i, page, "the other pages of its folder moved there", false)
				}
				return
			}
		}
	})
}

// mostMoved returns the folder to which nearly all pages of another moved.
func mostMoved(to map[string]int) (folder string, ok bool) {
	all, most := 0, 0
	for name, n := range to {
		if all += n; n > most {
			folder, most = name, n
		}
	}
	return folder, most >= fewMoves && (all-most)*mostOthers <= all
}

// Package moved finds where the pages went that a site had and has no longer.
package moved

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// Page is a page of the old or of the new site.
type Page struct {
	// Path is where it is served, as a URL writes it, with a leading slash and without the base
	// path.
	Path string
	// Title is its title; empty when it is unknown.
	Title string
	// Text is its text.
	Text Text
}

// Rename is a source file that was renamed. Both paths are those in the repository.
type Rename struct{ From, To string }

// Move is a page of the old site, and the page of the new site where its content is now.
type Move struct {
	From, To string
	// Why says how that is known, to a reader.
	Why string
	// IsSure is whether a renamed source or the text says so.
	IsSure bool
}

// Sites is what [Find] compares.
type Sites struct {
	// Lost are the pages of the old site that lead nowhere on the new one.
	Lost []Page
	// New are the pages of the new site. WasThere reports whether the old site had the page at a
	// path, too, and TextBefore returns the text that it had there; the zero Text when unknown.
	New        []Page
	WasThere   func(path string) bool
	TextBefore func(path string) Text
	// Renames are source files that were renamed since the old site was built.
	Renames []Rename
}

// Find returns where the lost pages went, in the order of their paths. The best evidence counts: a
// renamed source, then the text, then another form of the path, then the folder to which the other pages of a folder moved. Pages
// without one clear answer are left out. The time is in proportion to the number of pages. Find
// ends early when ctx does, with what it found.
func Find(ctx context.Context, s Sites) []Move {
	f := &finder{Sites: s, to: make([]answer, len(s.Lost)), common: newFrequencies(s), titles: newTitles(s.New), byKey: map[uint64]int32{}}
	for i := range s.New {
		addOne(f.byKey, Key(s.New[i].Path), i)
	}
	for _, step := range []func(context.Context){f.byRenames, f.byText, f.byForm, f.byFolder} {
		if ctx.Err() == nil {
			step(ctx)
		}
	}
	var moves []Move
	for i, a := range f.to {
		if a.why != "" && s.New[a.page].Path != s.Lost[i].Path {
			moves = append(moves, Move{s.Lost[i].Path, s.New[a.page].Path, a.why, a.isSure})
		}
	}
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Compare(a.From, b.From) })
	return moves
}

// finder gathers the answers, step by step. A step only looks at pages without an answer.
type finder struct {
	Sites
	to     []answer
	common frequencies
	titles titles
	// byKey has the new page of each key, by its hash; none where there are several.
	byKey map[uint64]int32
}

// none stands for no page, or for several.
const none = -1

// answer is the index of a page of the new site; why is empty when there is none.
type answer struct {
	page   int32
	why    string
	isSure bool
}

// Key is what the forms of the path of a page ("/faq", "/faq.html", "/FAQ/") and the path of its
// source have in common.
func Key(path string) string { return pagekey.Loose(pagekey.Of(path)) }

// name is the last segment of the key of a page.
func name(p *Page) string { return pagekey.Last(Key(p.Path)) }

// addOne adds the page of a key, of which there may be only one.
func addOne(pages map[uint64]int32, key string, page int) {
	hash := hashOf(key)
	if _, ok := pages[hash]; ok {
		page = none
	}
	pages[hash] = int32(page)
}

// one returns the one page with a key, or none.
func one(pages map[uint64]int32, key string) int32 {
	if page, ok := pages[hashOf(key)]; ok {
		return page
	}
	return none
}

// open visits the lost pages that have no answer yet, until ctx ends.
func (f *finder) open(ctx context.Context, visit func(i int, lost *Page)) {
	for i := range f.Lost {
		if i%1024 == 0 && ctx.Err() != nil {
			return
		}
		if f.to[i].why == "" {
			visit(i, &f.Lost[i])
		}
	}
}

// accept answers for a lost page, unless the page is none or the texts hardly agree.
func (f *finder) accept(i int, page int32, why string, isSure bool) {
	if page == none {
		return
	}
	a, b := &f.Lost[i].Text, &f.New[page].Text
	if share, _ := f.share(a, b); share < leastShare && a.n >= sketchSize/2 && b.n >= sketchSize/2 {
		return
	}
	f.to[i] = answer{page, why, isSure}
}

// byRenames answers for pages whose source was renamed. A source belongs to a page when its key
// ends with that of the page; what is before that is the root of the sources. The new path of the
// file, below the same root, must be that of one new page.
func (f *finder) byRenames(ctx context.Context) {
	// renamed are the keys of both paths by each end of the old one.
	renamed := map[string][][2]string{}
	for _, r := range f.Renames {
		from, to := Key(r.From), Key(r.To)
		for end := from; from != to && end != ""; _, end, _ = strings.Cut(end, "/") {
			renamed[end] = append(renamed[end], [2]string{from, to})
		}
	}
	f.open(ctx, func(i int, lost *Page) {
		key, found := Key(lost.Path), int32(none)
		for _, r := range renamed[key] {
			to, ok := strings.CutPrefix(r[1], strings.TrimSuffix(r[0], key))
			page := one(f.byKey, to)
			if !ok || page == none {
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

const (
	// enoughPhrases is how many hashes must be in both texts.
	enoughPhrases = 4
	// Two texts with the same title are alike from titledShare on, and others from untitledShare on.
	// The next best page must be farther by margin, for which the title counts.
	titledShare, untitledShare = 0.5, 0.6
	margin, titleBonus         = 0.15, 0.2
	// leastShare is which share of a text must be on a page that another sign points to. Of two
	// pages with other numbers in their names, no third one may have as much.
	leastShare = 0.1
)

// byText answers for pages whose text is on one page of the new site, whole or for the most part.
func (f *finder) byText(ctx context.Context) {
	x := f.newTextIndex()
	claims := map[int32][]int{}
	f.open(ctx, func(i int, lost *Page) {
		page, share, next := f.alike(lost, x)
		if page == none || !f.isSamePage(lost, &f.New[page], share, next) {
			return
		}
		why := "the same text"
		switch {
		case share < 1:
			why = fmt.Sprintf("%.0f%% of the text is the same", 100*share)
		case f.titles.isSame(lost.Title, f.New[page].Title):
			why = "the same title and text"
		}
		f.accept(i, page, why, !haveOtherNumbers(lost.Path, f.New[page].Path) && !f.isAnother(lost, &f.New[page]))
		claims[page] = append(claims[page], i)
	})
	// Several lost pages with other titles and names cannot be one page now: what they have in common
	// is a text that many pages have, such as "coming soon".
	for page, lost := range claims {
		key := Key(f.Lost[lost[0]].Path)
		if !slices.ContainsFunc(lost, func(i int) bool { return Key(f.Lost[i].Path) != key }) {
			continue
		}
		for _, i := range lost {
			if f.titles.isOther(f.Lost[i].Title, f.New[page].Title) && name(&f.Lost[i]) != name(&f.New[page]) {
				f.to[i] = answer{}
			}
		}
	}
}

// isSamePage reports whether a lost page may be a new one that has a share of its text; next is the
// share that the next page has. A page of another name that was there before with the same text is none.
// A chapter with another number is the same, and the notes on one release are not those on another one,
// although most fixes are in both: then others have a part of them, too.
func (f *finder) isSamePage(lost, page *Page, share, next float64) bool {
	from, to := name(lost), name(page)
	if from == to {
		return true
	}
	if f.WasThere(page.Path) {
		was := f.TextBefore(page.Path)
		if same, _ := f.share(&was, &page.Text); same >= titledShare {
			return false
		}
	}
	if haveOtherNumbers(from, to) {
		return share == 1 || next < leastShare
	}
	return !f.isAnother(lost, page)
}

// isAnother reports whether the old site had the new page, too, and under another title than the
// lost one.
func (f *finder) isAnother(lost, page *Page) bool {
	return f.titles.isOther(lost.Title, page.Title) && f.WasThere(page.Path)
}

// haveOtherNumbers reports whether two names or paths both have numbers, and not the same ones.
func haveOtherNumbers(a, b string) bool {
	isOther := func(r rune) bool { return r < '0' || r > '9' }
	x, y := strings.FieldsFunc(a, isOther), strings.FieldsFunc(b, isOther)
	return len(x) > 0 && len(y) > 0 && !slices.Equal(x, y)
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
	for i := range f.New {
		for _, h := range f.common.telling(nil, &f.New[i].Text, indexed) {
			x = append(x, uint64(h)<<32|uint64(i))
		}
	}
	slices.Sort(x)
	return x
}

// alike returns the one page whose text is most like that of the lost page, and the share of the
// phrases that both have; none when no page stands out. next is the share of the next page.
func (f *finder) alike(lost *Page, x textIndex) (page int32, share, next float64) {
	var pages []int32
	for _, h := range f.common.telling(nil, &lost.Text, indexed) {
		at, _ := slices.BinarySearch(x, uint64(h)<<32)
		end := at
		for end < len(x) && uint32(x[end]>>32) == h && end-at <= maxAlike {
			end++
		}
		for ; end-at <= maxAlike && at < end; at++ {
			pages = append(pages, int32(uint32(x[at])))
		}
	}
	slices.Sort(pages)
	page = none
	best := 0.0
	for _, p := range slices.Compact(pages) {
		s, both := f.share(&lost.Text, &f.New[p].Text)
		rank, least := s, untitledShare
		if s >= titledShare && f.titles.isSame(lost.Title, f.New[p].Title) {
			rank, least = s+titleBonus, titledShare // the title decides between two that are alike
		}
		if both >= enoughPhrases && s >= least && rank > best {
			page, share, best, next = p, s, rank, max(next, best)
		} else {
			next = max(next, rank)
		}
	}
	if page == none || best-next < margin {
		return none, 0, 0
	}
	return page, share, next
}

// share estimates which share of the telling phrases of two texts is in both, from the lowest
// hashes of all their phrases; both is how many of these hashes are in both.
func (f *finder) share(a, b *Text) (share float64, both int) {
	var bufA, bufB [sketchSize]uint32
	x, y := f.common.telling(bufA[:0], a, sketchSize), f.common.telling(bufB[:0], b, sketchSize)
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
	return float64(both) / float64(max(all, 1)), both
}

// byForm answers for pages that the new site has in another form of their path, such as "/faq/" for
// "/faq.html".
func (f *finder) byForm(ctx context.Context) {
	f.open(ctx, func(i int, lost *Page) {
		f.accept(i, one(f.byKey, Key(lost.Path)), "it has the same path in another form", false)
	})
}

const (
	// fewMoves is how many pages of a folder must have moved to another one.
	fewMoves = 2
	// mostOthers bounds the pages of a folder that moved somewhere else: one in so many.
	mostOthers = 5
)

// byFolder answers for pages of a folder whose other pages moved to one other folder, where there is
// a page of the same name. A lost page whose text is not known counts as moved to the one new page of
// its name.
func (f *finder) byFolder(ctx context.Context) {
	byName := map[uint64]int32{}
	for i := range f.New {
		if p := &f.New[i]; !f.WasThere(p.Path) {
			addOne(byName, name(p), i)
		}
	}
	moves := map[string]map[string]int{}
	for i, a := range f.to {
		lost := &f.Lost[i]
		if a.why == "" {
			if a.page = one(byName, name(lost)); a.page == none || lost.Text.IsKnown() {
				continue
			}
		}
		key, now := Key(lost.Path), Key(f.New[a.page].Path)
		if from, n := pagekey.CommonSuffix(key, now); n > 0 {
			to, _ := pagekey.CommonSuffix(now, key)
			if moves[from] == nil {
				moves[from] = map[string]int{}
			}
			moves[from][to]++
		}
	}
	f.open(ctx, func(i int, lost *Page) {
		key := Key(lost.Path)
		for folder := key; folder != ""; {
			folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
			to, ok := mostMoved(moves[folder])
			if !ok {
				continue
			}
			page := one(f.byKey, strings.Trim(to+"/"+strings.TrimPrefix(strings.TrimPrefix(key, folder), "/"), "/"))
			if page != none && !f.isAnother(lost, &f.New[page]) {
				f.accept(i, page, "the other pages of its folder moved there", false)
			}
			return
		}
	})
}

// mostMoved returns the folder to which nearly all pages of another moved.
func mostMoved(to map[string]int) (folder string, ok bool) {
	all, most := 0, 0
	for _, name := range slices.Sorted(maps.Keys(to)) {
		if all += to[name]; to[name] > most {
			folder, most = name, to[name]
		}
	}
	return folder, most >= fewMoves && (all-most)*mostOthers <= all
}

// frequencies says how many pages have a phrase, so that what most pages of a site show does not make
// two of them alike. It counts by the last bits of the hash: two phrases may share a count, which is
// then too high.
type frequencies struct {
	counts []uint16
	// most is on how many pages a phrase is at most that says something about a page: on eight in
	// any case, such as the same page in other versions and languages, or on one page in twenty.
	most uint16
}

// maxCounts bounds the table of counts: 8 MB.
const maxCounts = 1 << 22

func newFrequencies(s Sites) frequencies {
	pages, size := len(s.Lost)+len(s.New), 1<<10
	for size < maxCounts && size < 8*sketchSize*pages {
		size *= 2
	}
	f := frequencies{counts: make([]uint16, size), most: uint16(min(math.MaxUint16-1, max(8, pages/20)))}
	for _, list := range [][]Page{s.Lost, s.New} {
		for i := range list {
			for _, h := range list[i].Text.sketch[:list[i].Text.n] {
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
		if len(to) < n && f.counts[int(h)&(len(f.counts)-1)] <= f.most {
			to = append(to, h)
		}
	}
	return to
}

// titles are the parts that more than half of the titles of a site have, without numbers: the name of
// a site often has that of a version.
type titles map[string]bool

// gaps are the texts between the title of a page and that of its site.
var gaps = regexp.MustCompile(` (?:[-|—–·»«•]|::) `)

// newTitles looks at the titles of some pages.
func newTitles(pages []Page) titles {
	counts, all := map[string]int{}, 0
	for i := range pages[:min(len(pages), 10_000)] {
		for _, part := range gaps.Split(pages[i].Title, -1) {
			counts[withoutNumbers(part)]++
		}
		if pages[i].Title != "" {
			all++
		}
	}
	t := titles{}
	for part, n := range counts {
		t[part] = n >= 3 && 2*n > all
	}
	return t
}

// isSame reports whether two titles are known, and are of one page.
func (t titles) isSame(a, b string) bool {
	bare := func(title string) string {
		parts := slices.DeleteFunc(gaps.Split(title, -1), func(part string) bool { return t[withoutNumbers(part)] })
		return cmp.Or(strings.Join(parts, " | "), title)
	}
	return a != "" && b != "" && (a == b || bare(a) == bare(b))
}

// isOther reports whether two titles are known, and are of different pages.
func (t titles) isOther(a, b string) bool { return a != "" && b != "" && !t.isSame(a, b) }

// withoutNumbers is a text without digits, and without the marks between them.
func withoutNumbers(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, text)
}

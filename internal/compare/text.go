package compare

import (
	"math"
	"math/bits"
	"slices"

	"github.com/linkvet/linkvet/internal/scan/content"
)

const (
	// sketchSize is how many hashes of phrases stand for a text. With 32 of them, the
	// share that two texts have in common is known to about a tenth.
	sketchSize = 32
	// phraseWords is how many words in a row a phrase has.
	phraseWords = 4
	// fewWords is the number of words below which a text says nothing about its page.
	fewWords = 20
)

// text stands for the text of a page in 136 bytes: the lowest hashes of its phrases (a bottom-k
// sketch; Broder, "On the resemblance and containment of documents", 1997). The zero text is
// unknown, or too short to compare.
type text struct {
	sketch [sketchSize]uint32
	n      uint8
	// all is a sum of all phrases.
	all uint32
}

// newText reads the main text of a UTF-8 document, or all of its text when that has few words.
func newText(src []byte) text {
	var all, main []uint64 // the hashes of the words
	for _, w := range content.Read(src, 0).Words {
		if w.Kind != content.Text || w.IsAside {
			continue
		}
		for _, word := range content.SplitWords(w.Text) {
			h := hashOf(word)
			all = append(all, h)
			if w.InMain {
				main = append(main, h)
			}
		}
	}
	if len(main) >= fewWords {
		all = main
	}
	return sketchOf(all)
}

// sketchOf returns the text that has these words, by their hashes.
func sketchOf(words []uint64) (t text) {
	if len(words) < fewWords {
		return t
	}
	lowest := make([]uint32, 0, sketchSize+1)
	for end := phraseWords; end <= len(words); end++ {
		var phrase uint64
		for _, word := range words[end-phraseWords : end] {
			phrase = bits.RotateLeft64(phrase, 64/phraseWords) ^ word
		}
		// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014) spreads the bits.
		phrase = (phrase ^ phrase>>30) * 0xbf58476d1ce4e5b9
		phrase = (phrase ^ phrase>>27) * 0x94d049bb133111eb
		h := uint32((phrase ^ phrase>>31) >> 32)
		t.all += h
		if at, known := slices.BinarySearch(lowest, h); !known && at < sketchSize {
			lowest = slices.Insert(lowest, at, h)
			lowest = lowest[:min(len(lowest), sketchSize)]
		}
	}
	t.n = uint8(copy(t.sketch[:], lowest))
	return t
}

// hashOf is the FNV-1a hash of a word, which is the same in each run.
func hashOf(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h
}

// frequencies says how many pages have a phrase, so that what most pages of a site show does not
// make two of them alike. It counts by the last bits of the hash: two phrases may share a count,
// which is then too high.
type frequencies struct {
	counts []uint16
	// most is on how many pages a phrase is at most that says something about a page: on eight in
	// any case, such as the same page in other versions and languages, or on one page in twenty.
	most uint16
}

func newFrequencies(sites ...[]found) frequencies {
	f, pages := frequencies{counts: make([]uint16, 1<<22)}, 0
	for _, site := range sites {
		pages += len(site)
		for i := range site {
			for _, h := range site[i].text.sketch[:site[i].text.n] {
				if c := &f.counts[int(h)%len(f.counts)]; *c < math.MaxUint16 {
					*c++
				}
			}
		}
	}
	f.most = uint16(min(math.MaxUint16-1, max(8, pages/20)))
	return f
}

// telling appends the hashes of the phrases of a text that are on few pages, at most n.
func (f *frequencies) telling(to []uint32, t *text, n int) []uint32 {
	for _, h := range t.sketch[:t.n] {
		if len(to) < n && f.counts[int(h)%len(f.counts)] <= f.most {
			to = append(to, h)
		}
	}
	return to
}

// share estimates which share of the telling phrases of two texts is in both, from the lowest
// hashes of all their phrases; both is how many of these hashes are in both.
func (f *frequencies) share(a, b *text) (share float64, both int) {
	var bufA, bufB [sketchSize]uint32
	x, y := f.telling(bufA[:0], a, sketchSize), f.telling(bufB[:0], b, sketchSize)
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

package moved

import (
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

// Text stands for the text of a page in 132 bytes: the lowest hashes of its phrases (a bottom-k sketch; Broder, "On the resemblance and containment of
// documents", 1997). The zero Text is unknown, or too short to compare.
type Text struct {
	sketch [sketchSize]uint32
	n      uint8
}

// IsKnown reports whether the text can be compared with others.
func (t *Text) IsKnown() bool { return t.n > 0 }

// NewText reads the main text of a UTF-8 document.
func NewText(src []byte) Text {
	var all, main phrases
	for _, w := range content.Read(src, 0).Words {
		if w.Kind != content.Text || w.IsAside {
			continue
		}
		for _, word := range content.SplitWords(w.Text) {
			h := hashOf(word)
			all.add(h)
			if w.InMain {
				main.add(h)
			}
		}
	}
	if main.count >= fewWords {
		return main.text()
	}
	return all.text()
}

// phrases gathers the hashes of a text's phrases.
type phrases struct {
	count int
	// last are the hashes of the last words, as a ring.
	last [phraseWords]uint64
	// lowest holds the lowest hashes up to limit, perhaps some more, and some twice.
	lowest []uint32
	limit  uint32
}

// add adds the next word of the text by its hash.
func (p *phrases) add(word uint64) {
	p.last[p.count%phraseWords] = word
	if p.count++; p.count < phraseWords {
		return
	}
	var phrase uint64
	for i := range phraseWords {
		phrase = bits.RotateLeft64(phrase, 64/phraseWords) ^ p.last[(p.count+i)%phraseWords]
	}
	if h := uint32(mix(phrase) >> 32); p.limit == 0 || h <= p.limit {
		p.lowest = append(p.lowest, h)
	}
	if len(p.lowest) == 16*sketchSize {
		p.shorten()
	}
}

// shorten keeps the lowest hashes, sorted, each once.
func (p *phrases) shorten() {
	slices.Sort(p.lowest)
	p.lowest = slices.Compact(p.lowest)
	if len(p.lowest) >= sketchSize {
		p.lowest = p.lowest[:sketchSize]
		p.limit = p.lowest[sketchSize-1]
	}
}

// text returns the Text of the words so far.
func (p *phrases) text() Text {
	if p.count < fewWords {
		return Text{}
	}
	p.shorten()
	var t Text
	t.n = uint8(copy(t.sketch[:], p.lowest))
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

// mix spreads the bits of a hash (the finalizer of SplitMix64; Steele, Lea and Flood, 2014).
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

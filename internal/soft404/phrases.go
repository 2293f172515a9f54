package soft404

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// phrases are texts of two bytes and more to be found in others. One look at each byte
// of a text, and the one behind it, settles for nearly all places that none of them is
// there.
type phrases struct {
	// byStart are the phrases by their first byte, and second has a bit for each byte
	// that is the second of one of them.
	byStart [256][]string
	second  [256][4]uint64
}

func newPhrases(list []string) *phrases {
	var p phrases
	for _, phrase := range list {
		first, second := phrase[0], phrase[1]
		p.byStart[first] = append(p.byStart[first], phrase)
		p.second[first][second/64] |= 1 << (second % 64)
	}
	return &p
}

// in reports whether one of the phrases is in a text.
func (p *phrases) in(text string) bool {
	for i := 1; i < len(text); i++ {
		first, second := text[i-1], text[i]
		if p.second[first][second/64]>>(second%64)&1 == 0 {
			continue
		}
		for _, phrase := range p.byStart[first] {
			if strings.HasPrefix(text[i-1:], phrase) && isPhraseAt(text, i-1, phrase) {
				return true
			}
		}
	}
	return false
}

// hasPhrase reports whether a text holds a phrase.
func hasPhrase(text, phrase string) bool {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return false
		}
		if at += i; isPhraseAt(text, at, phrase) {
			return true
		}
	}
}

// isPhraseAt reports whether the text at an offset, which begins like the phrase, is the
// phrase: one of digits has to be a whole word, apart from the marks around it.
func isPhraseAt(text string, at int, phrase string) bool {
	if phrase[0] > '9' {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:at], marks))
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at+len(phrase):], marks))
	return endsWord(before) && endsWord(after)
}

// endsWord reports whether a word ends before or behind r. RuneError stands for the
// end of a text.
func endsWord(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }

// marks are what may be before or behind a word.
const marks = ".,:;!?…()[]|–—-\"“”«»"

package soft404

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// fingerprint is what a page shows, without the parts that differ from one answer to the
// next: how often each piece of it is there. Pieces with a digit count as equal, as they
// may be times or numbers of requests. The requested path is left out, as "not found" pages
// often repeat it.
type fingerprint struct {
	pieces map[string]int
	size   int
	title  []string
	// echo are the words of the URLs that the page answers for.
	echo map[string]bool
}

// number replaces all pieces with a digit in a fingerprint.
const number = "0"

// newFingerprint reads a page in UTF-8, which answered for the URLs.
func newFingerprint(text []byte, urls ...weburl.URL) *fingerprint {
	l := &fingerprint{pieces: map[string]int{}, echo: map[string]bool{}}
	var paths []string
	for _, u := range urls {
		for _, word := range wordsIn(u.Path + u.Query) {
			l.echo[word] = true
		}
		paths = append(paths, weburl.Unescape(u.Path+u.Query), weburl.Unescape(u.Path))
	}
	for _, piece := range content.WordsOf(text) {
		piece = weburl.Unescape(piece)
		for _, path := range paths {
			piece = withoutPath(piece, path)
		}
		switch {
		case !strings.ContainsFunc(piece, unicode.IsDigit):
			l.add(piece, 1)
		case !l.isEcho(piece):
			l.add(number, 1)
		}
	}
	l.title = wordsIn(content.TitleOf(text))
	return l
}

func (l *fingerprint) add(piece string, n int) {
	l.pieces[piece] += n
	l.size += n
}

// withoutPath is a piece without the path, wherever it is as a whole.
func withoutPath(piece, path string) string {
	if strings.Trim(path, "/") == "" {
		return piece
	}
	var kept strings.Builder // what is before the rest, if anything was left out
	for rest, from := piece, 0; ; {
		i := strings.Index(rest[from:], path)
		if i < 0 {
			if kept.Len() == 0 {
				return rest
			}
			kept.WriteString(rest)
			return kept.String()
		}
		i += from
		behind := rest[i+len(path):]
		if behind == "" || strings.IndexByte("?#&\"'<>()[]{},;:!", behind[0]) >= 0 || behind[0] <= ' ' || behind[0] >= 0x80 {
			kept.WriteString(rest[:i])
			rest, from = behind, 0
		} else {
			from = i + len(path)
		}
	}
}

// wordsIn are the words of a text or a URL, in lower case: all that is neither a
// letter nor a digit parts them.
func wordsIn(s string) []string {
	return content.SplitWords(weburl.Unescape(s))
}

// isEcho reports whether a piece, which is no element, has no word but those of the
// URL.
func (l *fingerprint) isEcho(piece string) bool {
	return !strings.HasPrefix(piece, "<") &&
		!slices.ContainsFunc(wordsIn(piece), func(word string) bool { return !l.echo[word] })
}

// hasText reports whether the page shows a word.
func (l *fingerprint) hasText() bool {
	for piece := range l.pieces {
		if !strings.HasPrefix(piece, "<") && len(wordsIn(piece)) > 0 && !l.isEcho(piece) {
			return true
		}
	}
	return false
}

// beyond counts what l shows beyond another page, but for what may repeat the URL
// of the one or the other.
func (l *fingerprint) beyond(other *fingerprint) int {
	n := 0
	for piece, count := range l.pieces {
		if more := count - other.pieces[piece]; more > 0 && !l.isEcho(piece) && !other.isEcho(piece) {
			n += more
		}
	}
	return n
}

// equals reports whether two pages show the same.
func (l *fingerprint) equals(other *fingerprint) bool {
	return l.beyond(other) == 0 && other.beyond(l) == 0
}

// isTitled reports whether two pages have the same title.
func (l *fingerprint) isTitled(other *fingerprint) bool {
	plain := func(title []string) []string {
		return slices.DeleteFunc(slices.Clone(title), func(word string) bool { return l.echo[word] || other.echo[word] })
	}
	return slices.Equal(plain(l.title), plain(other.title))
}

// sample is what a site shows for what does not exist, known from two answers.
type sample struct {
	// common is what both show.
	common *fingerprint
	// varying is how many pieces another answer may have beyond that, such as the
	// words of a quote of the day: twice as many as these two.
	varying int
	// slack is how many pieces of common another answer may lack, but for those that
	// are needed.
	slack  int
	needed map[string]int
	// admits reports that the answers say themselves that there is nothing.
	admits bool
}

// newSample compares two answers. ok is false when they have too little in common to
// identify a page.
func newSample(a, b *fingerprint) (s sample, ok bool) {
	if a.equals(b) {
		return sample{common: a}, true
	}
	common := &fingerprint{pieces: map[string]int{}, echo: map[string]bool{}, title: a.title}
	for piece, n := range a.pieces {
		if n = min(n, b.pieces[piece]); n > 0 {
			common.add(piece, n)
		}
	}
	for _, l := range []*fingerprint{a, b} {
		for word := range l.echo {
			common.echo[word] = true
		}
	}
	s = sample{common: common, varying: 2 * max(a.beyond(common), b.beyond(common))}
	return s, a.isTitled(b) && common.size >= leastCommon*max(a.size, b.size)/100
}

// minTelling is how many words answers must have in common, beyond those of the start page,
// to be identified by these words.
const minTelling = 3

// maxSlack is how many in a hundred pieces a page may lack of what answers have in
// common that hold things at random: some are in all of them by chance.
const maxSlack = 10

// newCore compares answers with random content, such as recommended pages: what all of them
// show identifies them. ok is false unless that is special: all have one title, and words
// that the start page lacks. They must also say by a phrase that there is no such page, or
// have another title than the start page.
func newCore(phrases []string, start *fingerprint, answers ...reading) (s sample, ok bool) {
	first := answers[0]
	core := &fingerprint{pieces: maps.Clone(first.pieces), echo: map[string]bool{}, title: first.title}
	for _, a := range answers {
		if !a.isTitled(first.fingerprint) {
			return s, false
		}
		for piece, n := range core.pieces {
			if n = min(n, a.pieces[piece]); n > 0 {
				core.pieces[piece] = n
			} else {
				delete(core.pieces, piece)
			}
		}
		maps.Copy(core.echo, a.echo)
	}
	s.common, s.needed = core, map[string]int{}
	telling := map[string]bool{}
	for _, phrase := range phrases {
		for word := range strings.FieldsSeq(phrase) {
			telling[word] = true
		}
	}
	for piece, n := range core.pieces {
		core.size += n
		if telling[strings.Trim(Plain(piece), marks)] {
			s.needed[piece] = n
		}
	}
	s.slack = core.size * maxSlack / 100
	for _, a := range answers {
		s.varying = max(s.varying, 2*a.beyond(core))
	}
	isTelling := len(s.needed) > 0 || len(core.title) > 0 && !core.isTitled(start)
	return s, isTelling && core.wordsBeyond(start) >= minTelling
}

// variesInLinks reports whether two answers differ in where they lead.
func (s *sample) variesInLinks(a, b *fingerprint) bool {
	for _, l := range []*fingerprint{a, b} {
		for piece, n := range l.pieces {
			if n > s.common.pieces[piece] && strings.Contains(piece, "/") && !a.isEcho(piece) && !b.isEcho(piece) {
				return true
			}
		}
	}
	return false
}

// wordsBeyond counts the words of l that another page does not show. Targets of links are
// no words.
func (l *fingerprint) wordsBeyond(other *fingerprint) int {
	n := 0
	for piece := range l.pieces {
		if other.pieces[piece] == 0 && piece != number && !strings.ContainsAny(piece, "</") && len(wordsIn(piece)) > 0 && !l.isEcho(piece) {
			n++
		}
	}
	return n
}

// leastCommon is how many in a hundred pieces two answers have in common at least
// that are one page.
const leastCommon = 80

// shows reports whether a page is the one for what does not exist. Where answers
// vary, it has all that they have in common, and not much more beside that than
// they.
func (s sample) shows(l *fingerprint) bool {
	if s.varying == 0 {
		return l.equals(s.common)
	}
	for piece, n := range s.needed {
		if l.pieces[piece] < n {
			return false
		}
	}
	return s.common.beyond(l) <= s.slack && l.beyond(s.common) <= s.varying && l.isTitled(s.common)
}

package report

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// The measures of a quoted line, in columns: how wide it may be, and how much of
// it is shown before the link when it is wider.
const (
	quoteWidth  = 96
	quoteBefore = 32
)

// quotedLine is a line of a page or a source with the link in it marked, each part
// cleaned.
type quotedLine struct{ before, link, after string }

// quoteLine finds a spot's link in its line. It is false when the link is not
// there: then the file is not the one that was read, or is not UTF-8.
func quoteLine(s *spot, line string) (quotedLine, bool) {
	if s.column <= 0 || !utf8.ValidString(line) {
		return quotedLine{}, false
	}
	runes := []rune(line)
	start := s.column - 1
	if start >= len(runes) {
		return quotedLine{}, false
	}
	end, from, to := s.end-1, 0, len(runes)
	if !s.isSource() {
		end = linkEnd(runes, start, s.first.Link)
	} else if s.end <= s.column {
		end = start + 1
	}
	if end <= start || end > len(runes) {
		return quotedLine{}, false
	}
	if !s.isSource() {
		from, to = element(runes, start, end)
	}
	return cutOut(runes[from:to], start-from, end-from), true
}

// element returns the part of a line of HTML that a link's element takes, with its
// text where that is all that follows: generators write whole pages on a line, and
// what is around is no help. It is the whole line where no tag is seen.
func element(line []rune, start, end int) (from, to int) {
	to = len(line)
	open := lastRune(line[:start], '<')
	if open < 0 {
		return 0, to
	}
	shut := nextRune(line, end, '>')
	if shut < 0 {
		return open, to
	}
	next := nextRune(line, shut, '<')
	if next < 0 || next+1 >= len(line) || line[next+1] != '/' {
		return open, shut + 1
	}
	if last := nextRune(line, next, '>'); last >= 0 {
		return open, last + 1
	}
	return open, to
}

func lastRune(line []rune, r rune) int {
	for i := len(line) - 1; i >= 0; i-- {
		if line[i] == r {
			return i
		}
	}
	return -1
}

func nextRune(line []rune, from int, r rune) int {
	if i := slices.Index(line[from:], r); i >= 0 {
		return from + i
	}
	return -1
}

// linkEnd returns where the value that begins at start ends, if it is that of the
// link, and zero if not. In a page it is written as its language has it: it ends
// at the quotation mark before it, or at a blank.
func linkEnd(line []rune, start int, value string) int {
	rest := string(line[start:])
	if value == "" || !strings.HasPrefix(rest, value) && !strings.HasPrefix(html.UnescapeString(rest), value) {
		return 0
	}
	if strings.HasPrefix(rest, value) {
		return start + len([]rune(value))
	}
	stop := func(r rune) bool { return unicode.IsSpace(r) || r == '>' }
	if start > 0 && (line[start-1] == '"' || line[start-1] == '\'') {
		mark := line[start-1]
		stop = func(r rune) bool { return r == mark }
	}
	if i := strings.IndexFunc(rest, stop); i >= 0 {
		return start + len([]rune(rest[:i]))
	}
	return len(line)
}

// cutOut takes the part around a link that is as wide as a quote may be.
func cutOut(line []rune, start, end int) quotedLine {
	from, to, head, tail := 0, len(line), "", ""
	for from < start && unicode.IsSpace(line[from]) {
		from++
	}
	for to > end && unicode.IsSpace(line[to-1]) {
		to--
	}
	if to-from > quoteWidth {
		if start-from > quoteBefore {
			from, head = start-quoteBefore, "…"
		}
		if to-from > quoteWidth {
			to, tail = from+quoteWidth, "…"
		}
		end = min(end, to)
	}
	show := func(part []rune) string {
		return Clean(strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			return r
		}, string(part)), 0)
	}
	return quotedLine{head + show(line[from:start]), show(line[start:end]), show(line[end:to]) + tail}
}

// columns is how wide a terminal shows s, which is clean.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.Mn, r) || r == '\u200c' || r == '\u200d':
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

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
type quotedLine struct{ Before, Link, After string }

// quoteLine finds a spot's link in its line. It returns nil when the link is not
// there: then the file is not the one that was read, or is not UTF-8.
func quoteLine(s *spot, line string) *quotedLine {
	if s.column <= 0 || !utf8.ValidString(line) {
		return nil
	}
	runes := []rune(line)
	start, end, from, to := s.column-1, s.end-1, 0, len(runes)
	if start >= len(runes) {
		return nil
	}
	isSource := s.first.Source != nil
	if !isSource {
		end = linkEnd(runes, start, s.first.Link)
	} else if s.end <= s.column {
		end = start + 1
	}
	if end <= start || end > len(runes) {
		return nil
	}
	if !isSource {
		from, to = element(runes, start, end)
	}
	return cutOut(runes[from:to], start-from, end-from)
}

// element returns the part of a line of HTML that a link's element takes, with its
// text where that is all that follows: generators write whole pages on a line, and
// what is around is no help. It is the whole line where no tag is seen.
func element(line []rune, start, end int) (from, to int) {
	next := func(from int, r rune) int {
		if i := slices.Index(line[from:], r); i >= 0 {
			return from + i
		}
		return -1
	}
	from = start - 1
	for from >= 0 && line[from] != '<' {
		from--
	}
	if from < 0 {
		return 0, len(line)
	}
	shut := next(end, '>')
	if shut < 0 {
		return from, len(line)
	}
	tag := next(shut, '<')
	if tag < 0 || tag+1 >= len(line) || line[tag+1] != '/' {
		return from, shut + 1
	}
	if last := next(tag, '>'); last >= 0 {
		return from, last + 1
	}
	return from, len(line)
}

// linkEnd returns where the value that begins at start ends, if it is that of the
// link, and zero if not. In a page it is written as its language has it: it ends
// at the quotation mark before it, or at a blank.
func linkEnd(line []rune, start int, value string) int {
	rest := string(line[start:])
	if value != "" && strings.HasPrefix(rest, value) {
		return start + utf8.RuneCountInString(value)
	}
	if value == "" || !strings.HasPrefix(html.UnescapeString(rest), value) {
		return 0
	}
	stop := func(r rune) bool { return unicode.IsSpace(r) || r == '>' }
	if start > 0 && (line[start-1] == '"' || line[start-1] == '\'') {
		mark := line[start-1]
		stop = func(r rune) bool { return r == mark }
	}
	if i := strings.IndexFunc(rest, stop); i >= 0 {
		return start + utf8.RuneCountInString(rest[:i])
	}
	return len(line)
}

// cutOut takes the part around a link that is as wide as a quote may be.
func cutOut(line []rune, start, end int) *quotedLine {
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
	show := func(part []rune) string { return shown(strings.ReplaceAll(string(part), "\t", " "), 0) }
	return &quotedLine{head + show(line[from:start]), show(line[start:end]), show(line[end:to]) + tail}
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

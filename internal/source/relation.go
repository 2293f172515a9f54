package source

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// Checkers cut texts after cutText code points. Below minText bytes a text is part of
// another one by chance.
const (
	cutText = 100
	minText = 3
)

// matchText compares the text of a link with that of an occurrence: as it is shown, and
// folded.
func matchText(l *document.Link, shown, folded string) textMatch {
	switch {
	case folded == "" && l.Text != "" && !l.Loose && l.Role == document.LinkRole:
		// A picture is not a text.
		return textDiffers
	case folded == "" || l.Text == "":
		return textUnknown
	case folded == l.Text:
		return textExact
	case utf8.RuneCountInString(shown) >= cutText && strings.HasPrefix(l.Text, folded):
		return textExact
	case len(folded) >= minText && strings.Contains(l.Text, folded), len(l.Text) >= minText && strings.Contains(folded, l.Text):
		return textPartial
	case l.Loose:
		return textUnknown
	}
	return textDiffers
}

// closest keeps for each link the match with the closest relation.
func closest(all []match) []match {
	if len(all) < 2 {
		return all
	}
	kept := make([]match, 0, len(all))
	positions := make(map[*document.Link]int, len(all))
	for _, m := range all {
		i, known := positions[m.link]
		switch {
		case !known:
			positions[m.link] = len(kept)
			kept = append(kept, m)
		case m.relation > kept[i].relation && (!m.ambiguous || kept[i].ambiguous), kept[i].ambiguous && !m.ambiguous:
			kept[i] = m
		}
	}
	return kept
}

// best keeps the matches that no other is better than: by their text first, because a page
// may link to a destination several times; then, within a relation, by their destination.
// The closest relation comes first.
func best(all []match) []match {
	var text textMatch
	for _, m := range all {
		text = max(text, m.text)
	}
	kept := filter(all, func(m match) bool { return m.text == text })
	var dests [pageFile + 1]destMatch
	var top destMatch
	for _, m := range kept {
		dests[m.relation], top = max(dests[m.relation], m.dest), max(top, m.dest)
	}
	kept = filter(kept, func(m match) bool {
		return m.dest == dests[m.relation] && (m.dest != destSimilar || top == destSimilar)
	})
	slices.SortStableFunc(kept, func(a, b match) int {
		if a.relation != b.relation {
			return int(b.relation) - int(a.relation)
		}
		return byPlace(a.link, b.link)
	})
	return kept
}

// filter returns the matches that pass.
func filter(all []match, passes func(match) bool) []match {
	return slices.DeleteFunc(slices.Clone(all), func(m match) bool { return !passes(m) })
}

// onePlace returns the link that all matches are, if they are in one place.
func onePlace(all []match) (*document.Link, bool) {
	if len(all) == 0 {
		return nil, false
	}
	first := all[0].link
	for _, m := range all[1:] {
		if m.link.File != first.File || m.link.Offset != first.Offset {
			return nil, false
		}
	}
	return first, true
}

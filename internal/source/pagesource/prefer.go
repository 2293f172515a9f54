package pagesource

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// preferences narrow the exact candidates for a page, from top to bottom.
var preferences = []struct {
	name   string
	narrow func(x *Finder, all []candidate) []candidate
}{
	{name: "code is not read as a page", narrow: func(x *Finder, all []candidate) []candidate {
		return keep(all, func(c candidate) bool { return !x.index.Files[c.File].Syntax.IsData() })
	}},
	{name: "the file states the path", narrow: func(_ *Finder, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.declared && c.rank > guessedName })
	}},
	{name: "the path is not guessed", narrow: func(_ *Finder, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.rank > guessedName })
	}},
	{name: "the file is no test", narrow: func(_ *Finder, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return !index.IsTest(c.Root + "/") })
	}},
	{name: "the file has the best name below its root", narrow: (*Finder).bestNamed},
	{name: "the root explains pages that no other does", narrow: (*Finder).belowExplainingRoot},
	{name: "the file is no README", narrow: func(_ *Finder, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.rank > readme })
	}},
}

// prefer returns the sources among the exact candidates for a page. A README is the start
// page only where nothing else can be.
func (x *Finder) prefer(all, related []candidate) Sources {
	rivals := len(keep(all, func(c candidate) bool { return c.rank > readme }))
	for _, p := range preferences {
		all = p.narrow(x, all)
	}
	found := sourcesOf(all)
	if len(all) > 0 && all[0].rank == readme {
		root := all[0].Root
		rivals += len(keep(related, func(c candidate) bool { return c.rank > readme && c.Root != root }))
		found.Ambiguous = found.Ambiguous || rivals > 0
	}
	return found
}

// bestNamed keeps the candidates with the best names below each root. Pages come first:
// layouts make no page alone.
func (x *Finder) bestNamed(all []candidate) []candidate {
	all = preferred(all, func(c candidate) bool { return x.index.Files[c.File].Content.IsPage })
	ranks := map[string]rank{}
	for _, c := range all {
		ranks[c.Root] = max(ranks[c.Root], c.rank)
	}
	return keep(all, func(c candidate) bool { return c.rank == ranks[c.Root] })
}

// belowExplainingRoot keeps the candidates below the only root that explains pages.
func (x *Finder) belowExplainingRoot(all []candidate) []candidate {
	if len(all) < 2 {
		return all
	}
	explained := x.findRoots().explained
	kept := keep(all, func(c candidate) bool { return explained[c.Root] > 0 })
	if len(rootsOf(kept)) == 1 {
		return kept
	}
	return all
}

// preferred keeps the candidates that pass, if any does.
func preferred(all []candidate, passes func(candidate) bool) []candidate {
	if kept := keep(all, passes); len(kept) > 0 {
		return kept
	}
	return all
}

// keep returns the candidates that pass.
func keep(all []candidate, passes func(candidate) bool) []candidate {
	return slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !passes(c) })
}

// rootsOf returns the distinct roots of candidates.
func rootsOf(all []candidate) []string {
	var found []string
	for _, c := range all {
		if !slices.Contains(found, c.Root) {
			found = append(found, c.Root)
		}
	}
	return found
}

// mostSimilar keeps the candidates whose files share most words with the part of the page's
// path that they lack: a version, or a language.
func (x *Finder) mostSimilar(key string, all []candidate) []candidate {
	if len(all) < 2 {
		return all
	}
	wanted := words(strings.TrimSuffix(key, pagekey.Tail(key, all[0].common)))
	counts, most := make([]int, len(all)), 0
	for i, c := range all {
		have := words(pagekey.Loose(pagekey.Of(x.index.Files[c.File].Name)))
		for _, word := range wanted {
			if slices.Contains(have, word) {
				counts[i]++
			}
		}
		most = max(most, counts[i])
	}
	var kept []candidate
	for i, c := range all {
		if counts[i] == most {
			kept = append(kept, c)
		}
	}
	return kept
}

// words returns the words of a folded path.
func words(key string) []string {
	return strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '-' })
}

package pagesource

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// candidate is a file that may be the source of a page.
type candidate struct {
	Source
	// declared is true when the file states the path.
	declared bool
	rank     rank
	// common is how many segments the paths have in common.
	common int
}

// rank orders candidates below one root by their names.
type rank uint8

const (
	guessedName rank = iota
	readme
	// translated is a name that is right but for its language.
	translated
	plainName
)

// candidates returns the files that may be the source of the page with the key. A file that
// is more like another page of the site is only related: it is the same page in another
// language or version.
func (x *Finder) candidates(key string) (all, related []candidate) {
	positions := map[int32]int{}
	paths := x.pathsFor(key)
	if !x.index.Spend(candidateCost * len(paths)) {
		return nil, nil
	}
	for _, o := range paths {
		c, ok := x.match(o, key)
		if !ok {
			if c.Exact {
				_, c.Root, _ = x.closestPage(o.key)
				related = append(related, c)
			}
			continue
		}
		i, known := positions[c.File]
		switch {
		case !known:
			positions[c.File] = len(all)
			all = append(all, c)
		case c.Exact && !all[i].Exact, c.Exact == all[i].Exact && c.rank > all[i].rank:
			all[i] = c
		}
	}
	return all, related
}

// candidateCost is how many comparisons of links take as long as a candidate.
const candidateCost = 8

// pathsFor returns the paths that may be that of the page with the key. An index file below
// another one is no start page.
func (x *Finder) pathsFor(key string) []pagePath {
	if key != "" {
		found := x.paths[pagekey.Last(key)]
		for _, o := range x.paths[""] {
			if o.language != "" && o.language == key {
				found = append(slices.Clip(found), o)
			}
		}
		return found
	}
	indexed := map[string]bool{}
	for _, o := range x.paths[""] {
		indexed[o.key] = indexed[o.key] || x.index.Files[o.file].Content.IsPage && x.rankOf(&o) > readme
	}
	var all []pagePath
	for _, o := range x.paths[""] {
		if (o.declared || !isBelow(indexed, o.key)) && len(all) < maxHomes {
			all = append(all, o)
		}
	}
	return all
}

// maxHomes bounds how many files may be the start page.
const maxHomes = 50

// isBelow reports whether one of the directories above a path is in a set.
func isBelow(set map[string]bool, key string) bool {
	for strings.Contains(key, "/") {
		key = key[:strings.LastIndexByte(key, '/')]
		if set[key] {
			return true
		}
	}
	return false
}

// match returns the candidate for the page with the key that a path makes. ok is false when
// it makes none.
func (x *Finder) match(o pagePath, key string) (c candidate, ok bool) {
	c = candidate{Source: Source{File: o.file}, declared: o.declared, rank: x.rankOf(&o)}
	if rest, ok := strings.CutPrefix(key+"/", o.language+"/"); ok && o.language != "" {
		// The path of the page may begin with the language.
		rest = strings.TrimSuffix(rest, "/")
		if root, n := pagekey.CommonSuffix(o.key, rest); n == pagekey.Depth(rest) {
			c.Root, c.Mount, c.common, c.Exact, c.rank = root, o.language, n+1, true, plainName
			return c, !x.isTranslated(o, n+1)
		}
	}
	c.Root, c.common = pagekey.CommonSuffix(o.key, key)
	c.Mount, _ = pagekey.CommonSuffix(key, o.key)
	if o.declared {
		c.Root, c.Exact = "", c.common == pagekey.Depth(o.key)
		return c, c.Exact && (c.common == pagekey.Depth(key) || !x.serves(o.key))
	}
	whole := c.common == pagekey.Depth(key)
	c.Exact = whole && !o.guessed
	return c, (c.Exact || c.common > 0) && !x.fitsOtherPage(o, &c, whole)
}

// rankOf returns the rank of a path by the name of its file.
func (x *Finder) rankOf(o *pagePath) rank {
	switch {
	case o.guessed:
		return guessedName
	case pagekey.IsReadme(x.index.Files[o.file].Name):
		return readme
	case o.language != "":
		return translated
	}
	return plainName
}

// fitsOtherPage reports whether a file fits another page of the site better than the
// candidate's; the file may have the other page's whole path.
func (x *Finder) fitsOtherPage(o pagePath, c *candidate, whole bool) bool {
	least := max(c.common, 1)
	if whole {
		least = c.common + 1
	}
	raw := x.writtenKey(&o)
	for n := pagekey.Depth(o.key); n >= least; n-- {
		if x.serves(pagekey.Tail(o.key, n)) || raw != "" && x.serves(pagekey.Tail(raw, n)) {
			return true
		}
	}
	return o.language != "" && x.isTranslated(o, c.common)
}

// isTranslated reports whether the site has a page below the language of a file that shares
// at least so many segments with it.
func (x *Finder) isTranslated(o pagePath, least int) bool {
	for n := pagekey.Depth(o.key); n >= least; n-- {
		if x.serves(strings.Trim(o.language+"/"+pagekey.Tail(o.key, n), "/")) {
			return true
		}
	}
	return false
}

// writtenKey returns the path of a file as it is written, where only the spelling differs
// from its folded path.
func (x *Finder) writtenKey(o *pagePath) string {
	if raw := pagekey.Of(x.index.Files[o.file].Name); raw != o.key && pagekey.Loose(raw) == o.key {
		return raw
	}
	return ""
}

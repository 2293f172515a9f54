package source

import (
	"path"
	"slices"
	"strings"
)

// claim is what speaks for a file as the source of a page.
type claim struct {
	owner
	// whole is true when the file itself names the path.
	whole bool
	// rank orders claims of files in one directory of sources: what has the name of
	// the page comes before what has it but for a language, and a README and what was
	// guessed come last.
	rank rank
	// common is how many segments the paths have in common.
	common int
}

// rank says how well a file's name agrees with that of a page.
type rank uint8

const (
	guessed rank = iota
	readme
	translated
	plainName
)

// claims are the files that may be the source of the page with the key, each with
// its best claim. A file that is more like another page of the site is none: it is
// the same page in another language or version, and one of the related.
func (x *index) claims(key string) (all, related []claim) {
	places := map[int32]int{}
	claimants := x.claimants(key)
	if !x.spend(claimCost * len(claimants)) {
		return nil, nil
	}
	for _, o := range claimants {
		c, ok := x.claim(o, key)
		if !ok {
			if c.sure {
				_, c.base, _ = x.mostLike(o.key)
				related = append(related, c)
			}
			continue
		}
		i, known := places[c.file]
		switch {
		case !known:
			places[c.file] = len(all)
			all = append(all, c)
		case c.sure && !all[i].sure, c.sure == all[i].sure && c.rank > all[i].rank:
			all[i] = c
		}
	}
	return all, related
}

// claimCost is how many comparisons of links a claim takes as long as.
const claimCost = 8

// claimants are the files whose claims have to be looked at. Of index files those
// with another above them are no start page.
func (x *index) claimants(key string) []owning {
	if key != "" {
		found := x.owners[key[strings.LastIndexByte(key, '/')+1:]]
		for _, o := range x.owners[""] {
			if o.language != "" && o.language == key {
				found = append(slices.Clip(found), o)
			}
		}
		return found
	}
	indexed := map[string]bool{}
	for _, o := range x.owners[""] {
		indexed[o.key] = indexed[o.key] || x.files[o.file].page && x.rankOf(&o) > readme
	}
	var all []owning
	for _, o := range x.owners[""] {
		if (o.whole || !isBelow(indexed, o.key)) && len(all) < mostHomes {
			all = append(all, o)
		}
	}
	return all
}

// mostHomes bounds how many files are taken for the start page.
const mostHomes = 50

// isBelow tells whether one of the directories above a path is in a set.
func isBelow(set map[string]bool, key string) bool {
	for strings.Contains(key, "/") {
		key = key[:strings.LastIndexByte(key, '/')]
		if set[key] {
			return true
		}
	}
	return false
}

// claim tells how a file may be the source of the page with the key, if it may.
func (x *index) claim(o owning, key string) (claim, bool) {
	c := claim{owner: owner{file: o.file}, whole: o.whole, rank: x.rankOf(&o)}
	if rest, ok := strings.CutPrefix(key+"/", o.language+"/"); ok && o.language != "" {
		// The language may lead the path.
		rest = strings.TrimSuffix(rest, "/")
		if base, n := commonSuffix(o.key, rest); n == depthOf(rest) {
			c.base, c.at, c.common, c.sure, c.rank = base, o.language, n+1, true, plainName
			return c, !x.isTranslated(o, n+1)
		}
	}
	c.base, c.common = commonSuffix(o.key, key)
	c.at, _ = commonSuffix(key, o.key)
	if o.whole {
		c.base, c.sure = "", c.common == depthOf(o.key)
		return c, c.sure && (c.common == depthOf(key) || !x.serves(o.key))
	}
	c.sure = c.common == depthOf(key) && !o.weak
	return c, (c.sure || c.common > 0) && !x.isElsewhere(o, &c)
}

// rankOf is the rank of a claim by the name of its file alone.
func (x *index) rankOf(o *owning) rank {
	switch {
	case o.weak:
		return guessed
	case isReadme(x.files[o.file].name):
		return readme
	case o.language != "":
		return translated
	}
	return plainName
}

// isElsewhere tells whether the site has a page that a file is more like than the
// one that it claims.
func (x *index) isElsewhere(o owning, c *claim) bool {
	least := max(c.common, 1)
	if c.sure {
		least = c.common + 1
	}
	raw := x.rawKey(&o)
	for n := depthOf(o.key); n >= least; n-- {
		if x.serves(tail(o.key, n)) || raw != "" && x.serves(tail(raw, n)) {
			return true
		}
	}
	return o.language != "" && x.isTranslated(o, c.common)
}

// isTranslated tells whether the site has a page below the language of a file that
// shares at least so many segments with it.
func (x *index) isTranslated(o owning, least int) bool {
	for n := depthOf(o.key); n >= least; n-- {
		if x.serves(strings.Trim(o.language+"/"+tail(o.key, n), "/")) {
			return true
		}
	}
	return false
}

// rawKey is the path of a file as it is written, where that is not the same as its
// folded one but for the spelling.
func (x *index) rawKey(o *owning) string {
	if raw := pageKey(x.files[o.file].name); raw != o.key && looseKey(raw) == o.key {
		return raw
	}
	return ""
}

// serves tells whether the site is known to have a page with the key, in one of
// the ways that generators name its file.
func (x *index) serves(key string) bool {
	if x.page == nil || key == "" {
		return false
	}
	serves, known := x.served[key]
	if !known {
		serves = x.page("/"+key+"/") || x.page("/"+key+".html") || x.page("/"+key)
		x.served[key] = serves
	}
	return serves
}

// isReadme tells whether a file may be there only for who reads the sources.
func isReadme(name string) bool {
	return strings.EqualFold(trimDocument(path.Base(name)), "readme")
}

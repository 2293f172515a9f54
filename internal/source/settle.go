package source

import (
	"path"
	"slices"
	"strings"
)

// ownersOf are the files that may be the source of a page: those whose whole
// path is that of the page, but for the directory that the sources are in; if
// there are none, those that are most like it.
func (x *index) ownersOf(page string) owners {
	key := looseKey(pageKey(page))
	all, related := x.claims(key)
	if sure := withThe(all, func(c claim) bool { return c.sure }); len(sure) > 0 {
		return x.settle(sure, related)
	}
	most := 0
	for _, c := range all {
		most = max(most, c.common)
	}
	all = mostAlike(x, key, withThe(all, func(c claim) bool { return c.common == most }))
	found := ownersFrom(x.bestOf(all))
	found.doubtful = found.doubtful || len(related) > 0
	return found
}

// ownersFrom are the files of claims of which one is right.
func ownersFrom(all []claim) owners {
	o := owners{doubtful: len(all) > 1}
	for _, c := range all {
		o.all = append(o.all, c.owner)
	}
	return o
}

// settle leaves the claims that speak for one directory of sources, if something
// tells which it is: no other has a page that only it explains.
func (x *index) settle(all, related []claim) owners {
	rivals := withThe(all, func(c claim) bool { return c.rank > readme })
	// Code makes pages, and is not read as one.
	all = withThe(all, func(c claim) bool { return !x.files[c.file].syntax.data() })
	all = preferred(all, func(c claim) bool { return c.whole && c.rank > guessed })
	all = preferred(all, func(c claim) bool { return c.rank > guessed })
	all = preferred(all, func(c claim) bool { return !isTest(c.base + "/") })
	all = x.bestOf(all)
	if len(all) > 1 {
		x.count()
		proven := withThe(all, func(c claim) bool { return x.proofs[c.base] > 0 })
		if len(bases(proven)) == 1 {
			all = proven
		}
	}
	all = preferred(all, func(c claim) bool { return c.rank > readme })
	found := ownersFrom(all)
	if len(all) > 0 && all[0].rank == readme {
		// A README is the start page where nothing else can be.
		base := all[0].base
		strays := withThe(related, func(c claim) bool { return c.rank > readme && c.base != base })
		found.doubtful = found.doubtful || len(rivals)+len(strays) > 0
	}
	return found
}

// bestOf leaves of the claims those of pages, if there are any, as layouts make no
// page alone; and of each directory of sources those with the best names.
func (x *index) bestOf(all []claim) []claim {
	all = preferred(all, func(c claim) bool { return x.files[c.file].page })
	ranks := map[string]rank{}
	for _, c := range all {
		ranks[c.base] = max(ranks[c.base], c.rank)
	}
	return withThe(all, func(c claim) bool { return c.rank == ranks[c.base] })
}

// preferred leaves the claims that have a property, if any has it.
func preferred(all []claim, has func(claim) bool) []claim {
	if kept := withThe(all, has); len(kept) > 0 {
		return kept
	}
	return all
}

// withThe leaves the claims that have a property.
func withThe(all []claim, has func(claim) bool) []claim {
	return slices.DeleteFunc(slices.Clone(all), func(c claim) bool { return !has(c) })
}

// bases are the distinct directories of sources of claims.
func bases(all []claim) []string {
	var found []string
	for _, c := range all {
		if !slices.Contains(found, c.base) {
			found = append(found, c.base)
		}
	}
	return found
}

// count counts for each directory of sources the pages of the site that only its
// files explain.
func (x *index) count() {
	if x.proofs != nil {
		return
	}
	x.proofs, x.pages, x.proven = map[string]int{}, map[string]bool{}, map[string]bool{}
	type explained struct{ bases, by []string }
	pages := map[string]*explained{}
	for i := range x.files {
		f := &x.files[i]
		if !f.page || isReadme(f.name) {
			continue
		}
		markAbove(x.pages, f.name)
		page, base, ok := x.explains(f)
		if !ok {
			continue
		}
		e := pages[page]
		if e == nil {
			e = &explained{}
			pages[page] = e
		}
		if e.by = append(e.by, f.name); !slices.Contains(e.bases, base) {
			e.bases = append(e.bases, base)
		}
	}
	for _, e := range pages {
		if len(e.bases) == 1 {
			x.proofs[e.bases[0]]++
			for _, name := range e.by {
				markAbove(x.proven, name)
			}
		}
	}
}

// explains is the page of the site that a file makes by its name, or by what it says
// itself, and what of its path stands before that of the page.
func (x *index) explains(f *file) (page, base string, ok bool) {
	if paths := f.front.paths; len(paths) > 0 {
		// Where others of its directory are is not known by that.
		if x.serves(looseKey(pageKey(paths[0]))) {
			markAbove(x.proven, f.name)
		}
		return "", "", false
	}
	key := pageKey(f.name)
	for _, o := range nameKeys(key) {
		if page, base, ok = x.mostLike(o.key); ok {
			return page, base, true
		}
	}
	if f.front.slug == "" {
		return "", "", false
	}
	return x.mostLike(looseKey(path.Join(path.Dir(key), f.front.slug)))
}

// markAbove marks the directories that a file is in.
func markAbove(dirs map[string]bool, name string) {
	for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
		dirs[dir] = true
	}
}

// isForeign tells whether a file is of another site than the one that was checked,
// such as an example of a theme: the pages beside it make none of the site's, and
// others do.
func (x *index) isForeign(file int32) bool {
	if x.page == nil {
		return false
	}
	x.count()
	for dir := path.Dir(x.files[file].name); ; dir = path.Dir(dir) {
		if x.pages[dir] || dir == "." {
			return len(x.proofs) > 0 && !x.proven[dir]
		}
	}
}

// mostLike is the page of the site whose path is most like that of a file, and
// what of the file's stands before it.
func (x *index) mostLike(key string) (page, base string, ok bool) {
	for n := depthOf(key); n > 0; n-- {
		if page = tail(key, n); x.serves(page) {
			return page, strings.TrimSuffix(key[:len(key)-len(page)], "/"), true
		}
	}
	return "", "", false
}

// mostAlike leaves the claims of the files that share most words with the part of
// the page's path that is no part of theirs: a version, or a language.
func mostAlike(x *index, key string, all []claim) []claim {
	if len(all) < 2 {
		return all
	}
	wanted := words(strings.TrimSuffix(key, tail(key, all[0].common)))
	counts, most := make([]int, len(all)), 0
	for i, c := range all {
		have := words(looseKey(pageKey(x.files[c.file].name)))
		for _, word := range wanted {
			if slices.Contains(have, word) {
				counts[i]++
			}
		}
		most = max(most, counts[i])
	}
	var kept []claim
	for i, c := range all {
		if counts[i] == most {
			kept = append(kept, c)
		}
	}
	return kept
}

// words are the words that a folded path is made of.
func words(key string) []string {
	return strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '-' })
}

// lends tells whether a file may have lent the link that is at hand to a page that is
// not its own: the page that it makes, if it makes one, has to show the link, too.
func (d *decider) lends(file int32) bool {
	if !d.x.isShown(file) {
		return false
	}
	page, ok := d.x.makes(&d.x.files[file])
	return !ok || d.pages[looseKey(page)]
}

// makes is the page of the site that a file makes, as far as that can be told.
func (x *index) makes(f *file) (page string, ok bool) {
	for _, p := range f.front.paths {
		if page = looseKey(pageKey(p)); x.serves(page) {
			return page, true
		}
	}
	page, _, ok = x.explains(f)
	return page, ok
}

// isShown tells whether a file may be shown on pages that are not its own, such as
// lists: it is in a directory of sources that makes pages. A README is there for
// who reads the sources.
func (x *index) isShown(file int32) bool {
	f := &x.files[file]
	if x.page == nil || f.test {
		return !f.test
	}
	x.count()
	if len(x.proofs) == 0 || isReadme(f.name) {
		return !isReadme(f.name)
	}
	for base := looseKey(path.Dir(f.name)); ; base = base[:max(strings.LastIndexByte(base, '/'), 0)] {
		if base == "" || x.proofs[base] > 0 {
			return x.proofs[base] > 0
		}
	}
}

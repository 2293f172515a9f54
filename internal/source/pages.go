package source

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// pages finds the sources of pages.
type pages struct {
	all *corpus
	// paths are those of the pages of all files, by their last segment. Under "" are
	// those that may be the start page.
	paths map[string][]pagePath
	// page reports whether the site has a page at a path; nil when that is not known.
	// served caches its results.
	page   func(path string) bool
	served map[string]bool
	// roots is nil until it is needed.
	roots *roots
}

// pageSource is a file that a page may be made of.
type pageSource struct {
	File int32
	// Root is the folded directory of the sources that becomes the part of the site at
	// Mount. Exact is true when the rest of both paths is the same.
	Root, Mount string
	Exact       bool
}

// pageSources are the files that one page may be made of.
type pageSources struct {
	All []pageSource
	// Ambiguous is true when only one of them can be the source of the page, and nothing
	// says which: the same page in another language or version.
	Ambiguous bool
}

// New returns a finder for the files of an index. page reports whether the site has a page
// at a path; nil when that is not known.
func newPages(x *corpus, page func(path string) bool) *pages {
	f := &pages{all: x, paths: make(map[string][]pagePath, len(x.files)), page: page, served: map[string]bool{}}
	for i := range x.files {
		f.addFile(int32(i))
	}
	return f
}

// Edited returns the source that a page names itself, with a link to edit it.
func edited(file int32, name, page string) pageSource {
	key, source := pagekey.Loose(pagekey.Of(page)), pagekey.Loose(pagekey.Of(name))
	s := pageSource{File: file}
	s.Root, _ = pagekey.CommonSuffix(source, key)
	s.Mount, _ = pagekey.CommonSuffix(key, source)
	s.Exact = key != "" && s.Mount == ""
	return s
}

// Of returns the files that may be the source of a page: those whose path below a root is
// the path of the page; without any, those whose path ends most like it.
func (x *pages) of(page string) pageSources {
	key := pagekey.Loose(pagekey.Of(page))
	all, related := x.candidates(key)
	if exact := keep(all, func(c candidate) bool { return c.Exact }); len(exact) > 0 {
		return x.prefer(exact, related)
	}
	most := 0
	for _, c := range all {
		most = max(most, c.common)
	}
	all = x.mostSimilar(key, keep(all, func(c candidate) bool { return c.common == most }))
	found := sourcesOf(x.bestNamed(all))
	found.Ambiguous = found.Ambiguous || len(related) > 0
	return found
}

// sourcesOf returns the files of candidates of which one is right.
func sourcesOf(all []candidate) pageSources {
	o := pageSources{Ambiguous: len(all) > 1}
	for _, c := range all {
		o.All = append(o.All, c.pageSource)
	}
	return o
}

// serves reports whether the site is known to have a page with the key, in one of the ways
// that generators name its file.
func (x *pages) serves(key string) bool {
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

// pagePath is a path that the page of a file may have.
type pagePath struct {
	file int32
	// key is the folded path. declared is true when the file states it, so that no part
	// of it is the directory of the sources.
	key      string
	declared bool
	// language is the one that the name of the file ends in. It may be the first segment
	// of the page's path.
	language string
	// guessed is true for a path made from a title, and for one that redirects to the
	// page.
	guessed bool
}

// addFile adds the paths that the page of a file may have.
func (x *pages) addFile(i int32) {
	f := &x.all.files[i]
	if f.kind == noKind || f.kind.isCode() {
		return
	}
	key := pagekey.Of(f.name)
	if folder, rest, ok := strings.Cut(key, "modules/"); ok {
		if module, page, ok := strings.Cut(rest+"/", "/pages/"); ok {
			key = strings.Trim(path.Join(folder, strings.TrimPrefix(module, "ROOT"), page), "/") // of Antora
		}
	}
	if x.mayBeStartPage(f) {
		x.paths[""] = append(x.paths[""], pagePath{file: i, key: pagekey.Loose(strings.TrimPrefix(path.Dir(key)+"/", "./"))})
	}
	if f.kind.isData() {
		return
	}
	for _, o := range nameKeys(key) {
		o.file = i
		x.add(o)
		if pagekey.IsIndexName(path.Base(pagekey.TrimExtension(f.name))) || o.language != "" && pagekey.IsIndexName(withoutLanguage(f.name)) {
			x.paths[""] = append(x.paths[""], o)
		}
	}
	if dir, ok := routeDirectory(f.name); ok && f.kind == markup && !f.test {
		x.add(pagePath{file: i, key: pagekey.Loose(dir)})
	}
	for _, p := range f.front.paths {
		k := pagekey.Loose(pagekey.Of(p))
		if k == "" {
			x.paths[""] = append(x.paths[""], pagePath{file: i, declared: true})
			x.add(pagePath{file: i, key: pagekey.Loose(path.Dir(key))})
			continue
		}
		x.add(pagePath{file: i, key: k, declared: true})
	}
	for _, p := range f.front.aliases {
		x.add(pagePath{file: i, key: pagekey.Loose(pagekey.Of(p)), declared: true, guessed: true})
	}
	dir := strings.TrimPrefix(path.Dir(key)+"/", "./")
	if f.front.slug != "" {
		x.add(pagePath{file: i, key: pagekey.Loose(dir + f.front.slug)})
	}
	if f.front.title != "" {
		x.add(pagePath{file: i, key: pagekey.Loose(dir + f.front.title), guessed: true})
	}
}

// withoutLanguage returns the name of a file without language and extension.
func withoutLanguage(name string) string {
	name, _, _ = strings.Cut(path.Base(name), ".")
	return name
}

// mayBeStartPage reports whether a component or a layout may make the start page.
func (x *pages) mayBeStartPage(f *file) bool {
	if f.test || f.kind != script && f.kind != markup {
		return false
	}
	switch name := withoutLanguage(f.name); name {
	case "page", "+page", "home":
		return f.kind == markup
	case "index":
		return f.hasElements
	}
	return false
}

// add adds a path under its last segment.
func (x *pages) add(o pagePath) {
	last := pagekey.Last(o.key)
	x.paths[last] = append(x.paths[last], o)
}

// nameKeys returns the paths that the page of a source with the key may have, also without
// the date or the language in its name.
func nameKeys(key string) []pagePath {
	keys := []pagePath{{key: pagekey.Loose(key)}}
	slash := strings.LastIndexByte(key, '/')
	dir, name := key[:slash+1], key[slash+1:]
	if pagekey.IsDated(name) {
		date, rest := pagekey.CutDate(name)
		date = strings.ReplaceAll(date, "-", "/")
		dir = strings.TrimSuffix(dir, "_posts/")
		keys = append(keys, pagePath{key: pagekey.Loose(dir + rest)}, pagePath{key: pagekey.Loose(dir + date + "/" + rest)})
	}
	if base, language, found := strings.Cut(name, "."); found && isLanguage(language) {
		keys = append(keys, pagePath{key: pagekey.Loose(pagekey.Of(dir + base)), language: strings.ToLower(language)})
	}
	return keys
}

// isLanguage reports whether a part of a name is a language, maybe with a country: "fr",
// "pt-BR".
func isLanguage(s string) bool {
	language, country, _ := strings.Cut(s, "-")
	for i := range len(s) {
		if c := s[i] | 0x20; s[i] != '-' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(language) == 2 && (len(s) == 2 || len(country) == 2 || len(country) == 4)
}

// isOtherPage reports whether a file is the component of another page of the site than the
// one with a path.
func (x *pages) isOtherPage(file int32, page string) bool {
	f := &x.all.files[file]
	dir, ok := routeDirectory(f.name)
	if !ok || f.kind != markup {
		return false
	}
	made, _, known := x.closestPage(pagekey.Loose(dir))
	return known && made != pagekey.Loose(pagekey.Of(page))
}

// routeDirectory returns the directory whose page a component of Next.js or SvelteKit is:
// app/docs/page.tsx, src/routes/docs/+page.svelte. Directories in parentheses are no part of
// the path. ok is false for all other files, and for the start page.
func routeDirectory(name string) (dir string, ok bool) {
	if base := withoutLanguage(name); base != "page" && base != "+page" {
		return "", false
	}
	var kept []string
	for segment := range strings.SplitSeq(path.Dir(name), "/") {
		if !strings.HasPrefix(segment, "(") || !strings.HasSuffix(segment, ")") {
			kept = append(kept, segment)
		}
	}
	dir = strings.Join(kept, "/")
	return dir, dir != "" && dir != "."
}

// candidate is a file that may be the source of a page.
type candidate struct {
	pageSource
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
func (x *pages) candidates(key string) (all, related []candidate) {
	positions := map[int32]int{}
	paths := x.pathsFor(key)
	if !x.all.spend(candidateCost * len(paths)) {
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
func (x *pages) pathsFor(key string) []pagePath {
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
		indexed[o.key] = indexed[o.key] || x.all.files[o.file].isPage && x.rankOf(&o) > readme
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
func (x *pages) match(o pagePath, key string) (c candidate, ok bool) {
	c = candidate{pageSource: pageSource{File: o.file}, declared: o.declared, rank: x.rankOf(&o)}
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
func (x *pages) rankOf(o *pagePath) rank {
	switch {
	case o.guessed:
		return guessedName
	case pagekey.IsReadme(x.all.files[o.file].name):
		return readme
	case o.language != "":
		return translated
	}
	return plainName
}

// fitsOtherPage reports whether a file fits another page of the site better than the
// candidate's; the file may have the other page's whole path.
func (x *pages) fitsOtherPage(o pagePath, c *candidate, whole bool) bool {
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
func (x *pages) isTranslated(o pagePath, least int) bool {
	for n := pagekey.Depth(o.key); n >= least; n-- {
		if x.serves(strings.Trim(o.language+"/"+pagekey.Tail(o.key, n), "/")) {
			return true
		}
	}
	return false
}

// writtenKey returns the path of a file as it is written, where only the spelling differs
// from its folded path.
func (x *pages) writtenKey(o *pagePath) string {
	if raw := pagekey.Of(x.all.files[o.file].name); raw != o.key && pagekey.Loose(raw) == o.key {
		return raw
	}
	return ""
}

// preferences narrow the exact candidates for a page, from top to bottom.
var preferences = []struct {
	name   string
	narrow func(x *pages, all []candidate) []candidate
}{
	{name: "code is not read as a page", narrow: func(x *pages, all []candidate) []candidate {
		return keep(all, func(c candidate) bool { return !x.all.files[c.File].kind.isData() })
	}},
	{name: "the file states the path", narrow: func(_ *pages, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.declared && c.rank > guessedName })
	}},
	{name: "the path is not guessed", narrow: func(_ *pages, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.rank > guessedName })
	}},
	{name: "the file is no test", narrow: func(_ *pages, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return !isTest(c.Root + "/") })
	}},
	{name: "the file has the best name below its root", narrow: (*pages).bestNamed},
	{name: "the root explains pages that no other does", narrow: (*pages).belowExplainingRoot},
	{name: "the file is no README", narrow: func(_ *pages, all []candidate) []candidate {
		return preferred(all, func(c candidate) bool { return c.rank > readme })
	}},
}

// prefer returns the sources among the exact candidates for a page. A README is the start
// page only where nothing else can be.
func (x *pages) prefer(all, related []candidate) pageSources {
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
func (x *pages) bestNamed(all []candidate) []candidate {
	all = preferred(all, func(c candidate) bool { return x.all.files[c.File].isPage })
	ranks := map[string]rank{}
	for _, c := range all {
		ranks[c.Root] = max(ranks[c.Root], c.rank)
	}
	return keep(all, func(c candidate) bool { return c.rank == ranks[c.Root] })
}

// belowExplainingRoot keeps the candidates below the only root that explains pages.
func (x *pages) belowExplainingRoot(all []candidate) []candidate {
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
func (x *pages) mostSimilar(key string, all []candidate) []candidate {
	if len(all) < 2 {
		return all
	}
	wanted := keyWords(strings.TrimSuffix(key, pagekey.Tail(key, all[0].common)))
	counts, most := make([]int, len(all)), 0
	for i, c := range all {
		have := keyWords(pagekey.Loose(pagekey.Of(x.all.files[c.File].name)))
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

// keyWords returns the words of a folded path.
func keyWords(key string) []string {
	return strings.FieldsFunc(key, func(r rune) bool { return r == '/' || r == '-' })
}

// roots is what is known about the roots of the sources. A root is a directory that becomes
// the site, or a part of it. It explains a page when a file below it has the path of the
// page. Of several possible roots the one that explains pages alone is right.
type roots struct {
	// explained counts for each folded root the pages that only it explains.
	explained map[string]int
	// pages are the directories that hold pages. explaining are those whose pages only
	// one root explains.
	pages, explaining map[string]bool
}

// findRoots counts the pages that only one root explains.
func (x *pages) findRoots() *roots {
	if x.roots != nil {
		return x.roots
	}
	x.roots = &roots{explained: map[string]int{}, pages: map[string]bool{}, explaining: map[string]bool{}}
	type explanation struct{ roots, files []string }
	pages := map[string]*explanation{}
	for i := range x.all.files {
		f := &x.all.files[i]
		if !f.isPage || pagekey.IsReadme(f.name) {
			continue
		}
		markAbove(x.roots.pages, f.name)
		page, root, ok := x.explain(f)
		if !ok {
			continue
		}
		e := pages[page]
		if e == nil {
			e = &explanation{}
			pages[page] = e
		}
		if e.files = append(e.files, f.name); !slices.Contains(e.roots, root) {
			e.roots = append(e.roots, root)
		}
	}
	for _, e := range pages {
		if len(e.roots) == 1 {
			x.roots.explained[e.roots[0]]++
			for _, name := range e.files {
				markAbove(x.roots.explaining, name)
			}
		}
	}
	return x.roots
}

// explain returns the page of the site that a file makes by its name or slug, and the root
// that this implies.
func (x *pages) explain(f *file) (page, root string, ok bool) {
	if paths := f.front.paths; len(paths) > 0 {
		// A stated path says nothing about the other files of the directory.
		if x.serves(pagekey.Loose(pagekey.Of(paths[0]))) {
			markAbove(x.roots.explaining, f.name)
		}
		return "", "", false
	}
	key := pagekey.Of(f.name)
	if dir, is := routeDirectory(f.name); is {
		return x.closestPage(pagekey.Loose(dir))
	}
	for _, o := range nameKeys(key) {
		if page, root, ok = x.closestPage(o.key); ok {
			return page, root, true
		}
	}
	if f.front.slug == "" {
		return "", "", false
	}
	return x.closestPage(pagekey.Loose(path.Join(path.Dir(key), f.front.slug)))
}

// markAbove marks the directories that a file is in.
func markAbove(dirs map[string]bool, name string) {
	for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
		dirs[dir] = true
	}
}

// closestPage returns the page of the site that has most segments in common with the key of
// a file, and the root that this implies.
func (x *pages) closestPage(key string) (page, root string, ok bool) {
	for n := pagekey.Depth(key); n > 0; n-- {
		if page = pagekey.Tail(key, n); x.serves(page) {
			return page, strings.TrimSuffix(key[:len(key)-len(page)], "/"), true
		}
	}
	return "", "", false
}

// isOtherSite reports whether a file belongs to another site than the checked one, such as an
// example of a theme: the pages in its directory make none of the site's pages, and others
// do.
func (x *pages) isOtherSite(file int32) bool {
	if x.page == nil {
		return false
	}
	known := x.findRoots()
	for dir := path.Dir(x.all.files[file].name); ; dir = path.Dir(dir) {
		if known.pages[dir] || dir == "." {
			return len(known.explained) > 0 && !known.explaining[dir]
		}
	}
}

// makes returns the page of the site that a file makes, as far as that is known.
func (x *pages) makes(f *file) (page string, ok bool) {
	for _, p := range f.front.paths {
		if page = pagekey.Loose(pagekey.Of(p)); x.serves(page) {
			return page, true
		}
	}
	page, _, ok = x.explain(f)
	return page, ok
}


package source

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// pages finds the sources of pages.
type pages struct {
	all *corpus
	// paths are those of the pages of all files, by their last segment. Under "" are those that
	// may be the start page.
	paths map[string][]pagePath
	// page reports whether the site has a page at a path; nil when that is not known. served
	// caches its results.
	page   func(path string) bool
	served map[string]bool
	// roots is nil until it is needed.
	roots *roots
}

// pageSource is a file that a page may be made of.
type pageSource struct {
	File int32
	// Root is the folded directory of the sources that becomes a part of the site. Exact is
	// true when the rest of both paths is the same.
	Root  string
	Exact bool
}

// pageFiles are the files that one page may be made of. unsure is true when only one of them is
// right, and nothing says which: the same page in another language or version.
type pageFiles struct {
	all    []pageSource
	unsure bool
	// text is the only one that is no whole page of HTML, which holds all of its links; noFile for
	// none.
	text int32
}

// newPages returns a finder for the files of a corpus.
func newPages(all *corpus, page func(path string) bool) *pages {
	x := &pages{all: all, paths: make(map[string][]pagePath, len(all.files)), page: page, served: map[string]bool{}}
	for i := range all.files {
		x.addFile(int32(i))
	}
	return x
}

// pagePath is a path that the page of a file may have.
type pagePath struct {
	file int32
	// key is the folded path. declared is true when the file states it, so that no part of it is
	// the directory of the sources.
	key      string
	declared bool
	// language is the one that the name of the file ends in. It may be the first segment of the
	// page's path.
	language string
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
	add := func(under string, o pagePath) {
		o.file = i
		x.paths[under] = append(x.paths[under], o)
	}
	dir := strings.TrimPrefix(path.Dir(key)+"/", "./")
	name, _, _ := strings.Cut(path.Base(f.name), ".")
	if !f.test && (slices.Contains([]string{"page", "+page", "home"}, name) && f.kind == markup || name == "index" && f.hasElements) {
		add("", pagePath{key: pagekey.Loose(dir)}) // a component of the start page
	}
	if f.kind.isData() {
		return
	}
	for _, o := range nameKeys(key) {
		add(pagekey.Last(o.key), o)
		if pagekey.IsIndexName(path.Base(pagekey.TrimExtension(f.name))) || o.language != "" && pagekey.IsIndexName(name) {
			add("", o)
		}
	}
	var keys []string
	if route, ok := routeOf(f); ok && !f.test {
		keys = append(keys, route)
	}
	if f.front.slug != "" {
		keys = append(keys, pagekey.Loose(dir+f.front.slug))
	}
	for _, p := range f.front.paths {
		k := pagekey.Loose(pagekey.Of(p))
		add(pagekey.Last(k), pagePath{key: k, declared: true})
		if k == "" {
			keys = append(keys, pagekey.Loose(path.Dir(key)))
		}
	}
	for _, k := range keys {
		add(pagekey.Last(k), pagePath{key: k})
	}
}

// nameKeys returns the paths that the page of a source with the key may have, also without the
// date or the language in its name.
func nameKeys(key string) []pagePath {
	keys := []pagePath{{key: pagekey.Loose(key)}}
	slash := strings.LastIndexByte(key, '/')
	dir, name := key[:slash+1], key[slash+1:]
	if date, rest := pagekey.CutDate(name); date != "" {
		dir = strings.TrimSuffix(dir, "_posts/")
		keys = append(keys, pagePath{key: pagekey.Loose(pagekey.Of(dir + rest))}, pagePath{key: pagekey.Loose(dir + strings.ReplaceAll(date, "-", "/") + "/" + rest)})
	}
	if base, language, found := strings.Cut(name, "."); found && isLanguage(language) {
		keys = append(keys, pagePath{key: pagekey.Loose(pagekey.Of(dir + base)), language: strings.ToLower(language)})
	}
	return keys
}

// isLanguage matches the name of a language, maybe with a country: "fr", "pt-BR".
var isLanguage = regexp.MustCompile(`^[A-Za-z]{2}(?:-[A-Za-z]{2}|-[A-Za-z]{4})?$`).MatchString

// routeOf returns the key of the page that a component of Next.js or SvelteKit is:
// app/docs/page.tsx, src/routes/docs/+page.svelte. Directories in parentheses are no part of the
// path. ok is false for all other files, and for the start page.
func routeOf(f *file) (key string, ok bool) {
	if base, _, _ := strings.Cut(path.Base(f.name), "."); base != "page" && base != "+page" || f.kind != markup {
		return "", false
	}
	kept := slices.DeleteFunc(strings.Split(path.Dir(f.name), "/"), func(segment string) bool { return strings.HasPrefix(segment, "(") || segment == "." })
	return pagekey.Loose(strings.Join(kept, "/")), len(kept) > 0
}

// isOtherPage reports whether a file is the component of another page of the site than the one with
// a path.
func (x *pages) isOtherPage(file int32, page string) bool {
	route, ok := routeOf(&x.all.files[file])
	if !ok {
		return false
	}
	made, _, known := x.closestPage(route)
	return known && made != pagekey.Loose(pagekey.Of(page))
}

// candidate is a file that may be the source of a page.
type candidate struct {
	pageSource
	// declared is true when the file states the path, and common is how many segments the paths
	// have in common.
	declared bool
	rank     rank
	common   int
}

// rank orders candidates below one root by their names.
type rank uint8

const (
	readme rank = iota
	// translated is a name that is right but for its language.
	translated
	plainName
)

// of returns the files that may be the source of a page: those whose path below a root is the path
// of the page; without any, those whose path ends most like it. A file that is more like another
// page of the site is none: it is the same page in another language or version.
func (x *pages) of(page string) pageFiles {
	key := pagekey.Loose(pagekey.Of(page))
	paths := x.pathsFor(key)
	if !x.all.spend(candidateCost * len(paths)) {
		return pageFiles{}
	}
	byFile := map[int32]int{}
	var all, related []candidate
	most := 0
	for _, o := range paths {
		c, ok := x.match(o, key)
		i, known := byFile[c.File]
		switch {
		case !ok && c.Exact:
			_, c.Root, _ = x.closestPage(o.key)
			related = append(related, c)
		case !ok:
		case !known:
			byFile[c.File] = len(all)
			all = append(all, c)
		case c.Exact && !all[i].Exact || c.Exact == all[i].Exact && c.rank > all[i].rank:
			all[i] = c
		}
		if ok {
			most = max(most, c.common)
		}
	}
	rivals := len(related)
	if exact := keep(all, func(c candidate) bool { return c.Exact }); len(exact) > 0 {
		all, rivals = x.clearest(exact), 0
		if len(all) > 0 && all[0].rank == readme {
			// A README is the start page only where nothing else can be.
			isRival := func(c candidate) bool { return c.rank > readme }
			rivals = len(keep(exact, isRival)) + len(keep(related, func(c candidate) bool { return isRival(c) && c.Root != all[0].Root }))
		}
	} else {
		all = x.bestNamed(keep(all, func(c candidate) bool { return c.common == most }))
	}
	found := pageFiles{unsure: len(all) > 1 || rivals > 0, text: noFile}
	for _, c := range all {
		found.all = append(found.all, c.pageSource)
	}
	return found
}

// candidateCost is how many comparisons of links take as long as a candidate.
const candidateCost = 8

// maxHomes bounds how many files may be the start page.
const maxHomes = 50

// pathsFor returns the paths that may be that of the page with the key. An index file below
// another one is no start page.
func (x *pages) pathsFor(key string) []pagePath {
	all := slices.Clip(x.paths[pagekey.Last(key)])
	homes := x.paths[""]
	if key != "" {
		for _, o := range homes {
			if o.language == key {
				all = append(all, o)
			}
		}
		return all
	}
	indexed := map[string]bool{}
	for _, o := range homes {
		indexed[o.key] = indexed[o.key] || x.all.files[o.file].isPage && x.rankOf(&o) > readme
	}
	return keep(homes[:min(len(homes), maxHomes)], func(o pagePath) bool {
		for dir := o.key; strings.Contains(dir, "/") && !o.declared; {
			if dir = dir[:strings.LastIndexByte(dir, '/')]; indexed[dir] {
				return false
			}
		}
		return true
	})
}

// match returns the candidate for the page with the key that a path makes. ok is false when it
// makes none.
func (x *pages) match(o pagePath, key string) (c candidate, ok bool) {
	c = candidate{pageSource: pageSource{File: o.file}, declared: o.declared, rank: x.rankOf(&o)}
	if rest, ok := strings.CutPrefix(key+"/", o.language+"/"); ok && o.language != "" {
		// The path of the page may begin with the language.
		rest = strings.TrimSuffix(rest, "/")
		if root, n := pagekey.CommonSuffix(o.key, rest); n == pagekey.Depth(rest) {
			c.Root, c.common, c.Exact, c.rank = root, n+1, true, plainName
			return c, !x.isTranslated(o, n+1)
		}
	}
	c.Root, c.common = pagekey.CommonSuffix(o.key, key)
	if o.declared {
		c.Root, c.Exact = "", c.common == pagekey.Depth(o.key)
		return c, c.Exact && (c.common == pagekey.Depth(key) || !x.serves(o.key))
	}
	whole := c.common == pagekey.Depth(key)
	c.Exact = whole
	return c, (c.Exact || c.common > 0) && !x.fitsOtherPage(o, &c, whole)
}

// rankOf returns the rank of a path by the name of its file.
func (x *pages) rankOf(o *pagePath) rank {
	switch {
	case pagekey.IsReadme(x.all.files[o.file].name):
		return readme
	case o.language != "":
		return translated
	}
	return plainName
}

// fitsOtherPage reports whether a file fits another page of the site better than the candidate's;
// the file may have the other page's whole path.
func (x *pages) fitsOtherPage(o pagePath, c *candidate, whole bool) bool {
	least := max(c.common, 1)
	if whole {
		least = c.common + 1
	}
	written := pagekey.Of(x.all.files[o.file].name)
	if pagekey.Loose(written) != o.key {
		written = ""
	}
	for n := pagekey.Depth(o.key); n >= least; n-- {
		if x.serves(pagekey.Tail(o.key, n)) || written != o.key && x.serves(pagekey.Tail(written, n)) {
			return true
		}
	}
	return o.language != "" && x.isTranslated(o, c.common)
}

// isTranslated reports whether the site has a page below the language of a file that shares at
// least so many segments with it.
func (x *pages) isTranslated(o pagePath, least int) bool {
	for n := pagekey.Depth(o.key); n >= least; n-- {
		if x.serves(strings.Trim(o.language+"/"+pagekey.Tail(o.key, n), "/")) {
			return true
		}
	}
	return false
}

// clearest keeps those of the exact candidates that most speaks for: the file states the path, the
// file is no test and has the best name below its root, the root explains
// pages that no other does, and the file is no README.
func (x *pages) clearest(all []candidate) []candidate {
	all = keep(all, func(c candidate) bool { return !x.all.files[c.File].kind.isData() })
	all = preferred(all, func(c candidate) bool { return c.declared })
	all = x.bestNamed(preferred(all, func(c candidate) bool { return !isTest(c.Root + "/") }))
	if len(all) > 1 {
		explained := x.findRoots().explained
		kept := keep(all, func(c candidate) bool { return explained[c.Root] > 0 })
		if len(kept) > 0 && !slices.ContainsFunc(kept, func(c candidate) bool { return c.Root != kept[0].Root }) {
			all = kept
		}
	}
	return preferred(all, func(c candidate) bool { return c.rank > readme })
}

// bestNamed keeps the candidates with the best names below each root. Pages come first: layouts
// make no page alone.
func (x *pages) bestNamed(all []candidate) []candidate {
	all = preferred(all, func(c candidate) bool { return x.all.files[c.File].isPage })
	ranks := map[string]rank{}
	for _, c := range all {
		ranks[c.Root] = max(ranks[c.Root], c.rank)
	}
	return keep(all, func(c candidate) bool { return c.rank == ranks[c.Root] })
}

// preferred keeps the candidates that pass, if any does.
func preferred(all []candidate, passes func(candidate) bool) []candidate {
	if kept := keep(all, passes); len(kept) > 0 {
		return kept
	}
	return all
}

// keep returns those of a list that pass.
func keep[T any](all []T, passes func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(c T) bool { return !passes(c) })
}

// serves reports whether the site is known to have a page with the key, in one of the ways that
// generators name its file.
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

// roots is what is known about the roots of the sources. A root is a directory that becomes the
// site, or a part of it. It explains a page when a file below it has the path of the page. Of
// several possible roots the one that explains pages alone is right.
type roots struct {
	// explained counts for each folded root the pages that only it explains.
	explained map[string]int
	// pages are the directories that hold pages. explaining are those whose pages only one root
	// explains.
	pages, explaining map[string]bool
}

// findRoots counts the pages that only one root explains.
func (x *pages) findRoots() *roots {
	if x.roots != nil {
		return x.roots
	}
	x.roots = &roots{explained: map[string]int{}, pages: map[string]bool{}, explaining: map[string]bool{}}
	made := map[string]map[string][]string{} // by page and root, the names of files
	for i := range x.all.files {
		f := &x.all.files[i]
		if !f.isPage || pagekey.IsReadme(f.name) {
			continue
		}
		markAbove(x.roots.pages, f.name)
		if paths := f.front.paths; len(paths) > 0 {
			// A stated path says nothing about the other files of the directory.
			if x.serves(pagekey.Loose(pagekey.Of(paths[0]))) {
				markAbove(x.roots.explaining, f.name)
			}
		} else if page, root, ok := x.explain(f); ok {
			if made[page] == nil {
				made[page] = map[string][]string{}
			}
			made[page][root] = append(made[page][root], f.name)
		}
	}
	for _, byRoot := range made {
		for root, names := range byRoot {
			if len(byRoot) == 1 {
				x.roots.explained[root]++
				for _, name := range names {
					markAbove(x.roots.explaining, name)
				}
			}
		}
	}
	return x.roots
}

// explain returns the page of the site that a file makes by its name or slug, and the root that
// this implies.
func (x *pages) explain(f *file) (page, root string, ok bool) {
	if route, is := routeOf(f); is {
		return x.closestPage(route)
	}
	key := pagekey.Of(f.name)
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

// mayLend reports whether a page that no file makes may show the links of a file: no page of the
// site is known that the file makes, and it is no example, and no README for readers of the
// repository.
func (x *pages) mayLend(file int32) bool {
	f := &x.all.files[file]
	_, _, isMade := x.explain(f)
	return !isMade && len(f.front.paths) == 0 && !pagekey.IsReadme(f.name) && !x.isOtherSite(file)
}

// markAbove marks the directories that a file is in.
func markAbove(dirs map[string]bool, name string) {
	for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
		dirs[dir] = true
	}
}

// closestPage returns the page of the site that has most segments in common with the key of a
// file, and the root that this implies.
func (x *pages) closestPage(key string) (page, root string, ok bool) {
	for n := pagekey.Depth(key); n > 0; n-- {
		if page = pagekey.Tail(key, n); x.serves(page) {
			return page, strings.TrimSuffix(key[:len(key)-len(page)], "/"), true
		}
	}
	return "", "", false
}

// isOtherSite reports whether a file belongs to another site than the checked one, such as an
// example of a theme: the pages in its directory make none of the site's pages, and others do.
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

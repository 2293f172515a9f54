package source

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// frontMatter is what the head of a file says about the path of its page.
type frontMatter struct {
	// end is the offset behind the front matter; 0 for none.
	end int
	// paths are whole paths: permalink, url, and a slug from the root. slug replaces the last
	// segment.
	paths []string
	slug  string
	// draft is true for a page that is not published.
	draft bool
}

var (
	frontFence = lazy(`^(---|\+\+\+|;;;|\{)(?:yaml|toml|json|js|javascript)?[ \t]*\r?\n`)
	frontKey   = lazy("^[\"']?(\\w+)[\"']?\\s*[:=]\\s*[\"']?(.*?)[\"', ]*$")
)

// readFront reads the front matter of a file. Only the keys of the outermost level say where the
// page will be.
func readFront(src []byte) (f frontMatter) {
	fence := frontFence().FindSubmatch(src[:min(len(src), 30)])
	if fence == nil {
		return f
	}
	closing := strings.ReplaceAll(string(fence[1]), "{", "}")
	at, outermost := len(fence[0]), -1
	for line := range bytes.Lines(src[at:]) {
		at += len(line)
		text := strings.TrimRight(string(line[:min(len(line), 500)]), " \t\r\n")
		if text == closing {
			f.end = at
			return f
		}
		key := strings.TrimLeft(text, " \t")
		if outermost < 0 && key != "" && key != "{" {
			outermost = len(text) - len(key)
		}
		if m := frontKey().FindStringSubmatch(key); m != nil && len(text)-len(key) == outermost {
			f.set(strings.ToLower(m[1]), m[2])
		}
	}
	return frontMatter{}
}

// set takes in a key that says where the page will be.
func (f *frontMatter) set(key, value string) {
	isPath := key == "permalink" || key == "url"
	switch {
	case isPath || key == "slug" && strings.Contains(value, "/"):
		if value != "" && !strings.ContainsAny(value, "{}:<>*|") {
			f.paths = append(f.paths, value)
		}
	case key == "slug", key == "id" && f.slug == "":
		f.slug = value
	case key == "draft", key == "published", key == "status":
		f.draft = slices.Contains([]string{"draft true", "published false", "status draft"}, key+" "+strings.ToLower(value))
	}
}

// pages finds the sources of pages.
type pages struct {
	all *corpus
	// paths are those of the pages of all files, by their last segment. Under "" are those that
	// may be the start page.
	paths map[string][]pagePath
	// byFile has the paths of each file.
	byFile [][]pagePath
	// found caches the sources of pages.
	found map[string]pageFiles
	// page reports whether the site has a page at a path; nil when that is not known. served
	// caches its results, and made the page that each file makes.
	page   func(path string) bool
	served map[string]bool
	made   map[int32]madePage
	// roots is nil until it is needed.
	roots map[string]bool
}

// pagePath is a path that the page of a file may have.
type pagePath struct {
	file int32
	// key is the folded path. declared is true when the file states it, so that no part of it is
	// the directory of the sources.
	key      string
	declared bool
	rank     rank
}

// rank orders the paths of a page below one root by the names of the files.
type rank uint8

const (
	readme rank = iota
	// translated is a name that is right but for its language.
	translated
	plainName
)

// pageSource is a file that a page may be made of.
type pageSource struct {
	pagePath
	// root is the folded directory of the sources that becomes a part of the site. isExact is
	// true when the rest of both paths is the same.
	root    string
	isExact bool
	// common is how many segments the paths have in common.
	common int
}

// pageFiles are the files that one page may be made of. isUnsure is true when only one of them is
// right, and nothing says which: the same page in another language or version.
type pageFiles struct {
	all      []pageSource
	isUnsure bool
	// text is the only one that is no whole page of HTML, which holds all of its links; noFile for
	// none.
	text int32
}

// newPages returns a finder for the files of a corpus.
func newPages(all *corpus, page func(path string) bool) *pages {
	x := &pages{all: all, page: page, paths: map[string][]pagePath{}, byFile: make([][]pagePath, len(all.files)), found: map[string]pageFiles{}, served: map[string]bool{}, made: map[int32]madePage{}}
	for i := range all.files {
		x.addFile(int32(i))
	}
	return x
}

// isLanguage matches the name of a language, maybe with a country: "fr", "pt-BR".
var isLanguage = lazy(`^[A-Za-z]{2}(?:-[A-Za-z]{2}|-[A-Za-z]{4})?$`)

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
	best := plainName
	if pagekey.IsReadme(f.name) {
		best = readme
	}
	add := func(under string, o pagePath) {
		o.file, o.rank = i, min(o.rank, best)
		x.paths[under] = append(x.paths[under], o)
		x.byFile[i] = append(x.byFile[i], o)
	}
	named := func(key string, r rank) { add(pagekey.Last(key), pagePath{key: key, rank: r}) }
	dir, name := path.Split(key)
	stem, _, _ := strings.Cut(path.Base(f.name), ".")
	if slices.Contains([]string{"page", "+page", "home"}, stem) && f.kind == markup || stem == "index" && f.hasElements {
		add("", pagePath{key: pagekey.Loose(strings.TrimSuffix(dir, "/")), rank: best}) // a component of the start page
	}
	if f.kind.isData() {
		return
	}
	loose := pagekey.Loose(key)
	named(loose, best)
	isIndex := pagekey.IsIndexName(path.Base(pagekey.TrimExtension(f.name)))
	if isIndex {
		add("", pagePath{key: loose, rank: best})
	}
	if date, rest := pagekey.CutDate(name); date != "" {
		posts := strings.TrimSuffix(dir, "_posts/")
		named(pagekey.Loose(pagekey.Of(posts+rest)), best)
		named(pagekey.Loose(posts+strings.ReplaceAll(date, "-", "/")+"/"+rest), best)
	}
	if base, language, ok := strings.Cut(name, "."); ok && isLanguage().MatchString(language) {
		plain, least := pagekey.Loose(pagekey.Of(dir+base)), 1
		named(plain, translated)
		if isIndex || pagekey.IsIndexName(base) {
			add("", pagePath{key: plain, rank: translated})
			least = 0
		}
		for n := least; n <= pagekey.Depth(plain); n++ {
			named(strings.TrimSuffix(strings.ToLower(language)+"/"+pagekey.Tail(plain, n), "/"), best)
		}
	}
	if route := path.Dir(f.name); (stem == "page" || stem == "+page") && f.kind == markup && route != "." {
		named(pagekey.Loose(route), best) // a component of Next.js or SvelteKit: src/routes/docs/+page.svelte
	}
	if f.front.slug != "" {
		named(pagekey.Loose(dir+f.front.slug), best)
	}
	for _, p := range f.front.paths {
		key := pagekey.Loose(pagekey.Of(p))
		add(pagekey.Last(key), pagePath{key: key, declared: true, rank: best})
		if key == "" {
			named(strings.TrimSuffix(pagekey.Loose(dir), "/"), best)
		}
	}
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

// madePage is the page of the site that a file makes, as far as its paths tell, and the root that
// this implies. The page is empty for none, and for the start page.
type madePage struct{ page, root string }

// makes returns the page that a file makes: of its paths the one that has most segments in common
// with a page of the site.
func (x *pages) makes(file int32) madePage {
	if made, known := x.made[file]; known {
		return made
	}
	var made madePage
	try := func(key, as string) {
		for n := pagekey.Depth(key); n > pagekey.Depth(made.page); n-- {
			if x.serves(pagekey.Tail(key, n)) {
				made = madePage{pagekey.Tail(as, n), strings.TrimSuffix(strings.TrimSuffix(as, pagekey.Tail(as, n)), "/")}
				return
			}
		}
	}
	for _, o := range x.byFile[file] {
		switch {
		case !o.declared:
			try(o.key, o.key)
		case x.serves(o.key):
			made = madePage{page: o.key}
		}
	}
	if written := pagekey.Of(x.all.files[file].name); pagekey.Loose(written) != written {
		try(written, pagekey.Loose(written))
	}
	x.made[file] = made
	return made
}

// of returns the files that may be the source of a page: those whose path below a root is the path
// of the page; without any, those whose path ends most like it. A file that is more like another
// page of the site is none: it is the same page in another language or version.
func (x *pages) of(page string) pageFiles {
	found, known := x.found[page]
	if !known {
		found = x.find(pagekey.Loose(pagekey.Of(page)))
		texts := keep(found.all, func(c pageSource) bool {
			f := &x.all.files[c.file]
			return f.kind != markup || !f.isPage || f.front.end > 0
		})
		if len(texts) == 1 && len(found.all) > 1 {
			found.text = texts[0].file
		}
		x.found[page] = found
	}
	return found
}

// find returns the files that may be the source of the page with a key.
func (x *pages) find(key string) pageFiles {
	paths := x.paths[pagekey.Last(key)]
	if !x.all.spend(len(paths)) {
		return pageFiles{}
	}
	known := map[int32]int{}
	var all []pageSource
	for _, o := range paths {
		c, ok := x.match(o, key)
		switch i, is := known[o.file]; {
		case !ok:
		case !is:
			known[o.file] = len(all)
			all = append(all, c)
		case c.isExact && !all[i].isExact || c.isExact == all[i].isExact && c.rank > all[i].rank:
			all[i] = c
		}
	}
	found := pageFiles{text: noFile}
	if exact := keep(all, func(c pageSource) bool { return c.isExact }); len(exact) > 0 {
		found.all = x.clearest(exact)
		// A README is the start page only where nothing else can be.
		found.isUnsure = len(found.all) > 1 || len(found.all) > 0 && found.all[0].rank == readme &&
			slices.ContainsFunc(exact, func(c pageSource) bool { return c.rank > readme })
		return found
	}
	most := 0
	for _, c := range all {
		most = max(most, c.common)
	}
	found.all = x.bestNamed(keep(all, func(c pageSource) bool { return c.common == most }))
	found.isUnsure = len(found.all) > 1
	return found
}

// match returns the source of the page with the key that a path makes. ok is false when it makes
// none, as its file has more in common with another page.
func (x *pages) match(o pagePath, key string) (c pageSource, ok bool) {
	c = pageSource{pagePath: o}
	c.root, c.common = pagekey.CommonSuffix(o.key, key)
	isWhole := c.common == pagekey.Depth(key)
	if o.declared {
		c.root, c.isExact = "", c.common == pagekey.Depth(o.key)
		return c, c.isExact && (isWhole || !x.serves(o.key))
	}
	c.isExact = isWhole
	others := pagekey.Depth(x.makes(o.file).page)
	return c, others < c.common || isWhole && others == c.common
}

// clearest keeps those of the exact sources that most speaks for: the file states the path, the
// file has the best name, and the root explains pages that no other does.
func (x *pages) clearest(all []pageSource) []pageSource {
	all = keep(all, func(c pageSource) bool { return !x.all.files[c.file].kind.isData() })
	all = preferred(all, func(c pageSource) bool { return c.declared })
	all = x.bestNamed(all)
	if len(all) > 1 {
		explained := x.findRoots()
		kept := keep(all, func(c pageSource) bool { return explained[c.root] })
		if len(kept) > 0 && !slices.ContainsFunc(kept, func(c pageSource) bool { return c.root != kept[0].root }) {
			return kept
		}
	}
	return all
}

// bestNamed keeps the sources with the best names. Pages come first: layouts make no page alone.
func (x *pages) bestNamed(all []pageSource) []pageSource {
	all = preferred(all, func(c pageSource) bool { return x.all.files[c.file].isPage })
	best := readme
	for _, c := range all {
		best = max(best, c.rank)
	}
	return keep(all, func(c pageSource) bool { return c.rank == best })
}

// preferred keeps the sources that pass, if any does.
func preferred(all []pageSource, passes func(pageSource) bool) []pageSource {
	if kept := keep(all, passes); len(kept) > 0 {
		return kept
	}
	return all
}

// keep returns those of a list that pass.
func keep[T any](all []T, passes func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(c T) bool { return !passes(c) })
}

// findRoots finds the folded roots that explain pages alone. A root is a directory that becomes the
// site, or a part of it. It explains a page when a file below it has the path of the page. Of
// several possible roots the one that explains pages alone is right.
func (x *pages) findRoots() map[string]bool {
	if x.roots != nil {
		return x.roots
	}
	x.roots = map[string]bool{}
	byPage := map[string][]int32{}
	for i := range x.all.files {
		f := &x.all.files[i]
		if page := x.makes(int32(i)).page; page != "" && f.isPage && !pagekey.IsReadme(f.name) {
			byPage[page] = append(byPage[page], int32(i))
		}
	}
	for _, files := range byPage {
		root := x.makes(files[0]).root
		if slices.ContainsFunc(files, func(file int32) bool { return x.makes(file).root != root }) {
			continue
		}
		// A stated path says nothing about the other files of the directory.
		x.roots[root] = x.roots[root] || len(x.all.files[files[0]].front.paths) == 0
	}
	return x.roots
}

// mayLend reports whether a page that no file makes may show the links of a file: no page of the
// site is known that the file makes, and it is no README for readers of the repository.
func (x *pages) mayLend(file int32) bool {
	f := &x.all.files[file]
	return x.makes(file).page == "" && len(f.front.paths) == 0 && !pagekey.IsReadme(f.name)
}

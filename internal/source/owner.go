package source

import (
	"path"
	"slices"
	"strings"
)

// owning says that a file may be the source of the page at a path.
type owning struct {
	file int32
	// key is the folded path; whole when the file says it itself, so that nothing
	// of it is the directory of the sources.
	key   string
	whole bool
	// index is true for the index of a directory, but for a README.
	index bool
	// weak is true when the path was made from a title.
	weak bool
}

// owner is a file that may be the source of one page. base is the folded
// directory of the sources that stands for the root of the site, where sure.
type owner struct {
	file int32
	base string
	sure bool
}

// addOwner files where the page of a file may be.
func (x *index) addOwner(i int32) {
	f := &x.files[i]
	if f.syntax.data() || f.syntax == noSyntax {
		return
	}
	key := pageKey(f.name)
	for _, k := range nameKeys(key) {
		x.own(owning{file: i, key: k})
	}
	name := trimDocument(path.Base(f.name))
	if isIndexName(name) {
		x.owners[""] = append(x.owners[""], owning{file: i, key: looseKey(key), index: !strings.EqualFold(name, "readme")})
	}
	for _, p := range f.front.paths {
		k := looseKey(pageKey(p))
		if k == "" {
			x.owners[""] = append(x.owners[""], owning{file: i, key: "", whole: true})
			x.own(owning{file: i, key: looseKey(path.Dir(key))})
			continue
		}
		x.own(owning{file: i, key: k, whole: true})
	}
	dir := strings.TrimPrefix(path.Dir(key)+"/", "./")
	if f.front.slug != "" {
		x.own(owning{file: i, key: looseKey(dir + f.front.slug)})
	}
	if f.front.title != "" {
		x.own(owning{file: i, key: looseKey(dir + f.front.title), weak: true})
	}
}

func (x *index) own(o owning) {
	last := o.key[strings.LastIndexByte(o.key, '/')+1:]
	x.owners[last] = append(x.owners[last], o)
}

// nameKeys are the folded paths that a page may have whose source has the key:
// also without the date or the language in its name.
func nameKeys(key string) []string {
	keys := []string{looseKey(key)}
	slash := strings.LastIndexByte(key, '/')
	dir, name := key[:slash+1], key[slash+1:]
	if isDatedName(name) {
		rest := name[len("2006-01-02-"):]
		date := strings.ReplaceAll(name[:len("2006-01-02")], "-", "/")
		dir = strings.TrimSuffix(dir, "_posts/")
		keys = append(keys, looseKey(dir+rest), looseKey(dir+date+"/"+rest))
	}
	if base, language, found := strings.Cut(name, "."); found && len(language) == 2 {
		keys = append(keys, looseKey(dir+base))
	}
	return keys
}

// ownersOf are the files that may be the source of a page: those whose whole
// path is that of the page, but for the directory that the sources are in; if
// there are none, those that are most like it.
func (x *index) ownersOf(page string) []owner {
	key := looseKey(pageKey(page))
	if key == "" {
		return x.homes()
	}
	var sure, likely []owner
	best, depth := 1, strings.Count(key, "/")+1
	for _, o := range x.owners[key[strings.LastIndexByte(key, '/')+1:]] {
		base, common := commonSuffix(o.key, key)
		switch {
		case common == depth && !o.weak, o.whole && common == strings.Count(o.key, "/")+1:
			sure = add(sure, owner{file: o.file, base: base, sure: true})
		case common == best:
			likely = add(likely, owner{file: o.file})
		case common > best:
			best, likely = common, []owner{{file: o.file}}
		}
	}
	if len(sure) > 0 {
		return sure
	}
	return likely
}

func add(all []owner, o owner) []owner {
	if slices.ContainsFunc(all, func(known owner) bool { return known.file == o.file }) {
		return all
	}
	return append(all, o)
}

// homes are the files that may be the start page: index files with no other
// above them. A README may only be there for who reads the sources, and hides
// none.
func (x *index) homes() []owner {
	indexed := map[string]bool{}
	for _, o := range x.owners[""] {
		indexed[o.key] = indexed[o.key] || o.index
	}
	below := func(key string) bool {
		for strings.Contains(key, "/") {
			key = key[:strings.LastIndexByte(key, '/')]
			if indexed[key] {
				return true
			}
		}
		return false
	}
	var all []owner
	for _, o := range x.owners[""] {
		if (o.whole || !below(o.key)) && len(all) < mostHomes {
			all = add(all, owner{file: o.file, base: o.key, sure: true})
		}
	}
	return all
}

// mostHomes bounds how many files are taken for the start page.
const mostHomes = 50

// commonSuffix counts the last segments that two paths have in common, and
// returns what of a stands before them.
func commonSuffix(a, b string) (before string, n int) {
	for a != "" && b != "" {
		i, j := strings.LastIndexByte(a, '/'), strings.LastIndexByte(b, '/')
		if a[i+1:] != b[j+1:] {
			return a, n
		}
		n++
		a, b = a[:max(i, 0)], b[:max(j, 0)]
	}
	return a, n
}

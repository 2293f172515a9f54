package source

import (
	"path"
	"strings"
)

// owning says that a file may be the source of the page at a path.
type owning struct {
	file int32
	// key is the folded path; whole when the file says it itself, so that nothing
	// of it is the directory of the sources.
	key   string
	whole bool
	// language is the one that the name of the file ends in, which may be the first
	// segment of the page's path.
	language string
	// weak is true when the path was made from a title, or is one that only leads to
	// the page.
	weak bool
}

// owner is a file that may be the source of one page. base is the folded directory
// of the sources that stands for the one of the site that is called at: its root,
// where sure.
type owner struct {
	file     int32
	base, at string
	sure     bool
}

// owners are the files that one page may be made of.
type owners struct {
	all []owner
	// doubtful is true when only one of them can be the source of the page, and
	// nothing tells which: the same page in another language or version.
	doubtful bool
}

// addOwner files where the page of a file may be.
func (x *index) addOwner(i int32) {
	f := &x.files[i]
	if f.syntax == noSyntax {
		return
	}
	key := pageKey(f.name)
	if x.isRival(f) {
		x.owners[""] = append(x.owners[""], owning{file: i, key: looseKey(strings.TrimPrefix(path.Dir(key)+"/", "./"))})
	}
	if f.syntax.data() {
		return
	}
	for _, o := range nameKeys(key) {
		o.file = i
		x.own(o)
		if isIndexName(path.Base(trimDocument(f.name))) || o.language != "" && isIndexName(languageless(f.name)) {
			x.owners[""] = append(x.owners[""], o)
		}
	}
	for _, p := range f.front.paths {
		k := looseKey(pageKey(p))
		if k == "" {
			x.owners[""] = append(x.owners[""], owning{file: i, whole: true})
			x.own(owning{file: i, key: looseKey(path.Dir(key))})
			continue
		}
		x.own(owning{file: i, key: k, whole: true})
	}
	for _, p := range f.front.aliases {
		x.own(owning{file: i, key: looseKey(pageKey(p)), whole: true, weak: true})
	}
	dir := strings.TrimPrefix(path.Dir(key)+"/", "./")
	if f.front.slug != "" {
		x.own(owning{file: i, key: looseKey(dir + f.front.slug)})
	}
	if f.front.title != "" {
		x.own(owning{file: i, key: looseKey(dir + f.front.title), weak: true})
	}
}

// languageless is the name of a file without the language that it ends in.
func languageless(name string) string {
	name, _, _ = strings.Cut(path.Base(name), ".")
	return name
}

// isRival tells whether a file, which is no page by itself, may make the start page:
// as a component, or as the layout that is made for it.
func (x *index) isRival(f *file) bool {
	if f.test || f.syntax != jsonSyntax && f.syntax != markupSyntax {
		return false
	}
	switch name := languageless(f.name); name {
	case "page", "+page", "home":
		return f.syntax == markupSyntax
	case "index":
		return f.elements
	}
	return false
}

func (x *index) own(o owning) {
	last := o.key[strings.LastIndexByte(o.key, '/')+1:]
	x.owners[last] = append(x.owners[last], o)
}

// nameKeys are the folded paths that a page may have whose source has the key:
// also without the date or the language in its name.
func nameKeys(key string) []owning {
	keys := []owning{{key: looseKey(key)}}
	slash := strings.LastIndexByte(key, '/')
	dir, name := key[:slash+1], key[slash+1:]
	if isDatedName(name) {
		rest := name[len("2006-01-02-"):]
		date := strings.ReplaceAll(name[:len("2006-01-02")], "-", "/")
		dir = strings.TrimSuffix(dir, "_posts/")
		keys = append(keys, owning{key: looseKey(dir + rest)}, owning{key: looseKey(dir + date + "/" + rest)})
	}
	if base, language, found := strings.Cut(name, "."); found && isLanguage(language) {
		keys = append(keys, owning{key: looseKey(pageKey(dir + base)), language: strings.ToLower(language)})
	}
	return keys
}

// isLanguage tells whether a part of a name is that of a language, perhaps with that
// of a country: "fr", "pt-BR".
func isLanguage(s string) bool {
	language, country, _ := strings.Cut(s, "-")
	for i := range len(s) {
		if c := s[i] | 0x20; s[i] != '-' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(language) == 2 && (len(s) == 2 || len(country) == 2 || len(country) == 4)
}

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

// depthOf counts the segments of a key.
func depthOf(key string) int {
	if key == "" {
		return 0
	}
	return strings.Count(key, "/") + 1
}

// tail is the last n segments of a key; all of it where it has no more than that.
func tail(key string, n int) string {
	if n < 1 {
		return ""
	}
	at := len(key)
	for range n {
		at = strings.LastIndexByte(key[:max(at, 0)], '/')
	}
	return key[at+1:]
}

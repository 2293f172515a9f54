package suggest

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/site"
)

// Bounds on what is compared: an author does not mean a path that is longer or deeper,
// and a name that many paths share is no evidence.
const (
	maxPath     = 1 << 10 // bytes
	maxSegments = 32
	maxSameName = 32
)

// maxWork is how many names are looked at for all the paths of a site together:
// about as many as a processor looks at in half a second.
const maxWork = 100 << 20

// Paths is an index of the paths of a site that exist. It is not safe for
// concurrent use.
type Paths struct {
	site Site
	// entries are in the order of their keys.
	entries []entry
	// first and next chain the entries whose keys end with the same segment.
	first map[string]int32
	next  []int32
	// folders are those in which a name was looked for, by their keys.
	folders map[string]children
	// parallel reports whether two folders contain much the same.
	parallel map[[2]string]bool
	work     int
}

// Site is what an index is made of.
type Site struct {
	// Len is the number of places on the site.
	Len int
	// Path is the path at which place i is served, as a URL writes it, with a
	// leading slash and without a query; empty for what is not to be suggested.
	Path func(i int32) string
	// End is the place where a reader of place i ends, who may be sent on from
	// there; negative when that is none of the site's.
	End func(i int32) int32
}

// entry is one place, by the words of its path.
type entry struct {
	key   string
	place int32
}

// NewPaths returns the index of a site.
func NewPaths(of Site) *Paths {
	p := &Paths{
		site: of, entries: make([]entry, 0, of.Len),
		first: make(map[string]int32, of.Len), folders: map[string]children{}, parallel: map[[2]string]bool{}, work: maxWork,
	}
	var last foldedFolder
	for i := range int32(of.Len) {
		path := of.Path(i)
		if path == "" || len(path) > maxPath {
			continue
		}
		if !site.IsErrorPage(path) {
			folder, name := cutPage(path, isPageSuffix)
			p.entries = append(p.entries, entry{joinKeys(last.keyOf(folder), foldPath(name)), i})
		}
	}
	slices.SortFunc(p.entries, func(a, b entry) int {
		if c := strings.Compare(a.key, b.key); c != 0 {
			return c
		}
		return int(a.place - b.place)
	})
	p.next = make([]int32, len(p.entries))
	for i := range p.entries {
		name := lastSegment(p.entries[i].key)
		before, ok := p.first[name]
		if !ok {
			before = none
		}
		p.next[i], p.first[name] = before, int32(i)
	}
	return p
}

// none ends a chain of entries.
const none = -1

func lastSegment(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

// pageKey is a path by its words: what differs only in case, in how words are
// parted, in the form of a page's path ("x/", "x.html", "x/index.html") has the
// same key. The key of the start page is empty.
func pageKey(path string, isSuffix func(string) bool) string {
	folder, name := cutPage(path, isSuffix)
	return joinKeys(foldPath(folder), foldPath(name))
}

// foldedFolder is the folder that was folded last: pages of one folder follow each other.
type foldedFolder struct{ folder, key string }

// keyOf returns the key of a folder.
func (f *foldedFolder) keyOf(folder string) string {
	if folder != f.folder {
		*f = foldedFolder{folder: folder, key: foldPath(folder)}
	}
	return f.key
}

// joinKeys returns the key of what has a key in the folder with another one. Either may be
// empty.
func joinKeys(folder, name string) string {
	if folder == "" || name == "" {
		return folder + name
	}
	return folder + "/" + name
}

// cutPage cuts a path into its folder, which ends with a slash unless it is the root, and
// the name of a page without its form: empty for an index.
func cutPage(path string, isSuffix func(string) bool) (folder, name string) {
	path = strings.TrimPrefix(path, "/")
	bare := strings.TrimSuffix(path, "/")
	name = lastSegment(bare)
	folder = bare[:len(bare)-len(name)]
	dot := strings.LastIndexByte(name, '.')
	if dot > 0 && isSuffix(name[dot:]) {
		name = name[:dot]
	} else {
		dot = none
	}
	if strings.EqualFold(name, "index") && (dot >= 0 || bare == path) {
		name = ""
	}
	return folder, name
}

// foldPath folds the segments of a path.
func foldPath(path string) string {
	if isFoldedPath(path) {
		return strings.TrimSuffix(path, "/")
	}
	var key []string
	for segment := range strings.SplitSeq(path, "/") {
		if folded := fold(segment); folded != "" {
			key = append(key, folded)
		} else if segment != "" {
			key = append(key, segment)
		}
	}
	return strings.Join(key, "/")
}

// isFoldedPath is isFolded for a path, of which one slash may be the end.
func isFoldedPath(path string) bool {
	start := 0
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		if i == start || !isFolded(path[start:i]) {
			return false
		}
		start = i + 1
	}
	return isFolded(path[start:])
}

// isPageSuffix reports whether a suffix is that of a page on the site.
func isPageSuffix(suffix string) bool {
	switch strings.ToLower(suffix) {
	case ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

// isSourceSuffix reports whether a suffix is that of what pages are made of, or
// were made by before.
func isSourceSuffix(suffix string) bool {
	switch strings.ToLower(suffix) {
	case ".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".ipynb",
		".php", ".asp", ".aspx", ".jsp", ".shtml", ".cfm":
		return true
	}
	return isPageSuffix(suffix)
}

// at are the entries with that key.
func (p *Paths) at(key string) []entry {
	start := p.from(key)
	end := start
	for end < len(p.entries) && p.entries[end].key == key {
		end++
	}
	return p.entries[start:end]
}

// from is the number of the first entry whose key is not before key.
func (p *Paths) from(key string) int {
	p.work--
	n, _ := slices.BinarySearchFunc(p.entries, key, func(e entry, key string) int { return strings.Compare(e.key, key) })
	return n
}

// exists reports whether key is that of a place, or of a folder of some.
func (p *Paths) exists(key string) bool {
	if len(p.at(key)) > 0 {
		return true
	}
	i := p.from(key + "/")
	return i < len(p.entries) && strings.HasPrefix(p.entries[i].key, key+"/")
}

// children are the names of what a folder holds, in the order of their first
// bytes and lengths.
type children []child

// child is one of them, with the set of the letters in it and the number of its
// words.
type child struct {
	name    string
	letters uint64
	words   int
}

// in returns the children of the folder with that key, which is empty for that of
// all.
func (p *Paths) in(folder string) children {
	if known, ok := p.folders[folder]; ok {
		return known
	}
	prefix := folder + "/"
	if folder == "" {
		prefix = ""
	}
	var names []string
	for i := p.from(prefix); i < len(p.entries) && strings.HasPrefix(p.entries[i].key, prefix); {
		name, _, below := strings.Cut(p.entries[i].key[len(prefix):], "/")
		if name != "" { // the start page is in no folder
			names = append(names, name)
		}
		i++
		if below {
			// "0" follows "/": what else this folder holds is passed over.
			i = max(i, p.from(prefix+name+"0"))
		}
	}
	slices.Sort(names)
	list := make(children, 0, len(names))
	for _, name := range slices.Compact(names) {
		list = append(list, child{name, letterSet(name), count(name)})
	}
	slices.SortStableFunc(list, func(a, b child) int { return a.compare(b.name[0], len(b.name)) })
	p.folders[folder] = list
	return list
}

// nearCost is how many names are passed over in the time that one takes which is
// compared letter by letter.
const nearCost = 50

// near calls visit with each name that is near to another.
func (p *Paths) near(list children, name string, visit func(near string, difference int)) {
	set, words := letterSet(name), count(name)
	// What is near differs in so many letters, and in where words are parted.
	most := max(1, len(name)/4)
	gap := most + maxGaps
	start, _ := slices.BinarySearchFunc(list, len(name)-gap, func(c child, n int) int { return c.compare(name[0], n) })
	for _, c := range list[start:] {
		if c.compare(name[0], len(name)+gap) > 0 {
			return
		}
		p.work--
		// Each letter that differs changes the set by two at most. No word has more of
		// them than two, but there may be other words, parted by two signs.
		differ := 2 * most
		if c.words == words {
			differ = min(differ, 2*2*words)
		} else {
			differ += 2
		}
		if bits.OnesCount64(set^c.letters) > differ {
			continue
		}
		p.work -= nearCost
		if n, ok := near(name, c.name); ok {
			visit(c.name, n)
		}
	}
}

// compare compares a child with a name that begins with a byte and has a length.
func (c child) compare(first byte, length int) int {
	return cmp.Or(int(c.name[0])-int(first), len(c.name)-length)
}

// letterSet is the set of the bytes of a folded name, some of which share a bit.
func letterSet(name string) (set uint64) {
	for i := range len(name) {
		set |= 1 << (name[i] & 63)
	}
	return set
}

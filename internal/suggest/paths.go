package suggest

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/pagekind"
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

// Paths is an index of the paths of a site that exist. It is not safe for concurrent use.
type Paths struct {
	site Site
	// entries are in the order of their keys.
	entries []entry
	// first and next chain the entries whose keys end with the same segment.
	first map[string]int32
	next  []int32
	// folders are those in which a name was looked for, by their keys.
	folders map[string]*folder
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

// none ends a chain of entries, and is no place.
const none = -1

// NewPaths returns the index of a site.
func NewPaths(of Site) *Paths {
	p := &Paths{
		site: of, entries: make([]entry, 0, of.Len),
		first: make(map[string]int32, of.Len), folders: map[string]*folder{}, parallel: map[[2]string]bool{}, work: maxWork,
	}
	lastFolder, lastKey := "", "" // pages of one folder follow each other
	for i := range int32(of.Len) {
		path := of.Path(i)
		if path == "" || len(path) > maxPath || pagekind.IsErrorPage(path) {
			continue
		}
		folder, name := cutPage(path, isPageSuffix)
		if folder != lastFolder {
			lastFolder, lastKey = folder, foldPath(folder)
		}
		p.entries = append(p.entries, entry{joinKeys(lastKey, foldPath(name)), i})
	}
	slices.SortFunc(p.entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.place, b.place))
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

// NearestFile returns what finds the file of a repository that was probably meant by a path; empty
// for none. files are the paths of the files that exist.
func NearestFile(files []string) func(path string) string {
	escape := func(path string) string { return (&url.URL{Path: "/" + path}).EscapedPath() }
	paths := NewPaths(Site{
		Len:  len(files),
		Path: func(i int32) string { return escape(files[i]) },
		End:  func(i int32) int32 { return i },
	})
	return func(path string) string {
		if place := paths.Nearest(Query{Target: escape(path)}); place >= 0 {
			return files[place]
		}
		return ""
	}
}

func lastSegment(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

// folderOf is the key of the folder that a key is in.
func folderOf(key string) string { return key[:max(strings.LastIndexByte(key, '/'), 0)] }

// readings are the keys that a path may stand for: with the suffix of a source it
// may be that file, or the page made of it.
func readings(path string) []string {
	key := pageKey(path, isPageSuffix)
	if page := pageKey(path, isSourceSuffix); page != key {
		return []string{key, page}
	}
	return []string{key}
}

// pageKey is a path by its words: what differs only in case, in how words are
// parted, in the form of a page's path ("x/", "x.html", "x/index.html") has the
// same key. The key of the start page is empty.
func pageKey(path string, isSuffix func(string) bool) string {
	folder, name := cutPage(path, isSuffix)
	return joinKeys(foldPath(folder), foldPath(name))
}

// joinKeys returns the key of what has a key in the folder with another one. Either may be empty.
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

// isPageSuffix reports whether a suffix is that of a page on the site.
func isPageSuffix(suffix string) bool {
	return slices.Contains([]string{".html", ".htm", ".xhtml"}, strings.ToLower(suffix))
}

// isSourceSuffix reports whether a suffix is that of what pages are made of, or
// were made by before.
func isSourceSuffix(suffix string) bool {
	return isPageSuffix(suffix) || slices.Contains([]string{
		".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".ipynb", ".php", ".asp", ".aspx", ".jsp", ".shtml", ".cfm",
	}, strings.ToLower(suffix))
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
	i := p.from(key + "/")
	return len(p.at(key)) > 0 || i < len(p.entries) && strings.HasPrefix(p.entries[i].key, key+"/")
}

// folder has the names in a folder, in their order, and by their numbers and signs.
type folder struct {
	names   []string
	byMarks map[uint64][]name
}

// in returns the folder with that key, which is empty for that of all.
func (p *Paths) in(key string) *folder {
	if known, ok := p.folders[key]; ok {
		return known
	}
	prefix := key + "/"
	if key == "" {
		prefix = ""
	}
	f := &folder{}
	for i := p.from(prefix); i < len(p.entries) && strings.HasPrefix(p.entries[i].key, prefix); {
		name, _, below := strings.Cut(p.entries[i].key[len(prefix):], "/")
		if name != "" { // the start page is in no folder
			f.names = append(f.names, name)
		}
		i++
		if below {
			// "0" follows "/": what else this folder holds is passed over.
			i = max(i, p.from(prefix+name+"0"))
		}
	}
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
	p.folders[key] = f
	return f
}

// near calls visit with each name in a folder that is near to another.
func (p *Paths) near(key, wrong string, visit func(near string, difference int)) {
	f := p.in(key)
	if f.byMarks == nil {
		f.byMarks = map[uint64][]name{}
		for _, text := range f.names {
			n := nameOf(text)
			f.byMarks[n.marks] = append(f.byMarks[n.marks], n)
		}
	}
	it := nameOf(wrong)
	for _, other := range f.byMarks[it.marks] {
		p.work--
		if n, ok := near(it, other, func() bool { return isCode(wrong) || isCode(other.text) }); ok {
			visit(other.text, n)
		}
	}
}

// trees are what two folders differ in at their beginnings: "fr" and "en" for
// "fr/mod" and "en/mod".
func trees(a, b string) (x, y string) {
	for a != b && a != "" && b != "" && lastSegment(a) == lastSegment(b) {
		a, b = folderOf(a), folderOf(b)
	}
	return a, b
}

// areParallel reports whether two folders hold much the same names: three at least, and half of
// those of the smaller one. Then they are the same in two languages, versions or editions.
func (p *Paths) areParallel(a, b string) bool {
	if a == b {
		return false
	}
	pair := [2]string{min(a, b), max(a, b)}
	if known, ok := p.parallel[pair]; ok {
		return known
	}
	names, others, shared := p.in(a).names, p.in(b).names, 0
	p.work -= len(names) + len(others)
	for _, name := range names {
		if _, ok := slices.BinarySearch(others, name); ok {
			shared++
		}
	}
	p.parallel[pair] = shared >= 3 && 2*shared >= min(len(names), len(others))
	return p.parallel[pair]
}

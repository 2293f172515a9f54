package site

import (
	"path"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Kind is what stands at a path of a directory.
type Kind int

// The kinds of what stands at a path.
const (
	// Missing is nothing at all.
	Missing Kind = iota
	// Found is a file; a directory with an index is its index.
	Found
	// NoIndex is a directory that holds no index.html.
	NoIndex
	// OtherCase is nothing, but for a file whose path differs in case alone.
	OtherCase
	// DeadLink is a symbolic link that dangles or leads out of the site.
	DeadLink
)

// Entry is what a path leads to.
type Entry struct {
	Kind Kind
	// File is the number of the file, for Found.
	File int32
	// Own tells, for Found, that the path is for certain Dir.URLPath of the file.
	Own bool
	// Path is the URL path that would be right, without a leading slash, for
	// OtherCase.
	Path string
	// Detail says more, in words that can follow "no such file: "; may be empty.
	Detail string
}

// Find tells what stands at the URL path p, which is percent-encoded and below
// the base path, with or without a leading slash. The rules are those of a
// plain file server: the exact file, or a directory's index.html, with or
// without the slash at the end; a slash after a file's name leads nowhere.
func (d *Dir) Find(p string) Entry {
	if entry, ok := d.findPlain(p); ok {
		return entry
	}
	name, slash := fileName(p)
	real, dead := d.links.follow(name)
	if dead != "" {
		return Entry{Kind: DeadLink, Detail: dead}
	}
	if entry := d.lookup(real, slash); entry.Kind != Missing {
		return entry
	}
	return d.otherCase(real, slash)
}

// findPlain is Find for most links: what was listed under just that name, which
// passes no symbolic link.
func (d *Dir) findPlain(p string) (entry Entry, ok bool) {
	if strings.IndexByte(p, '%') >= 0 {
		return Entry{}, false
	}
	p = strings.TrimPrefix(p, "/")
	if dir, isDir := strings.CutSuffix(p, "/"); isDir && dir != "" || p == "" {
		file, ok := d.dirs[dir]
		return Entry{Kind: Found, File: file, Own: true}, ok && file != noIndex
	}
	file, ok := d.number(p)
	return Entry{Kind: Found, File: file, Own: !isIndex(p)}, ok
}

func (d *Dir) lookup(name string, slash bool) Entry {
	if i, ok := d.number(name); ok && !slash {
		return Entry{Kind: Found, File: i}
	}
	i, ok := d.dirs[name]
	switch {
	case !ok:
		return Entry{Kind: Missing}
	case i != noIndex:
		return Entry{Kind: Found, File: i}
	}
	if dead := d.links.why(path.Join(name, indexFile)); dead != "" {
		return Entry{Kind: DeadLink, Detail: dead}
	}
	return Entry{Kind: NoIndex}
}

// otherCase looks for a file that a file system without cases would find.
func (d *Dir) otherCase(name string, slash bool) Entry {
	actual, ok := d.cases.find(d, name)
	if !ok {
		return Entry{Kind: Missing}
	}
	entry := d.lookup(actual, slash)
	if entry.Kind != Found {
		return Entry{Kind: Missing}
	}
	right := escapePath(actual)
	if _, ok := d.dirs[actual]; ok {
		right += "/"
	}
	return Entry{Kind: OtherCase, File: entry.File, Path: right}
}

// caseIndex maps paths in lower case to the real ones. It is built when the
// first path is missed, as a site in good order never needs it.
type caseIndex struct {
	once  sync.Once
	lower map[string]string
}

func (c *caseIndex) find(d *Dir, name string) (string, bool) {
	c.once.Do(func() {
		c.lower = make(map[string]string, len(d.files)+len(d.dirs))
		for i := range d.files {
			c.add(d.files[i])
		}
		for dir := range d.dirs {
			c.add(dir)
		}
	})
	actual, ok := c.lower[strings.ToLower(name)]
	return actual, ok
}

// add keeps the first of several paths that differ in case alone, so that the
// answer does not hang on the order of a map.
func (c *caseIndex) add(name string) {
	lower := strings.ToLower(name)
	if have, ok := c.lower[lower]; !ok || name < have {
		c.lower[lower] = name
	}
}

// fileName turns a URL path into a slash path below the root, and tells whether
// it ended with a slash. Empty elements are dropped, as file servers do, and
// dots that only percent-decoding brings out cannot climb above the root.
func fileName(p string) (name string, slash bool) {
	p = weburl.Unescape(p)
	slash = strings.HasSuffix(p, "/")
	name = strings.TrimPrefix(path.Clean("/"+p), "/")
	return name, slash && name != ""
}

// escapePath writes a file's path as a URL's path, with the characters encoded
// that the URL standard's path percent-encode set names (WHATWG URL, section
// 1.3), and the two that would mean something else there.
func escapePath(name string) string {
	const hex = "0123456789ABCDEF"
	plain := true
	for i := 0; i < len(name) && plain; i++ {
		plain = !mustEscape[name[i]]
	}
	if plain {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; mustEscape[c] {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// mustEscape tells of each byte whether escapePath encodes it.
var mustEscape = func() (table [256]bool) {
	for c := range table {
		table[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("\"#%<>?\\^`{}", byte(c)) >= 0
	}
	return table
}()

package site

import (
	"hash/maphash"
	"math/bits"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
)

// pathList holds paths by their numbers. They follow each other in one text: of a large
// site, a million strings would be as many objects for the garbage collector to visit.
type pathList struct {
	text strings.Builder
	ends []int // of the paths, in the text
}

// len is how many paths there are.
func (l *pathList) len() int { return len(l.ends) }

// at returns path i.
func (l *pathList) at(i int32) string {
	start := 0
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text.String()[start:l.ends[i]]
}

// all yields the paths with their numbers.
func (l *pathList) all(yield func(int32, string) bool) {
	for i := range int32(len(l.ends)) {
		if !yield(i, l.at(i)) {
			return
		}
	}
}

// add adds the path of a file in a directory, "" for the root, and returns its number.
func (l *pathList) add(dir, base string) int32 {
	if dir != "" {
		l.text.WriteString(dir)
		l.text.WriteByte('/')
	}
	l.text.WriteString(base)
	l.ends = append(l.ends, l.text.Len())
	return int32(len(l.ends) - 1)
}

// numbering maps paths to their numbers. It holds no path: of a large site these would be
// looked at far from each other in memory, for each link. What it holds of one takes 8
// bytes, so that most look-ups touch one line of the cache, where a map of the runtime
// takes two or three.
type numbering struct {
	// seed is what strangers do not know, who could make paths that meet.
	seed maphash.Seed
	// slots are a power of two, at least a third of them empty. A path is in the first
	// one that was free from the one on that its hash tells.
	slots []slot
}

// slot is one path: 32 bits of its hash, those that do not tell its place, and its number
// and 1, so that 0 is an empty slot.
type slot struct {
	print  uint32
	number int32
}

// newNumbering numbers paths, no two of which are the same, by their order. Those are told
// apart for certain. A path that is not among them is taken for one by a chance of one in
// billions.
func newNumbering(paths *pathList) numbering {
	for {
		n, clash := emptyNumbering(paths.len()), false
		for i, path := range paths.all {
			clash = clash || !n.add(path, i)
		}
		if !clash {
			return n
		}
	}
}

// emptyNumbering has room for so many paths.
func emptyNumbering(paths int) numbering {
	return numbering{seed: maphash.MakeSeed(), slots: make([]slot, 1<<bits.Len(uint(paths+paths/2)))}
}

// add gives a path its number, unless it has one.
func (n *numbering) add(path string, number int32) bool {
	at, print := n.find(path)
	if n.slots[at].number != 0 {
		return false
	}
	n.slots[at] = slot{print: print, number: number + 1}
	return true
}

// find returns the slot that a path has, or would have.
func (n *numbering) find(path string) (at uint64, print uint32) {
	hash := maphash.String(n.seed, path)
	print, last := uint32(hash>>32), uint64(len(n.slots)-1)
	at = hash & last
	for n.slots[at].number != 0 && n.slots[at].print != print {
		at = (at + 1) & last
	}
	return at, print
}

// number returns the number of a path, and whether it has one.
func (n *numbering) number(path string) (int32, bool) {
	at, _ := n.find(path)
	number := n.slots[at].number
	return number - 1, number != 0
}

// caseIndex finds paths by their lower case. It is built for the first path that does not
// exist: a site without broken links does not need it.
type caseIndex struct {
	once sync.Once
	// files numbers the paths of files in lower case.
	files numbering
	// dirs maps the paths of directories in lower case to the real ones.
	dirs map[string]string
}

// build keeps the first of several paths that differ in case alone: files are in order, and
// the answer must not depend on the order of a map.
func (c *caseIndex) build(d *Dir) {
	c.files = emptyNumbering(d.files.len())
	for i, name := range d.files.all {
		c.files.add(strings.ToLower(name), i)
	}
	c.dirs = make(map[string]string, len(d.dirs))
	for dir := range d.dirs {
		lower := strings.ToLower(dir)
		if have, ok := c.dirs[lower]; !ok || dir < have {
			c.dirs[lower] = dir
		}
	}
}

// inAnyCase returns the first of the paths that are name but for case.
func (d *Dir) inAnyCase(name string) (string, bool) {
	d.cases.once.Do(func() { d.cases.build(d) })
	lower := strings.ToLower(name)
	actual, ok := d.cases.dirs[lower]
	// A look-up by hash may find another file, by chance.
	if i, isFile := d.cases.files.number(lower); isFile && strings.ToLower(d.files.at(i)) == lower {
		if file := d.files.at(i); !ok || file < actual {
			return file, true
		}
	}
	return actual, ok
}

// otherCase looks for a path that differs in case alone and at which the host sends a file,
// perhaps without the extension of its name.
func (d *Dir) otherCase(name string, slash bool) Entry {
	ends := []string{"", "/"}
	if slash {
		ends = ends[1:]
	}
	for _, extension := range []string{"", hosting.PageExtension} {
		actual, ok := d.inAnyCase(name + extension)
		right := strings.TrimSuffix(actual, extension)
		if !ok || right == name {
			continue
		}
		for _, end := range ends {
			answer := d.answer(hosting.Request{Path: "/" + right + end})
			if file, ok := d.fileNumber(answer.File); ok && answer.Kind == hosting.File {
				return Entry{Kind: OtherCase, File: file, Path: hosting.EscapePath(right + end)}
			}
		}
	}
	return Entry{Kind: Missing}
}

package site

import (
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
)

// otherCase looks for a path that differs in case alone and at which the host
// sends a file, perhaps without the extension of its name.
func (d *Dir) otherCase(name string, slash bool) Entry {
	ends := []string{"", "/"}
	if slash {
		ends = ends[1:]
	}
	for _, extension := range []string{"", hosting.PageExtension} {
		actual, ok := d.cases.find(d, name+extension)
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

// inAnyCase finds what differs from a name in case alone, for a host that is known to ignore
// case.
func (d *Dir) inAnyCase(name string) (string, bool) {
	if d.host.Assumed {
		return "", false
	}
	return d.cases.find(d, name)
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

// find returns the first of the paths that are name but for case.
func (c *caseIndex) find(d *Dir, name string) (string, bool) {
	c.once.Do(func() { c.build(d) })
	lower := strings.ToLower(name)
	actual, ok := c.dirs[lower]
	// A look-up by hash may find another file, by chance.
	if i, isFile := c.files.number(lower); isFile && strings.ToLower(d.files.at(i)) == lower {
		if file := d.files.at(i); !ok || file < actual {
			return file, true
		}
	}
	return actual, ok
}

// build keeps the first of several paths that differ in case alone: files are in order,
// and the answer must not depend on the order of a map.
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

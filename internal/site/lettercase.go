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
				if d.host.IgnoresCase() {
					return Entry{Kind: Found, File: file, OtherCase: true}
				}
				return Entry{Kind: OtherCase, File: file, Path: hosting.EscapePath(right + end)}
			}
		}
	}
	return Entry{Kind: Missing}
}

// caseIndex maps paths in lower case to the real ones. It is built for the first path
// that does not exist: a site without broken links does not need it.
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
// answer does not depend on the order of a map.
func (c *caseIndex) add(name string) {
	lower := strings.ToLower(name)
	if have, ok := c.lower[lower]; !ok || name < have {
		c.lower[lower] = name
	}
}

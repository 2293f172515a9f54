package site

import (
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
)

// caseIndex maps paths of files and directories in lower case to the first that differs from it
// in case alone. It is built for the first path that does not exist: a site without broken links
// does not need it.
type caseIndex struct {
	once  sync.Once
	paths map[string]string
}

// inAnyCase returns the first of the paths that are name but for case.
func (d *Dir) inAnyCase(name string) (actual string, ok bool) {
	c := &d.cases
	c.once.Do(func() {
		c.paths = make(map[string]string, len(d.files)+len(d.dirs))
		add := func(name string) {
			lower := strings.ToLower(name)
			if first, ok := c.paths[lower]; !ok || name < first {
				c.paths[lower] = name
			}
		}
		for _, file := range d.files {
			add(file)
		}
		for dir := range d.dirs {
			add(dir)
		}
	})
	actual, ok = c.paths[strings.ToLower(name)]
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

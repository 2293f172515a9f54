package index

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup"
)

// addCopy adds a file that generators may copy. Programs write new ones, too, so that git has
// to track it.
func (l *lister) addCopy(name string) {
	if l.copies[path.Base(name)] && len(l.found.Copies) < maxCopies && fs.ValidPath(name) {
		l.found.Copies = append(l.found.Copies, Listed{Name: name})
	}
}

// keepCopies removes tests of the site, and stylesheets that may be made from one in another
// language.
func (l *lister) keepCopies() {
	compiled := map[string]bool{}
	for _, f := range l.code {
		if base := path.Base(f.Name); len(l.found.Copies) > 0 && f.Syntax == markup.Stylesheet && path.Ext(base) != ".css" {
			compiled[strings.TrimSuffix(base, path.Ext(base))] = true
		}
	}
	l.found.Copies = slices.DeleteFunc(l.found.Copies, func(f Listed) bool {
		if IsTest(slashBelow(l.dir, filepath.Join(l.found.Root, filepath.FromSlash(f.Name)))) {
			return true
		}
		stem, isCSS := strings.CutSuffix(path.Base(f.Name), ".css")
		return isCSS && compiled[strings.TrimSuffix(stem, ".min")]
	})
}

package index

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup"
)

// directoriesOf returns the directories of files, and those above them.
func directoriesOf(files []string) map[string]bool {
	dirs := map[string]bool{}
	for _, name := range files {
		for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	return dirs
}

// addCopy adds a file that generators may copy.
func (l *lister) addCopy(name string) {
	if l.copies[path.Base(name)] && len(l.found.Copies) < maxCopies && fs.ValidPath(name) {
		l.found.Copies = append(l.found.Copies, Listed{Name: name})
	}
}

// removeCompiled removes the stylesheets that may be made from one in another language: an
// edit of them would be lost.
func (l *lister) removeCompiled() {
	made := map[string]bool{}
	for _, f := range l.code {
		if base := path.Base(f.Name); f.Syntax == markup.Stylesheet && path.Ext(base) != ".css" {
			made[strings.TrimSuffix(base, path.Ext(base))] = true
		}
	}
	isMade := func(f Listed) bool {
		stem, isCSS := strings.CutSuffix(path.Base(f.Name), ".css")
		return isCSS && made[strings.TrimSuffix(stem, ".min")]
	}
	l.code = slices.DeleteFunc(l.code, isMade)
	l.found.Copies = slices.DeleteFunc(l.found.Copies, isMade)
}

package index

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// Included is a file that another one includes. Ambiguous is true when several files may be
// meant.
type Included struct {
	File      int32
	Ambiguous bool
}

// Included returns the files that a file includes: of those with the name the ones whose
// path is most like the written one, and of these the one in the same directory.
func (x *Index) Included(file int32) []Included {
	if known, ok := x.included[file]; ok {
		return known
	}
	var all []Included
	for name, written := range x.Files[file].Content.Includes {
		for _, p := range written {
			all = append(all, x.includedBy(file, name, p)...)
		}
	}
	x.included[file] = all
	return all
}

// includedBy returns the files that a file may mean by the path p.
func (x *Index) includedBy(file int32, name, p string) []Included {
	if !x.Spend(len(x.byIncludeName[name])) {
		return nil
	}
	var found []int32
	longest := 0
	written := includePath(p)
	inSameDir := func(other int32) bool { return path.Dir(x.Files[other].Name) == path.Dir(x.Files[file].Name) }
	for _, i := range x.byIncludeName[name] {
		if i == file {
			continue
		}
		other, known := x.includePaths[i]
		if !known {
			other = includePath(x.Files[i].Name)
			x.includePaths[i] = other
		}
		switch _, n := pagekey.CommonSuffix(other, written); {
		case n > longest:
			longest, found = n, []int32{i}
		case n == longest && n == 1 && inSameDir(i):
			found = []int32{i}
		case n == longest && !(n == 1 && len(found) > 0 && inSameDir(found[0])):
			found = append(found, i)
		}
	}
	all := make([]Included, len(found))
	for i := range found {
		all[i] = Included{File: found[i], Ambiguous: len(found) > 1}
	}
	return all
}

// includePath folds a path so that a written one and that of a file can be compared.
func includePath(p string) string {
	return strings.ToLower(path.Join(path.Dir(path.Clean(p)), markup.IncludeName(p)))
}

package git

import (
	"cmp"
	"slices"
	"strings"
)

// Kind is what git tracks at a path.
type Kind int8

const (
	// Absent is nothing.
	Absent Kind = iota
	// File is a regular file.
	File
	// Link is a symbolic link, wherever it leads.
	Link
	// Submodule is the place of another repository.
	Submodule
	// Directory is one that holds something that is tracked.
	Directory
)

// kindOfMode is the kind of an entry of the index by its mode; Absent for those
// of an unknown sort.
func kindOfMode(mode uint32) Kind {
	switch mode & 0o170000 {
	case 0o100000:
		return File
	case 0o120000:
		return Link
	case 0o160000:
		return Submodule
	}
	return Absent
}

// Kind returns what git tracks at a path of the repository, whether or not it is
// checked out. The top itself, "", is a directory.
func (t *Tree) Kind(path string) Kind {
	if kind, ok := t.tracked[path]; ok {
		return kind
	}
	if path == "" {
		return Directory
	}
	below := path + "/"
	i, _ := slices.BinarySearchFunc(t.entries, below, func(e indexed, name string) int { return cmp.Compare(e.name, name) })
	if i < len(t.entries) && strings.HasPrefix(t.entries[i].name, below) {
		return Directory
	}
	return Absent
}
